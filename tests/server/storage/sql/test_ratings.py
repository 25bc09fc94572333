"""An archive on a disk: it outlives the server, and comes into databases of an older one."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing

from protocol import messages as m
from server.players.results.game_record import RatedPlayer
from server.players.results.ratings import HeadToHead
from server.storage.sql.records import SqlResultStore
from tests.support.builders.game_records import ANN, BEN, PLODDER, between, in_a_row
from tests.support.fakes.disks import opened_store

ALL = m.GetHistory(ref=1, game=None, room=None, before=None)
OLDER = """
CREATE TABLE records (
    kept INTEGER PRIMARY KEY, kept_at INTEGER NOT NULL DEFAULT 0, room TEXT NOT NULL, number INTEGER NOT NULL,
    seat INTEGER NOT NULL, player INTEGER NOT NULL, name TEXT NOT NULL, game TEXT NOT NULL, deal TEXT NOT NULL,
    moves INTEGER NOT NULL, seconds REAL NOT NULL, won INTEGER NOT NULL, solved INTEGER NOT NULL, line TEXT NOT NULL,
    UNIQUE (room, number, seat)
);
"""
"""What a server without an archive had of it."""


def opened(folder):
    return opened_store(folder, SqlResultStore)


async def test_games_and_ratings_are_there_after_a_restart_and_go_on_from_there(open_store):
    first, second = in_a_row(between(ANN, BEN), between(BEN, ANN))
    async with open_store(SqlResultStore) as records:
        await records.keep([], [first])
        before = await records.rank(ANN, "peak")
    async with open_store(SqlResultStore) as records:
        await records.keep([], [first])
        assert await records.rank(ANN, "peak") == before
        await records.keep([], [second])
        assert (await records.rank(ANN, "peak")).games == 2
        assert [kept.game for kept in await records.games(ANN, ALL)] == [second, first]


VERSION_2 = """
CREATE TABLE ranks (
    game TEXT NOT NULL, player INTEGER NOT NULL, level TEXT NOT NULL, value REAL NOT NULL, deviation REAL NOT NULL,
    volatility REAL NOT NULL, name TEXT NOT NULL, games INTEGER NOT NULL, change REAL NOT NULL,
    room TEXT NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (game, player, level)
) WITHOUT ROWID;
CREATE INDEX leaders ON ranks (game, value);
CREATE TABLE encounters (
    player INTEGER NOT NULL, game TEXT NOT NULL, whom INTEGER NOT NULL, level TEXT NOT NULL, name TEXT NOT NULL,
    played INTEGER NOT NULL, won INTEGER NOT NULL, lost INTEGER NOT NULL, PRIMARY KEY (player, game, whom, level)
) WITHOUT ROWID;
INSERT INTO ranks VALUES ('peak', 1, '', 1600.0, 90.0, 0.06, 'ann', 12, 3.5, 'KQFM', 12);
INSERT INTO ranks VALUES ('peak', -1, 'plodder', 2517.0, 60.0, 0.06, 'plodder', 200, 1.0, 'KQFM', 12);
INSERT INTO encounters VALUES (1, 'peak', -1, 'plodder', 'plodder', 12, 7, 5);
PRAGMA user_version = 2;
"""
"""What a server had that rated computers like people."""


async def test_the_ratings_that_computers_had_go_and_those_of_people_stay(tmp_path):
    with closing(sqlite3.connect(tmp_path / "parlour.db")) as older:
        older.executescript(VERSION_2)
    for _ in range(2):
        async with opened(tmp_path) as records:
            ((ann, rank),) = await records.leaders("peak")
            assert (ann, rank.rating.value, rank.games, rank.note) == (RatedPlayer(ANN), 1600.0, 12, "")
            assert await records.encounters(ANN, "peak") == [(PLODDER, HeadToHead("plodder", 12, 7, 5))]
    async with opened(tmp_path) as records:
        await records.keep([], [between(ANN, PLODDER), between(ANN, BEN, number=2)])
        assert (await records.rank(ANN, "peak")).games == 14


async def test_a_database_of_an_older_server_is_taken_over_and_grows_an_archive(tmp_path):
    with closing(sqlite3.connect(tmp_path / "parlour.db")) as older:
        older.executescript(OLDER)
    async with opened(tmp_path) as records:
        assert await records.games(ANN, ALL) == []
        await records.keep([], [between(ANN, BEN)])
        ((_, ended, _, _),) = await records.games(BEN, ALL)
        assert abs(time.time() - ended) < 60
