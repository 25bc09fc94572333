"""The game history in SQL: one row per finished game, and the ratings and head-to-head counts they add up to."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, replace
from typing import Any, TypeVar

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

T = TypeVar("T")

_RatedIn = tuple[str, RatedPlayer]
"""A game and who plays it."""
_Meeting = tuple[RatedPlayer, str, RatedPlayer]
"""A player, a game and an opponent."""

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
RANKS = f"""
SELECT game, player, level, {_RANK} FROM ({{rows}}) AS asked CROSS JOIN ranks
WHERE game = column1 AND player = column2 AND level = column3
"""  # noqa: S608 - ours
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
RATED_ON = """
SELECT player, game, whom, level, rated FROM ({rows}) AS asked CROSS JOIN encounters
WHERE player = column1 AND game = column2 AND whom = column3 AND level = column4 AND day = column5
"""
ENCOUNTERS = f"""
SELECT whom, level, name, played, won, lost FROM encounters WHERE player = ? AND game = ?
ORDER BY played DESC, whom, level LIMIT {OPPONENTS}
"""  # noqa: S608 - ours
NEWEST = 2**63 - 1
"""Larger than the number of any game."""

_decoder: msgspec.json.Decoder[GameRecord] = msgspec.json.Decoder(GameRecord)


class SqlGameHistory:
    """Reads finished games, ratings and head-to-head counts."""

    def __init__(self, database: SqlDatabase) -> None:
        """Use a database opened with this module's SCHEMA."""
        self._database = database

    async def games(self, player: int, query: m.GetHistory) -> list[StoredGame]:
        before = NEWEST if query.before is None else query.before
        wanted = {"player": player, "before": before, "game": query.game, "room": query.room, "most": PAGE_GAMES + 1}
        rows = await self._rows(GAMES, wanted)
        return [StoredGame(past, ended, _decoder.decode(record), seat) for past, ended, record, seat in rows]

    async def place(self, player: int, past: int) -> tuple[str, int] | None:
        return next(iter(await self._rows(PLACE, (player, past))), None)

    async def rank(self, player: int, game: str) -> PlayerRating | None:
        key = game, RatedPlayer(player)
        return (await self._run(lambda connection: _ratings(connection, [key]))).get(key)

    async def ranks(self, wanted: Collection[tuple[int, str]]) -> dict[tuple[int, str], PlayerRating]:
        keys = [(game, RatedPlayer(player)) for player, game in wanted]
        found = await self._database.run(lambda connection: _ratings(connection, keys))
        return {(rival.player, game): rating for (game, rival), rating in found.items()}

    async def encounters(self, player: int, game: str) -> list[tuple[RatedPlayer, HeadToHead]]:
        rows = await self._rows(ENCOUNTERS, (player, game))
        return [(RatedPlayer(whom, level), HeadToHead(*counts)) for whom, level, *counts in rows]

    async def leaders(self, game: str) -> list[tuple[RatedPlayer, PlayerRating]]:
        rows = await self._rows(LEADING, (game,))
        return [(RatedPlayer(player, level), _to_rating(row)) for player, level, *row in rows]

    async def _rows(self, query: str, wanted: Any) -> list[Any]:  # noqa: ANN401 - as sqlite3 has them
        return await self._run(lambda connection: connection.execute(query, wanted).fetchall())

    def _run(self, work: Callable[[SqlConnection], T]) -> Awaitable[T]:
        return self._database.run(work)


def add(connection: SqlConnection, records: Iterable[GameRecord], now: int) -> None:
    """Store finished games and count them, but for those that are stored already; `now` in seconds since 1970."""
    new: dict[tuple[str, int], GameRecord] = {}
    for record in records:
        new.setdefault((record.room, record.number), record)
    for room, number, _ in connection.execute_rows(KEPT, new):
        del new[room, number]
    if new:
        _Count(connection, int(now // DAY_S), new).store(now)


class _Count:
    """Counts new games of a day, since 1970; mutable because each builds on those before it."""

    def __init__(self, connection: SqlConnection, day: int, games: Mapping[tuple[str, int], GameRecord]) -> None:
        """Read all that these games build on; it costs little more than for one."""
        self._connection = connection
        self._day = day
        self._games = games
        self._meetings: dict[_Meeting, tuple[HeadToHead, int]] = {}
        rated = [record for record in games.values() if record.rated]
        known = _ratings(connection, {(record.game, rival) for record in rated for rival in record.rivals})
        self._ratings = ChainMap[_RatedIn, PlayerRating]({}, known)
        self._rated_before = _rated_on(connection, day, {meeting for record in rated if (meeting := _met(record))})

    def store(self, now: int) -> None:
        """Store the games, by what is one's own of each, in their order."""
        stored = [self._count(record) for record in self._games.values()]
        told = [(now, record.room, record.number, msgspec.json.encode(record)) for record in stored]
        self._connection.execute_rows(KEEP, told)
        kept = self._connection.execute_rows(KEPT, self._games)
        seats = (row for room, number, past in kept for row in _seat_rows(past, self._games[room, number]))
        self._connection.execute_rows(SEATS, list(seats))
        met = [
            (player.player, game, *whom, met.name, met.played, met.won, met.lost, self._day, rated)
            for (player, game, whom), (met, rated) in self._meetings.items()
        ]
        self._connection.execute_rows(MEET, met)
        changed = self._ratings.maps[0]
        self._connection.execute_rows(KEEP_RANKS, [_rank_row(*key, after) for key, after in changed.items()])

    def _count(self, record: GameRecord) -> GameRecord:
        """Count a game; returns it as it is to be stored."""
        today = self._rated_today(record)
        if record.rated:
            keys = {rival: (record.game, rival) for rival in record.rivals}
            before = {rival: self._ratings[key] for rival, key in keys.items() if key in self._ratings}
            for rival, after in rate_game(record, before, today).items():
                self._ratings[record.game, rival] = after
        stored = replace(record, rated=is_rated(record, today))
        for player, opponent, met in meetings(stored):
            key = player, record.game, opponent
            old, rated = self._meetings.get(key, (HeadToHead(), 0))
            self._meetings[key] = _both(old, met), rated + stored.rated
        return stored

    def _rated_today(self, record: GameRecord) -> int:
        """How many rated games the two people of a rated game have played on its day before it."""
        meeting = _met(record) if record.rated else None
        if meeting is None:
            return 0
        _, rated = self._meetings.get(meeting, (None, 0))
        return self._rated_before.get(meeting, 0) + rated


def _met(record: GameRecord) -> _Meeting | None:
    """The two people of a rated game; None against a computer."""
    one, other = record.rivals
    return None if COMPUTER in (one.player, other.player) else (one, record.game, other)


def _ratings(connection: SqlConnection, keys: Collection[_RatedIn]) -> dict[_RatedIn, PlayerRating]:
    """Ratings by game and player, of those who have one."""
    found = connection.execute_rows(RANKS, [(game, *rival) for game, rival in keys])
    return {(game, RatedPlayer(player, level)): _to_rating(row) for game, player, level, *row in found}


def _rated_on(connection: SqlConnection, day: int, met: Collection[_Meeting]) -> dict[_Meeting, int]:
    """How many rated games of two people were on a day, unless none was."""
    found = connection.execute_rows(RATED_ON, [(one.player, game, *other, day) for one, game, other in met])
    return {(RatedPlayer(one), game, RatedPlayer(*other)): rated for one, game, *other, rated in found}


def _seat_rows(past: int, record: GameRecord) -> Iterator[tuple[Any, ...]]:
    for seat, rival in enumerate(record.rivals):
        if rival.player != COMPUTER:
            yield rival.player, past, seat, record.game, record.code


def _both(old: HeadToHead, new: HeadToHead) -> HeadToHead:
    return HeadToHead(new.name, old.played + new.played, old.won + new.won, old.lost + new.lost)


def _rank_row(game: str, rival: RatedPlayer, rating: PlayerRating) -> tuple[Any, ...]:
    value, *others = astuple(rating)
    return game, *rival, *value, *others


def _to_rating(row: Sequence[Any]) -> PlayerRating:
    value, deviation, volatility, *others = row
    return PlayerRating(GlickoRating(value, deviation, volatility), *others)
