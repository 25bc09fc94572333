"""Result rows, one for each person in each game, and the stats that a player's rows add up to.

A row only repeats what the journal holds, and can be made anew from there; stored twice, it counts once.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple, Protocol

import msgspec
from msgspec.structs import replace

from engines.game import Seat
from protocol import messages as m
from server.players.results.game_record import GameRecord, RatedPlayer
from server.players.results.ratings import HeadToHead, PlayerRating, StoredGame

LONGEST_S = 2 * 24 * 3600
"""How far back games are counted one by one: enough for anybody's day, wherever they live."""


class ResultRow(msgspec.Struct, frozen=True):
    """What a person did in one game. No two rows have the same `room`, `number` and `seat`.

    Attributes:
        room: what the room's journal is kept under.
        number: which of the room's games it was.
        deal: what names the deal; empty in games whose deals have no names.
        seconds: how long the game lasted for them.
        won: whether they won it, alone or with others.
        solved: whether they did what the game is about, as a race can also be won without; in most games this is `won`.
        line: all their moves, where they solved a deal; otherwise empty.
        tied: whether others won it as well, be that by agreement.
    """

    room: str
    number: int
    seat: Seat
    player: int
    name: str
    game: str
    deal: str
    moves: int
    seconds: float
    won: bool
    solved: bool
    line: str
    tied: bool = False


class PlayerStats(msgspec.Struct, frozen=True):
    """What a player's rows in one game add up to, in the order they were stored.

    Attributes:
        streak: games won in a row, up to the last.
        longest: the most games ever won in a row.
        best_moves: the fewest moves in a game solved; None before the first, as is `best_s`.
        total_moves: of all games solved, as is `total_s`.
    """

    played: int = 0
    won: int = 0
    streak: int = 0
    longest: int = 0
    solved: int = 0
    best_moves: int | None = None
    total_moves: int = 0
    best_s: float | None = None
    total_s: float = 0.0

    def after(self, record: ResultRow) -> PlayerStats:
        streak = self.streak + 1 if record.won else 0
        played = replace(
            self,
            played=self.played + 1,
            won=self.won + record.won,
            streak=streak,
            longest=max(self.longest, streak),
        )
        return _with_solution(played, record) if record.solved else played


def _with_solution(stats: PlayerStats, record: ResultRow) -> PlayerStats:
    moves, seconds = stats.best_moves, stats.best_s
    return replace(
        stats,
        solved=stats.solved + 1,
        best_moves=record.moves if moves is None else min(moves, record.moves),
        total_moves=stats.total_moves + record.moves,
        best_s=record.seconds if seconds is None else min(seconds, record.seconds),
        total_s=stats.total_s + record.seconds,
    )


class Solution(msgspec.Struct, frozen=True):
    """The best known solution of a deal: in how many moves it was solved first, by whom and how.

    `line` is empty for who has not played the deal to an end: it would spoil it.
    """

    moves: int
    by: str
    line: str


class WinCount(NamedTuple):
    """How many games a player has won alone, tied with others, and lost."""

    won: int = 0
    tied: int = 0
    lost: int = 0


class ResultStore(Protocol):
    """Where results and finished games are stored, and looked up."""

    async def keep(self, records: Sequence[ResultRow], games: Sequence[GameRecord] = ()) -> None:
        """Store rows and games, in their order; those stored before stay as they are.

        All of it happens in one transaction with the ratings and scores that follow from it, and is durable when this
        returns. Raises StorageUnavailableError, and then has stored none of it.
        """

    async def standing(self, player: int, game: str) -> PlayerStats:
        """A player's stats in a game, rows that are just being stored included."""

    async def score(self, player: int, since: float) -> WinCount:
        """A player's count of games stored `since` a time, in seconds since 1970, or in the last two days.

        Rows that wait to be stored do not count. When the player's day began only their client knows.
        """

    async def solution(self, game: str, deal: str, reader: int) -> Solution | None:
        """The solution of a deal in the fewest moves, of several the one stored first, as a player may read it."""

    async def games(self, player: int, query: m.GetHistory) -> list[StoredGame]:
        """A player's games, the newest first: a page, and one more where there are others."""

    async def place(self, player: int, past: int) -> tuple[str, int] | None:
        """The journal of a player's game, and which of its games it was; None for no such."""

    async def rank(self, player: int, game: str) -> PlayerRating | None:
        """A person's rating in a game; None before the first that is rated."""

    async def ranks(self, wanted: Collection[tuple[int, str]]) -> dict[tuple[int, str], PlayerRating]:
        """The ratings of people in games, as far as they have them; games that wait to be stored do not count."""

    async def encounters(self, player: int, game: str) -> list[tuple[RatedPlayer, HeadToHead]]:
        """The opponents a player has played most, from the most."""

    async def leaders(self, game: str) -> list[tuple[RatedPlayer, PlayerRating]]:
        """The best players of a game: ranked ones before provisional ones, the highest first."""
