"""Records on a disk: they outlive the server, and what it refuses is not there in part."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from server import records_sqlite
from server.database import Database
from server.journal import Unwritable
from server.records import Record, Standing
from server.records_sqlite import SqliteRecords
from tests.support.disks import files_of_at_most

WON = Record("KQFM-1", 1, 0, 1, "ann", "peak", "48213", 110, 90.5, True, True, "ab")  # noqa: FBT003 - in its order


def opened(folder: Path) -> Database:
    return Database(folder / "parlour.db", records_sqlite.SCHEMA)


def recorded(count: int) -> list[Record]:
    return [replace(WON, number=number) for number in range(1, count + 1)]


async def test_standings_and_solutions_are_there_after_a_restart(tmp_path):
    database = opened(tmp_path)
    await SqliteRecords(database).keep([WON])
    before = await SqliteRecords(database).standing(1, "peak")
    await database.aclose()
    again = opened(tmp_path)
    assert await SqliteRecords(again).standing(1, "peak") == before
    await SqliteRecords(again).keep(recorded(2))
    assert (await SqliteRecords(again).standing(1, "peak")).streak == 2
    await again.aclose()


async def test_a_disk_that_refuses_keeps_all_of_what_came_before_and_nothing_of_the_rest(tmp_path):
    database = opened(tmp_path)
    records = SqliteRecords(database)
    await records.keep(recorded(2))
    with files_of_at_most((tmp_path / "parlour.db-wal").stat().st_size):
        with pytest.raises(Unwritable):
            await records.keep(recorded(300))
        assert (await records.standing(1, "peak")).played == 2
        await records.keep(recorded(2))
    await records.keep(recorded(300))
    assert (await records.standing(1, "peak")).played == 300
    await database.aclose()


async def test_a_row_says_when_it_was_kept(tmp_path):
    database = opened(tmp_path)
    await SqliteRecords(database).keep([WON])
    await database.aclose()
    with closing(sqlite3.connect(tmp_path / "parlour.db")) as reader:
        ((ago,),) = reader.execute("SELECT strftime('%s', 'now') - kept_at FROM records").fetchall()
    assert 0 <= ago < 60


async def test_nothing_is_written_where_all_is_kept_already(tmp_path):
    database = opened(tmp_path)
    await SqliteRecords(database).keep(recorded(20))
    size = (tmp_path / "parlour.db-wal").stat().st_size
    await SqliteRecords(database).keep(recorded(20))
    assert await SqliteRecords(database).standing(2, "peak") == Standing()
    assert (tmp_path / "parlour.db-wal").stat().st_size == size
    await database.aclose()
