"""What a player has chosen last, which is what the next table begins with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from client.defaults import DEFAULT_GAME
from client.talk import Muted
from protocol import messages as m


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
