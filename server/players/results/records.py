"""Result rows, one for each person in each game, and the stats that a player's rows add up to.

A row only repeats what the journal holds, and can be made anew from there; stored twice, it counts once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import NamedTuple, Protocol

import msgspec
from msgspec.structs import replace

from engines.game import Seat
from server.players.results.game_record import GameRecord
from server.players.results.ratings import GameHistory, MemoryGameHistory

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
        """The stats one game later."""
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

    def after(self, record: ResultRow) -> WinCount:
        """The count one game later."""
        if record.tied:
            return self._replace(tied=self.tied + 1)
        return self._replace(won=self.won + record.won, lost=self.lost + (not record.won))


class ResultStore(GameHistory, Protocol):
    """Where results and finished games are stored. All implementations pass one suite of tests."""

    async def keep(self, records: Sequence[ResultRow], games: Sequence[GameRecord] = ()) -> None:
        """Store rows and games, in their order; those stored before stay as they are.

        All of it happens in one transaction with the ratings and scores that follow from it, and is durable when this
        returns. Raises StorageUnavailableError, and then has stored none of it.
        """

    async def standing(self, player: int, game: str) -> PlayerStats:
        """A player's stats in a game, rows that are just being stored included."""

    async def score(self, player: int, since: float) -> WinCount:
        """A player's count of games stored `since` a time, in seconds since 1970, or in the last two days.

        Rows that are just being stored count. When the player's day began only their client knows.
        """

    async def solution(self, game: str, deal: str, reader: int) -> Solution | None:
        """The solution of a deal in the fewest moves, of several the one stored first, as a player may read it."""


class MemoryResultStore(MemoryGameHistory):
    """Results that last as long as the process."""

    def __init__(self, now: Callable[[], float] = lambda: 0.0) -> None:
        """Begin with none; `now` is the time in seconds since 1970."""
        super().__init__()
        self._now = now
        self._kept_at: dict[tuple[str, int, Seat], float] = {}
        self._records: dict[tuple[str, int, Seat], ResultRow] = {}
        self._standings: dict[tuple[int, str], PlayerStats] = {}

    async def keep(self, records: Sequence[ResultRow], games: Sequence[GameRecord] = ()) -> None:
        """Store the rows and count the games."""
        for game in games:
            self.add(game)
        for record in records:
            key = (record.room, record.number, record.seat)
            if key not in self._records:
                whose = (record.player, record.game)
                self._records[key] = record
                self._kept_at[key] = self._now()
                self._standings[whose] = self._standings.get(whose, PlayerStats()).after(record)

    async def standing(self, player: int, game: str) -> PlayerStats:
        """The current stats."""
        return self._standings.get((player, game), PlayerStats())

    async def score(self, player: int, since: float) -> WinCount:
        """The count, by looking through all rows."""
        since = max(since, self._now() - LONGEST_S)
        recent = [record for key, record in self._records.items() if self._kept_at[key] >= since]
        return reduce(WinCount.after, (record for record in recent if record.player == player), WinCount())

    async def solution(self, game: str, deal: str, reader: int) -> Solution | None:
        """The best solution stored."""
        of_deal = [record for record in self._records.values() if deal and (record.game, record.deal) == (game, deal)]
        best = min([record for record in of_deal if record.solved], key=lambda record: record.moves, default=None)
        if best is None:
            return None
        is_known = any(record.player == reader for record in of_deal)
        return Solution(best.moves, best.name, best.line if is_known else "")
