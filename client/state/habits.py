"""A player's last choices, which are the defaults of the next table, and the file that stores them."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import msgspec

from client import tours
from client.state.chat import Muted
from client.state.defaults import DEFAULT_GAME
from client.state.store import FollowedTable
from protocol import messages as m

HABITS_FILE = "habits.json"


@dataclass(frozen=True, slots=True)
class Habits:
    """The last game, for every game its last options and opponents (of tables that began at once), and all mutes.

    `room` is the table at which the player was last, where the next run goes on.
    """

    game: str = DEFAULT_GAME
    options: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    opponents: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    muted: Muted = frozenset()
    room: str = ""

    def after(self, create: m.Create) -> Habits:
        """The habits after the player made a table; one with an open seat leaves the opponents as they were."""
        others = {create.game: tuple(seat for seat in create.seats if seat != "me")}
        opponents = self.opponents if "open" in create.seats else {**self.opponents, **others}
        options = {**self.options, create.game: create.options}
        return replace(self, game=create.game, options=options, opponents=opponents)

    def at(self, followed: FollowedTable | None) -> Habits:
        """The habits with what is on the screen, which counts if the player has a seat there."""
        if followed is None or followed.table.seat is None or followed.table.room in (self.room, tours.ROOM):
            return self
        return replace(self, room=followed.table.room)


@dataclass(frozen=True, slots=True)
class HabitsFile:
    """The file of habits. Errors of the disk are ignored, as losing the file costs only a few keypresses."""

    path: Path

    def recall(self) -> Habits:
        """Load the habits; the defaults if the file is missing or unreadable."""
        try:
            return msgspec.json.decode(self.path.read_bytes(), type=Habits)
        except (OSError, msgspec.DecodeError):
            return Habits()

    def keep(self, habits: Habits) -> None:
        """Store the habits, replacing the file in one step."""
        with contextlib.suppress(OSError):
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            temporary = self.path.with_suffix(".new")
            temporary.write_bytes(msgspec.json.encode(habits))
            temporary.replace(self.path)
