"""Lists the moves of a seat once however often they are asked for: on a large board that takes milliseconds."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from engines.game import Rules, Seat

POSITIONS_KEPT = 32
"""For how many positions the legal moves are remembered: a deep board has thousands."""


def legal_texts(rules: Rules[Any, Any, Any], state: Any, seat: Seat) -> tuple[str, ...]:  # noqa: ANN401 - the game's own
    """Every legal move of a seat in a state, as text."""
    return _texts(_Position(rules, state, seat))


class _Position:
    """What a seat moves in. Two are equal if they are of one State, the very same value, which need not be compared."""

    __slots__ = ("rules", "seat", "state")

    def __init__(self, rules: Rules[Any, Any, Any], state: Any, seat: Seat) -> None:  # noqa: ANN401 - the game's own
        self.rules, self.state, self.seat = rules, state, seat

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Position) and self.state is other.state and self.seat == other.seat

    def __hash__(self) -> int:
        return hash((id(self.state), self.seat))


@lru_cache(maxsize=POSITIONS_KEPT)
def _texts(position: _Position) -> tuple[str, ...]:
    """The legal moves, worked out once however often they are asked for: of a large board they take milliseconds."""
    rules = position.rules
    return tuple(map(rules.text, rules.legal(rules.view(position.state, position.seat))))
