"""A finished game as players look back at it: made once, from the room, when the game ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from engines.game import Seat
from protocol import messages as m
from protocol import reasons
from server.room.match import match_view

COMPUTER = -1
"""No account's number: a computer has none."""


class RatedPlayer(NamedTuple):
    """A player with ratings and scores: a person by account, or a computer by level, which has no account."""

    player: int
    level: str = ""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One finished game. No two have the same `room` and `number`.

    Attributes:
        room: what the room's journal is kept under, and `code` the room's code.
        rivals: who held each seat when the game began, and `players` as what.
        seconds: how long it lasted.
        moves: how many were made, be they taken back later or not.
        rated: whether it counts for ratings.
        computer_rating: what the computer in a rated game is rated at, which no game changes.
        shares_address: whether two people played it from one address, so that it does not count for ratings.
        commitment: what bound the server to the deal, in hexadecimal.
    """

    room: str
    number: int
    code: str
    game: str
    options: dict[str, Any]
    rivals: tuple[RatedPlayer, ...]
    players: tuple[m.TranscriptPlayer, ...]
    ending: m.Ending
    seconds: float
    moves: int
    serious: bool
    rated: bool
    commitment: str
    computer_rating: float | None = None
    shares_address: bool = False

    @property
    def worded_ending(self) -> m.Ending:
        """How it ended, its reason as a sentence with the players' names."""
        return match_view.with_sentence(self.ending, reasons.player_names(self.players))

    def score(self, seat: Seat, other: Seat) -> float:
        """A seat's score against another: 1 where it alone of the two won, 0 where it alone lost."""
        winners = self.ending.winners
        return (1 + (seat in winners) - (other in winners)) / 2
