"""Games at a table of their own, without a room: of Climb, unless another is given."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engines.game import Game, Seat
from server.room.match import match as sittings
from server.room.match.clock import ClockLimits
from server.room.match.dealing import Chain
from server.room.match.match import Match, RoomSettings
from tests.support.games.climb import GAME, Options

CHAIN = Chain(bytes(32), bytes(32))


def setting(game: Game[Any, Any, Any] = GAME, **options: Any) -> RoomSettings:
    """What never changes about the table."""
    return RoomSettings("KQFM", game, Options(**options), {}, True, False, "ann", bytes(32))  # noqa: FBT003 - listed, serious


def limited(**limits: int) -> RoomSettings:
    """The same, with limits of time."""
    return replace(setting(), limits=ClockLimits(**limits))


def begun(given: RoomSettings, seats: int, at: float = 0.0) -> Match:
    """The game as it begins."""
    return sittings.begin_match(given, 1, seats, CHAIN, at)


def played(given: RoomSettings, sitting: Match, *moves: str, at: float = 0.0) -> Match:
    """The game after these moves, each "SEAT MOVE"."""
    for move in moves:
        seat, text = move.split()
        sitting = sittings.play_move(given, sitting, int(seat), text, at)
    return sitting


def give_up(given: RoomSettings, sitting: Match, *seats: Seat, at: float = 0.0, goes_on: bool = True) -> Match:
    """The game after these seats gave it up."""
    for seat in seats:
        sitting = sittings.give_up(given, sitting, seat, f"{seat} resigned.", at, goes_on=goes_on)
    return sitting


def heights(sitting: Match) -> tuple[int, ...]:
    """How high everybody is."""
    found: tuple[int, ...] = sitting.state.heights
    return found
