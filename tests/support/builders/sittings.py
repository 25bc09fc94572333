"""Games at a table of their own, without a room: of Climb, unless another is given."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engines.game import Game, Seat
from server.room.match import match as sittings
from server.room.match.clock import Limits
from server.room.match.dealing import Chain
from server.room.match.match import Setting, Sitting
from tests.support.games.climb import GAME, Options

CHAIN = Chain(bytes(32), bytes(32))


def setting(game: Game[Any, Any, Any] = GAME, **options: Any) -> Setting:
    """What never changes about the table."""
    return Setting("KQFM", game, Options(**options), {}, True, False, "ann", bytes(32))  # noqa: FBT003 - listed, serious


def limited(**limits: int) -> Setting:
    """The same, with limits of time."""
    return replace(setting(), limits=Limits(**limits))


def begun(given: Setting, seats: int, at: float = 0.0) -> Sitting:
    """The game as it begins."""
    return sittings.begun(given, 1, seats, CHAIN, at)


def played(given: Setting, sitting: Sitting, *moves: str, at: float = 0.0) -> Sitting:
    """The game after these moves, each "SEAT MOVE"."""
    for move in moves:
        seat, text = move.split()
        sitting = sittings.played(given, sitting, int(seat), text, at)
    return sitting


def give_up(given: Setting, sitting: Sitting, *seats: Seat, at: float = 0.0, goes_on: bool = True) -> Sitting:
    """The game after these seats gave it up."""
    for seat in seats:
        sitting = sittings.given_up(given, sitting, seat, f"{seat} resigned.", at, goes_on=goes_on)
    return sitting


def heights(sitting: Sitting) -> tuple[int, ...]:
    """How high everybody is."""
    found: tuple[int, ...] = sitting.state.heights
    return found
