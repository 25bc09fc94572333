"""The result store in SQL: what each seat did in each finished game, and each player's statistics."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from msgspec.structs import astuple

from server.players.results.game_record import GameRecord
from server.players.results.records import LONGEST_S, PlayerStats, ResultRow, Solution, WinCount
from server.storage.connection import SqlConnection, SqlDatabase, upsert
from server.storage.sql import ratings
from server.storage.sql.players import removal
from server.storage.sql.ratings import SqlGameHistory

T = TypeVar("T")

GATHER_S = 0.05
"""For how long a server's results wait for others: storing ten games together takes it little longer than one."""

SCHEMA = (
    ratings.SCHEMA
    + removal.SCHEMA
    + """
CREATE TABLE IF NOT EXISTS records (
    kept INTEGER PRIMARY KEY, kept_at INTEGER NOT NULL, room TEXT NOT NULL, number INTEGER NOT NULL,
    seat INTEGER NOT NULL, player INTEGER NOT NULL, name TEXT NOT NULL,
    game TEXT NOT NULL, deal TEXT NOT NULL, moves INTEGER NOT NULL, seconds REAL NOT NULL,
    won INTEGER NOT NULL, solved INTEGER NOT NULL, line TEXT NOT NULL, tied INTEGER NOT NULL DEFAULT 0,
    UNIQUE (room, number, seat)
);
CREATE INDEX IF NOT EXISTS days ON records (player, kept_at);
CREATE INDEX IF NOT EXISTS deals ON records (game, deal, player) WHERE deal != '';
CREATE INDEX IF NOT EXISTS best_solutions ON records (game, deal, moves) WHERE deal != '' AND solved = 1;
CREATE TABLE IF NOT EXISTS standings (
    player INTEGER NOT NULL, game TEXT NOT NULL, played INTEGER NOT NULL, won INTEGER NOT NULL,
    streak INTEGER NOT NULL, longest INTEGER NOT NULL, solved INTEGER NOT NULL, best_moves INTEGER,
    total_moves INTEGER NOT NULL, best_s REAL, total_s REAL NOT NULL, PRIMARY KEY (player, game)
) WITHOUT ROWID;
"""
)

KEEP = """
INSERT INTO records (kept_at, room, number, seat, player, name, game, deal, moves, seconds, won, solved, line, tied)
{rows}
"""
KEPT = """
SELECT room, number, seat FROM ({rows}) AS asked CROSS JOIN records
WHERE room = column1 AND number = column2 AND seat = column3
"""
_STANDING = "played, won, streak, longest, solved, best_moves, total_moves, best_s, total_s"
KEEP_STANDINGS = upsert("standings", "player, game", _STANDING, "{rows}")
STANDINGS = f"""
SELECT player, game, {_STANDING} FROM ({{rows}}) AS asked CROSS JOIN standings
WHERE player = column1 AND game = column2
"""  # noqa: S608 - ours
SCORE = """
SELECT count(CASE WHEN won = 1 AND tied = 0 THEN 1 END), count(CASE WHEN tied = 1 THEN 1 END),
    count(CASE WHEN won = 0 AND tied = 0 THEN 1 END)
FROM records WHERE player = ? AND kept_at >= ?
"""
SOLUTION = """
SELECT moves, name, CASE WHEN EXISTS (
    SELECT 1 FROM records WHERE game = :game AND deal = :deal AND deal != '' AND player = :reader
) THEN line ELSE '' END
FROM records WHERE game = :game AND deal = :deal AND deal != '' AND solved = 1 ORDER BY moves, kept LIMIT 1
"""


@dataclass(slots=True)
class _Gathered:
    """Results that wait to be stored together, once `timer` is due."""

    records: list[ResultRow]
    games: list[GameRecord]
    stored: asyncio.Future[None]
    timer: asyncio.TimerHandle


class SqlResultStore(SqlGameHistory):
    """Stores results as rows, and keeps each player's statistics up to date, so that reading them counts nothing."""

    def __init__(self, database: SqlDatabase, clock: Callable[[], float] = time.time, gather_s: float = 0.0) -> None:
        """Store results with all that come within `gather_s` seconds, or until somebody asks for some.

        The database is one opened with this module's SCHEMA; `clock` gives the seconds since 1970.
        """
        super().__init__(database)
        self._clock = clock
        self._gather_s = gather_s
        self._gathered: _Gathered | None = None

    async def keep(self, records: Sequence[ResultRow], games: Sequence[GameRecord] = ()) -> None:
        if not self._gather_s:
            await self._store(records, games)
            return
        gathered = self._gathered or self._gather()
        gathered.records += records
        gathered.games += games
        try:
            await asyncio.shield(gathered.stored)
        except asyncio.CancelledError:
            self._store_gathered()
            raise

    async def standing(self, player: int, game: str) -> PlayerStats:
        key = player, game
        return (await self._run(lambda connection: _stats(connection, [key])))[key]

    async def score(self, player: int, since: float) -> WinCount:
        first = math.ceil(max(since, self._clock() - LONGEST_S))
        row = await self._database.run(lambda connection: connection.execute(SCORE, (player, first)).fetchone())
        return WinCount(*row)

    async def solution(self, game: str, deal: str, reader: int) -> Solution | None:
        found = await self._rows(SOLUTION, {"game": game, "deal": deal, "reader": reader})
        return Solution(*found[0]) if found else None

    def _run(self, work: Callable[[SqlConnection], T]) -> Awaitable[T]:
        """Answer what somebody has asked, with all that has happened until then."""
        self._store_gathered()
        return super()._run(work)

    def _gather(self) -> _Gathered:
        loop = asyncio.get_running_loop()
        timer = loop.call_later(self._gather_s, self._store_gathered)
        self._gathered = _Gathered([], [], loop.create_future(), timer)
        return self._gathered

    def _store_gathered(self) -> None:
        """Put what waits into the database's queue, before whatever is asked after it."""
        if self._gathered is not None:
            gathered, self._gathered = self._gathered, None
            gathered.timer.cancel()
            storing = asyncio.ensure_future(self._store(gathered.records, gathered.games))
            storing.add_done_callback(partial(_settle, gathered.stored))

    def _store(self, records: Sequence[ResultRow], games: Sequence[GameRecord]) -> Awaitable[None]:
        now = int(self._clock())
        return self._database.run(lambda connection: self._insert(connection, records, games, now))

    def _insert(
        self, connection: SqlConnection, records: Sequence[ResultRow], games: Sequence[GameRecord], now: int
    ) -> None:
        """Store what is new; the statistics of each player are read and written once, however many games there are."""
        ratings.add(connection, games, now)
        new: dict[tuple[str, int, int], ResultRow] = {}
        for record in records:
            new.setdefault((record.room, record.number, record.seat), record)
        for kept in connection.execute_rows(KEPT, new):
            del new[kept]
        connection.execute_rows(KEEP, [(now, *astuple(record)) for record in new.values()])
        known = _stats(connection, {(record.player, record.game) for record in new.values()})
        for record in new.values():
            key = record.player, record.game
            known[key] = known[key].after(record)
        connection.execute_rows(KEEP_STANDINGS, [(*key, *astuple(stats)) for key, stats in known.items()])
        players = {record.player for record in records}
        removal.erase_late(connection, players.union(rival.player for game in games for rival in game.rivals))


def _settle(stored: asyncio.Future[None], storing: asyncio.Future[None]) -> None:
    """Give those who wait for their results the outcome of storing all."""
    if storing.cancelled():
        stored.cancel()
    elif (error := storing.exception()) is not None:
        stored.set_exception(error)
    else:
        stored.set_result(None)


def _stats(connection: SqlConnection, keys: Collection[tuple[int, str]]) -> dict[tuple[int, str], PlayerStats]:
    """The statistics of players in games."""
    found = {(player, game): PlayerStats(*row) for player, game, *row in connection.execute_rows(STANDINGS, keys)}
    return {key: found.get(key, PlayerStats()) for key in keys}
