"""An archive on a disk: it outlives the server, and comes into databases of an older one."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing

from protocol import messages as m
from server.storage.sqlite.records import SqliteResultStore
from tests.support.builders.game_records import ANN, BEN, between, in_a_row
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
    return opened_store(folder, SqliteResultStore)


async def test_games_and_ratings_are_there_after_a_restart_and_go_on_from_there(tmp_path):
    first, second = in_a_row(between(ANN, BEN), between(BEN, ANN))
    async with opened(tmp_path) as records:
        await records.keep([], [first])
        before = await records.rank(ANN, "peak")
    async with opened(tmp_path) as records:
        await records.keep([], [first])
        assert await records.rank(ANN, "peak") == before
        await records.keep([], [second])
        assert (await records.rank(ANN, "peak")).games == 2
        assert [kept.game for kept in await records.games(ANN, ALL)] == [second, first]


async def test_a_database_of_an_older_server_is_taken_over_and_grows_an_archive(tmp_path):
    with closing(sqlite3.connect(tmp_path / "parlour.db")) as older:
        older.executescript(OLDER)
    async with opened(tmp_path) as records:
        assert await records.games(ANN, ALL) == []
        await records.keep([], [between(ANN, BEN)])
        ((_, ended, _, _),) = await records.games(BEN, ALL)
        assert abs(time.time() - ended) < 60
