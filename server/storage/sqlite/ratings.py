"""The archive in the same SQLite file as the journal: a row a game, and beside them all that they come to."""

from __future__ import annotations

import sqlite3
from typing import Any

import msgspec

from protocol import messages as m
from server.players.results.game_record import GameRecord, RatedPlayer
from server.players.results.glicko2 import GlickoRating
from server.players.results.ratings import (
    LEADERS,
    OPPONENTS,
    PAGE_GAMES,
    PROVISIONAL,
    HeadToHead,
    PlayerRating,
    StoredGame,
    add_meeting,
    meetings,
    rate_game,
)
from server.storage.sqlite.database import Database

SCHEMA = """
CREATE TABLE IF NOT EXISTS games (
    past INTEGER PRIMARY KEY, kept_at INTEGER NOT NULL DEFAULT (CAST(strftime('%s', 'now') AS INTEGER)),
    room TEXT NOT NULL, number INTEGER NOT NULL, told BLOB NOT NULL, UNIQUE (room, number)
);
CREATE TABLE IF NOT EXISTS seats (
    player INTEGER NOT NULL, past INTEGER NOT NULL, seat INTEGER NOT NULL, game TEXT NOT NULL, code TEXT NOT NULL,
    PRIMARY KEY (player, past)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS ranks (
    game TEXT NOT NULL, player INTEGER NOT NULL, level TEXT NOT NULL, value REAL NOT NULL, deviation REAL NOT NULL,
    volatility REAL NOT NULL, name TEXT NOT NULL, games INTEGER NOT NULL, change REAL NOT NULL,
    room TEXT NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (game, player, level)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS leaders ON ranks (game, value);
CREATE TABLE IF NOT EXISTS encounters (
    player INTEGER NOT NULL, game TEXT NOT NULL, whom INTEGER NOT NULL, level TEXT NOT NULL, name TEXT NOT NULL,
    played INTEGER NOT NULL, won INTEGER NOT NULL, lost INTEGER NOT NULL, PRIMARY KEY (player, game, whom, level)
) WITHOUT ROWID;
"""

KEEP = "INSERT INTO games (room, number, told) VALUES (?, ?, ?) ON CONFLICT (room, number) DO NOTHING"
GAMES = """
SELECT past, kept_at, told, seat FROM seats JOIN games USING (past)
WHERE player = :player AND past < :before AND (:game IS NULL OR game = :game) AND (:room IS NULL OR code = :room)
ORDER BY past DESC LIMIT :most
"""
PLACE = "SELECT room, number FROM seats JOIN games USING (past) WHERE player = ? AND past = ?"
_RANK = "value, deviation, volatility, name, games, change, room, number"
RANK = f"SELECT {_RANK} FROM ranks WHERE game = ? AND player = ? AND level = ?"  # noqa: S608 - ours
LEADING = f"""
SELECT player, level, {_RANK} FROM ranks WHERE game = ?
ORDER BY deviation >= {PROVISIONAL}, value DESC, player, level LIMIT {LEADERS}
"""  # noqa: S608 - ours
MET = "SELECT name, played, won, lost FROM encounters WHERE player = ? AND game = ? AND whom = ? AND level = ?"
ENCOUNTERS = f"""
SELECT whom, level, name, played, won, lost FROM encounters WHERE player = ? AND game = ?
ORDER BY played DESC, whom, level LIMIT {OPPONENTS}
"""  # noqa: S608 - ours
NEWEST = 2**63 - 1
"""No game has such a number."""

_decoder: msgspec.json.Decoder[GameRecord] = msgspec.json.Decoder(GameRecord)


class SqliteGameHistory:
    """What has become of games, as rows."""

    def __init__(self, database: Database) -> None:
        """Look into a database opened with this module's SCHEMA."""
        self._database = database

    async def games(self, player: int, sought: m.GetHistory) -> list[StoredGame]:
        """The stored games that fit."""
        before = NEWEST if sought.before is None else sought.before
        wanted = {"player": player, "before": before, "game": sought.game, "room": sought.room, "most": PAGE_GAMES + 1}
        rows = await self._rows(GAMES, wanted)
        return [StoredGame(past, ended, _decoder.decode(told), seat) for past, ended, told, seat in rows]

    async def place(self, player: int, past: int) -> tuple[str, int] | None:
        """Where the game stands in the journal."""
        return next(iter(await self._rows(PLACE, (player, past))), None)

    async def rank(self, player: int, game: str) -> PlayerRating | None:
        """The stored rating."""
        return next((_as_rank(row) for row in await self._rows(RANK, (game, *RatedPlayer(player)))), None)

    async def encounters(self, player: int, game: str) -> list[tuple[RatedPlayer, HeadToHead]]:
        """Those met, as stored."""
        rows = await self._rows(ENCOUNTERS, (player, game))
        return [(RatedPlayer(whom, level), HeadToHead(*counts)) for whom, level, *counts in rows]

    async def leaders(self, game: str) -> list[tuple[RatedPlayer, PlayerRating]]:
        """The highest stored ratings."""
        rows = await self._rows(LEADING, (game,))
        return [(RatedPlayer(player, level), _as_rank(row)) for player, level, *row in rows]

    async def _rows(self, query: str, wanted: Any) -> list[Any]:  # noqa: ANN401 - as sqlite3 has them
        return await self._database.run(lambda connection: connection.execute(query, wanted).fetchall())


def add(connection: sqlite3.Connection, past: GameRecord) -> None:
    """Count a game, unless it has been."""
    kept = connection.execute(KEEP, (past.room, past.number, msgspec.json.encode(past)))
    if not kept.rowcount:
        return
    seats = [(who.player, kept.lastrowid, seat, past.game, past.code) for seat, who in enumerate(past.rivals)]
    connection.executemany("INSERT INTO seats VALUES (?, ?, ?, ?, ?)", [row for row in seats if row[0] >= 0])
    if past.rated:
        _rank(connection, past)
    _meet(connection, past)


def _rank(connection: sqlite3.Connection, past: GameRecord) -> None:
    before = {rival: row for rival in past.rivals if (row := connection.execute(RANK, (past.game, *rival)).fetchone())}
    for rival, rank in rate_game(past, {rival: _as_rank(row) for rival, row in before.items()}).items():
        row = (past.game, *rival, *rank.rating, rank.name, rank.games, rank.change, rank.room, rank.number)
        connection.execute("REPLACE INTO ranks VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row)


def _meet(connection: sqlite3.Connection, past: GameRecord) -> None:
    for who, whom, seat, other in meetings(past):
        key = (who.player, past.game, *whom)
        before = connection.execute(MET, key).fetchone()
        after = add_meeting(past, HeadToHead(*before) if before else HeadToHead(), seat, other)
        row = (*key, after.name, after.played, after.won, after.lost)
        connection.execute("REPLACE INTO encounters VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)


def _as_rank(row: tuple[Any, ...]) -> PlayerRating:
    value, deviation, volatility, *others = row
    return PlayerRating(GlickoRating(value, deviation, volatility), *others)
