"""The game history in SQL: one row per finished game, and the ratings and head-to-head counts they add up to."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import astuple, replace
from typing import Any

import msgspec

from protocol import messages as m
from server.players.accounts.archive import DAY_S
from server.players.results.game_record import COMPUTER, GameRecord, RatedPlayer
from server.players.results.glicko2 import GlickoRating
from server.players.results.ratings import (
    LEADERS,
    OPPONENTS,
    PAGE_GAMES,
    PROVISIONAL,
    HeadToHead,
    PlayerRating,
    StoredGame,
    is_rated,
    meetings,
    rate_game,
)
from server.storage.connection import SqlConnection, SqlDatabase, upsert

SCHEMA = f"""
CREATE TABLE IF NOT EXISTS games (
    past INTEGER PRIMARY KEY, kept_at INTEGER NOT NULL, room TEXT NOT NULL, number INTEGER NOT NULL,
    told BLOB NOT NULL, UNIQUE (room, number)
);
CREATE TABLE IF NOT EXISTS seats (
    player INTEGER NOT NULL, past INTEGER NOT NULL, seat INTEGER NOT NULL, game TEXT NOT NULL, code TEXT NOT NULL,
    PRIMARY KEY (player, past)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS ranks (
    game TEXT NOT NULL, player INTEGER NOT NULL, level TEXT NOT NULL, value REAL NOT NULL, deviation REAL NOT NULL,
    volatility REAL NOT NULL, name TEXT NOT NULL, games INTEGER NOT NULL, change REAL NOT NULL,
    room TEXT NOT NULL, number INTEGER NOT NULL, note TEXT NOT NULL DEFAULT '', PRIMARY KEY (game, player, level)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS ranking ON ranks (game, (deviation >= {PROVISIONAL}), value DESC, player, level)
WHERE games > 0;
CREATE TABLE IF NOT EXISTS encounters (
    player INTEGER NOT NULL, game TEXT NOT NULL, whom INTEGER NOT NULL, level TEXT NOT NULL, name TEXT NOT NULL,
    played INTEGER NOT NULL, won INTEGER NOT NULL, lost INTEGER NOT NULL,
    day INTEGER NOT NULL DEFAULT 0, rated INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (player, game, whom, level)
) WITHOUT ROWID;
"""
"""`ranking` finds the leaders of a game without sorting everybody.

In `encounters`, `rated` counts the rated games on the `day` of the last game, in days since 1970.
"""

KEEP = "INSERT INTO games (kept_at, room, number, told) {rows}"
KEPT = "SELECT room, number, past FROM ({rows}) AS asked CROSS JOIN games WHERE room = column1 AND number = column2"
GAMES = """
SELECT past, kept_at, told, seat FROM seats JOIN games USING (past)
WHERE player = :player AND past < :before AND (CAST(:game AS TEXT) IS NULL OR game = :game)
AND (CAST(:room AS TEXT) IS NULL OR code = :room)
ORDER BY past DESC LIMIT :most
"""
PLACE = "SELECT room, number FROM seats JOIN games USING (past) WHERE player = ? AND past = ?"
_RANK = "value, deviation, volatility, name, games, change, room, number, note"
RANK = f"SELECT {_RANK} FROM ranks WHERE game = ? AND player = ? AND level = ?"  # noqa: S608 - ours
LEADING = f"""
SELECT player, level, {_RANK} FROM ranks WHERE game = ? AND games > 0
ORDER BY deviation >= {PROVISIONAL}, value DESC, player, level LIMIT {LEADERS}
"""  # noqa: S608 - ours
SEATS = "INSERT INTO seats {rows}"
KEEP_RANKS = upsert("ranks", "game, player, level", _RANK, "{rows}")
MEET = """
INSERT INTO encounters (player, game, whom, level, name, played, won, lost, day, rated) {rows}
ON CONFLICT (player, game, whom, level) DO UPDATE SET
    name = excluded.name, played = encounters.played + excluded.played, won = encounters.won + excluded.won,
    lost = encounters.lost + excluded.lost, day = excluded.day,
    rated = excluded.rated + CASE WHEN encounters.day = excluded.day THEN encounters.rated ELSE 0 END
"""
RATED_ON = "SELECT rated FROM encounters WHERE player = ? AND game = ? AND whom = ? AND level = ? AND day = ?"
ENCOUNTERS = f"""
SELECT whom, level, name, played, won, lost FROM encounters WHERE player = ? AND game = ?
ORDER BY played DESC, whom, level LIMIT {OPPONENTS}
"""  # noqa: S608 - ours
NEWEST = 2**63 - 1
"""Larger than the number of any game."""

_decoder: msgspec.json.Decoder[GameRecord] = msgspec.json.Decoder(GameRecord)


class SqlGameHistory:
    """Reads finished games, ratings and head-to-head counts."""

    def __init__(self, database: SqlDatabase, clock: Callable[[], float] = time.time) -> None:
        """Use a database opened with this module's SCHEMA; `clock` gives the seconds since 1970."""
        self._database = database
        self._clock = clock

    async def games(self, player: int, query: m.GetHistory) -> list[StoredGame]:
        before = NEWEST if query.before is None else query.before
        wanted = {"player": player, "before": before, "game": query.game, "room": query.room, "most": PAGE_GAMES + 1}
        rows = await self._rows(GAMES, wanted)
        return [StoredGame(past, ended, _decoder.decode(record), seat) for past, ended, record, seat in rows]

    async def place(self, player: int, past: int) -> tuple[str, int] | None:
        return next(iter(await self._rows(PLACE, (player, past))), None)

    async def rank(self, player: int, game: str) -> PlayerRating | None:
        return next((_to_rating(row) for row in await self._rows(RANK, (game, *RatedPlayer(player)))), None)

    async def encounters(self, player: int, game: str) -> list[tuple[RatedPlayer, HeadToHead]]:
        rows = await self._rows(ENCOUNTERS, (player, game))
        return [(RatedPlayer(whom, level), HeadToHead(*counts)) for whom, level, *counts in rows]

    async def leaders(self, game: str) -> list[tuple[RatedPlayer, PlayerRating]]:
        rows = await self._rows(LEADING, (game,))
        return [(RatedPlayer(player, level), _to_rating(row)) for player, level, *row in rows]

    async def _rows(self, query: str, wanted: Any) -> list[Any]:  # noqa: ANN401 - as sqlite3 has them
        return await self._database.run(lambda connection: connection.execute(query, wanted).fetchall())


def add(connection: SqlConnection, records: Iterable[GameRecord], now: int) -> None:
    """Store finished games and count them, but for those that are stored already; `now` in seconds since 1970."""
    new: dict[tuple[str, int], GameRecord] = {}
    for record in records:
        new.setdefault((record.room, record.number), record)
    for room, number, _ in connection.execute_rows(KEPT, new):
        del new[room, number]
    if new:
        _Count(connection, int(now // DAY_S)).add(new, now)


class _Count:
    """Counts new games of a day, since 1970; mutable because each builds on those before it."""

    def __init__(self, connection: SqlConnection, day: int) -> None:
        self._connection = connection
        self._day = day
        self._meetings: dict[tuple[RatedPlayer, str, RatedPlayer], tuple[HeadToHead, int]] = {}
        self._ratings: dict[tuple[str, RatedPlayer], PlayerRating] = {}

    def add(self, games: Mapping[tuple[str, int], GameRecord], now: int) -> None:
        """Store games, by what is one's own of each, in their order."""
        stored = [self._count(record) for record in games.values()]
        told = [(now, record.room, record.number, msgspec.json.encode(record)) for record in stored]
        self._connection.execute_rows(KEEP, told)
        kept = self._connection.execute_rows(KEPT, games)
        seats = (row for room, number, past in kept for row in _seat_rows(past, games[room, number]))
        self._connection.execute_rows(SEATS, list(seats))
        met = [
            (player.player, game, *whom, met.name, met.played, met.won, met.lost, self._day, rated)
            for (player, game, whom), (met, rated) in self._meetings.items()
        ]
        self._connection.execute_rows(MEET, met)
        self._connection.execute_rows(KEEP_RANKS, [_rank_row(*key, after) for key, after in self._ratings.items()])

    def _count(self, record: GameRecord) -> GameRecord:
        """Count a game; returns it as it is to be stored."""
        today = self._rated_today(record) if record.rated else 0
        if record.rated:
            before = {rival: rating for rival in record.rivals if (rating := self._rating(record.game, rival))}
            for rival, after in rate_game(record, before, today).items():
                self._ratings[record.game, rival] = after
        stored = replace(record, rated=is_rated(record, today))
        for player, opponent, met in meetings(stored):
            key = player, record.game, opponent
            old, rated = self._meetings.get(key, (HeadToHead(), 0))
            self._meetings[key] = _both(old, met), rated + stored.rated
        return stored

    def _rated_today(self, record: GameRecord) -> int:
        """How many rated games the two people of a game have played on its day before it; none against a computer."""
        one, other = record.rivals
        if COMPUTER in (one.player, other.player):
            return 0
        row = self._connection.execute(RATED_ON, (one.player, record.game, *other, self._day)).fetchone()
        _, rated = self._meetings.get((one, record.game, other), (None, 0))
        return (row[0] if row else 0) + rated

    def _rating(self, game: str, rival: RatedPlayer) -> PlayerRating | None:
        if (known := self._ratings.get((game, rival))) is not None:
            return known
        row = self._connection.execute(RANK, (game, *rival)).fetchone()
        return None if row is None else _to_rating(row)


def _seat_rows(past: int, record: GameRecord) -> Iterator[tuple[Any, ...]]:
    for seat, rival in enumerate(record.rivals):
        if rival.player != COMPUTER:
            yield rival.player, past, seat, record.game, record.code


def _both(old: HeadToHead, new: HeadToHead) -> HeadToHead:
    return HeadToHead(new.name, old.played + new.played, old.won + new.won, old.lost + new.lost)


def _rank_row(game: str, rival: RatedPlayer, rating: PlayerRating) -> tuple[Any, ...]:
    value, *others = astuple(rating)
    return game, *rival, *value, *others


def _to_rating(row: tuple[Any, ...]) -> PlayerRating:
    value, deviation, volatility, *others = row
    return PlayerRating(GlickoRating(value, deviation, volatility), *others)
