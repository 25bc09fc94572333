"""The game history in SQL: one row per finished game, and the ratings and head-to-head counts they add up to."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
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

KEEP = "INSERT INTO games (kept_at, room, number, told) VALUES (?, ?, ?, ?) ON CONFLICT (room, number) DO NOTHING"
KEPT = "SELECT past FROM games WHERE room = ? AND number = ?"
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
SEAT = "INSERT INTO seats VALUES (?, ?, ?, ?, ?)"
KEEP_RANK = upsert("ranks", "game, player, level", _RANK)
MEET = """
INSERT INTO encounters (player, game, whom, level, name, played, won, lost, day, rated)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
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
    day = int(now // DAY_S)
    for record in records:
        today = _rated_on(connection, record, day) if record.rated else 0
        stored = replace(record, rated=is_rated(record, today))
        if (past := _insert(connection, stored, now)) is None:
            continue
        connection.executemany(SEAT, _seat_rows(past, record))
        connection.executemany(MEET, _meeting_rows(stored, day))
        if record.rated:
            _update_ratings(connection, record, today)


def _rated_on(connection: SqlConnection, record: GameRecord, day: int) -> int:
    """How many rated games the two people of a game have played on its day before it; none against a computer."""
    one, other = record.rivals
    if COMPUTER in (one.player, other.player):
        return 0
    row = connection.execute(RATED_ON, (one.player, record.game, *other, day)).fetchone()
    return row[0] if row else 0


def _insert(connection: SqlConnection, record: GameRecord, now: int) -> int | None:
    """Store a game; its id, or None where it is stored already."""
    row = now, record.room, record.number, msgspec.json.encode(record)
    if not connection.execute(KEEP, row).rowcount:
        return None
    (past,) = connection.execute(KEPT, (record.room, record.number)).fetchone()
    return int(past)


def _seat_rows(past: int, record: GameRecord) -> Iterator[tuple[Any, ...]]:
    for seat, rival in enumerate(record.rivals):
        if rival.player != COMPUTER:
            yield rival.player, past, seat, record.game, record.code


def _meeting_rows(record: GameRecord, day: int) -> Iterator[tuple[Any, ...]]:
    for player, opponent, met in meetings(record):
        yield player.player, record.game, *opponent, met.name, met.played, met.won, met.lost, day, record.rated


def _update_ratings(connection: SqlConnection, record: GameRecord, today: int) -> None:
    rows = {rival: connection.execute(RANK, (record.game, *rival)).fetchone() for rival in record.rivals}
    before = {rival: _to_rating(row) for rival, row in rows.items() if row}
    after = rate_game(record, before, today)
    connection.executemany(KEEP_RANK, [_rank_row(record, *rated) for rated in after.items()])


def _rank_row(record: GameRecord, rival: RatedPlayer, after: PlayerRating) -> tuple[Any, ...]:
    return (
        record.game,
        *rival,
        *after.rating,
        after.name,
        after.games,
        after.change,
        after.room,
        after.number,
        after.note,
    )


def _to_rating(row: tuple[Any, ...]) -> PlayerRating:
    value, deviation, volatility, *others = row
    return PlayerRating(GlickoRating(value, deviation, volatility), *others)
