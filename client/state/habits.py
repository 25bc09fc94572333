"""What a player has chosen last, which is what the next table begins with, and the file that remembers it."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import msgspec

from client.state.chat import Muted
from client.state.defaults import DEFAULT_GAME
from protocol import messages as m

HABITS_FILE = "habits.json"


@dataclass(frozen=True, slots=True)
class Habits:
    """What was played last: the game, and for every game its options and whom it began against at once.

    `muted` has those whose talk one does not want to read.
    """

    game: str = DEFAULT_GAME
    options: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    opponents: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    muted: Muted = frozenset()

    def after(self, create: m.Create) -> Habits:
        """The habits once a table was made; one that waits for somebody says nothing of whom to begin against."""
        others = {create.game: tuple(seat for seat in create.seats if seat != "me")}
        opponents = self.opponents if "open" in create.seats else {**self.opponents, **others}
        options = {**self.options, create.game: create.options}
        return replace(self, game=create.game, options=options, opponents=opponents)


@dataclass(frozen=True, slots=True)
class HabitsFile:
    """The file of habits. Losing it costs a keypress, so a disk that refuses it is no one's trouble."""

    path: Path

    def recall(self) -> Habits:
        """The habits of last time; none where the file is missing or unreadable."""
        try:
            return msgspec.json.decode(self.path.read_bytes(), type=Habits)
        except (OSError, msgspec.DecodeError):
            return Habits()

    def keep(self, habits: Habits) -> None:
        """Write them down for next time."""
        with contextlib.suppress(OSError):
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            temporary = self.path.with_suffix(".new")
            temporary.write_bytes(msgspec.json.encode(habits))
            temporary.replace(self.path)
