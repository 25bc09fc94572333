"""Games at a table of their own, without a room: of Climb, unless another is given."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engines.game import Game, Seat
from server.room.match import match as matches
from server.room.match.clock import ClockLimits
from server.room.match.dealing import Chain
from server.room.match.match import Match, RoomSettings
from tests.support.games.climb import GAME, Options

CHAIN = Chain(bytes(32), bytes(32))


def setting(game: Game[Any, Any, Any] = GAME, **options: Any) -> RoomSettings:
    """What never changes about the table."""
    return RoomSettings("KQFM", game, Options(**options), {}, True, False, "ann", bytes(32))  # noqa: FBT003 - listed, serious


def limited(**limits: int) -> RoomSettings:
    return replace(setting(), limits=ClockLimits(**limits))


def begun(given: RoomSettings, seats: int, at: float = 0.0) -> Match:
    return matches.begin_match(given, 1, seats, CHAIN, at)


def played(given: RoomSettings, match: Match, *moves: str, at: float = 0.0) -> Match:
    for move in moves:
        seat, text = move.split()
        match = matches.play_move(given, match, int(seat), text, at)
    return match


def give_up(given: RoomSettings, match: Match, *seats: Seat, at: float = 0.0, goes_on: bool = True) -> Match:
    for seat in seats:
        match = matches.give_up(given, match, seat, f"{seat} resigned.", at, goes_on=goes_on)
    return match


def heights(match: Match) -> tuple[int, ...]:
    found: tuple[int, ...] = match.state.heights
    return found
