"""One file, one thread, one connection: work is all or nothing, and shares its commits."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from server.room.journal import StorageUnavailableError
from server.storage.database import BATCH_MAX
from server.storage.sqlite.database import VERSION, MemoryDatabase, SqliteDatabase
from tests.support.fakes.disks import AT_MOST_S, busy

pytestmark = pytest.mark.slow

SCHEMA = "CREATE TABLE IF NOT EXISTS things (thing INTEGER PRIMARY KEY);"
TOO_LARGE = 2**70
"""No disk refuses this: Python does, before SQLite hears of it."""


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[SqliteDatabase]:
    opened = SqliteDatabase(tmp_path / "deep" / "down" / "things.db", SCHEMA)
    yield opened
    await opened.aclose()


def put(*things: int):
    def work(connection: sqlite3.Connection) -> None:
        for thing in things:
            connection.execute("INSERT INTO things VALUES (?)", (thing,))

    return work


def put_together(connection: sqlite3.Connection, things: Sequence[int]) -> list[int]:
    """Work for many at once, which is all or nothing; each is told how many they were."""
    connection.execute(f"INSERT INTO things VALUES {', '.join('(?)' for _ in things)}", things)
    return [len(things)] * len(things)


def everything(connection: sqlite3.Connection) -> list[int]:
    return [thing for (thing,) in connection.execute("SELECT thing FROM things ORDER BY thing")]


def pragma(name: str):
    return lambda connection: connection.execute(f"PRAGMA {name}").fetchone()[0]


async def test_what_is_committed_is_on_the_disk(database):
    assert await database.run(pragma("journal_mode")) == "wal"
    assert await database.run(pragma("synchronous")) == 2, "FULL: a commit returns when the disk has it"


async def test_work_returns_what_it_finds(database):
    await database.run(put(1, 2))
    assert await database.run_together(put_together, 3) == 1
    assert await database.run(everything) == [1, 2, 3]


async def test_work_that_fails_leaves_nothing_of_itself_and_everything_of_the_others(database):
    async with busy(database):
        first, failing, last = (asyncio.ensure_future(database.run(work)) for work in (put(1), put(2, 3, 1), put(4)))
    await asyncio.gather(first, last)
    with pytest.raises(sqlite3.IntegrityError):
        await failing
    assert await database.run(everything) == [1, 4]


async def test_whatever_work_raises_reaches_who_handed_it_in(database):
    def fails(connection: sqlite3.Connection) -> None:
        put(5)(connection)
        raise LookupError("no such thing")

    with pytest.raises(LookupError, match="no such thing"):
        await database.run(fails)
    assert await database.run(everything) == []


async def test_work_for_many_at_once_is_done_once_for_all_who_wait_and_each_is_told(database):
    async with busy(database):
        first, second = (database.run_together(put_together, thing) for thing in (1, 2))
        between = database.run(everything)
        third = database.run_together(put_together, 3)
    assert (await first, await second, await between, await third) == (2, 2, [1, 2], 1)
    assert await database.run(everything) == [1, 2, 3]


async def test_work_for_many_at_once_that_the_disk_refuses_is_refused_to_all_who_wait(database):
    await database.run_together(put_together, 1)
    async with busy(database):
        together = [database.run_together(put_together, thing) for thing in (2, 1)]
        other = database.run(put(3))
    results = await asyncio.gather(*together, other, return_exceptions=True)
    assert [type(result) for result in results] == [StorageUnavailableError] * 3
    assert await database.run(everything) == [1]


async def test_work_waiting_together_shares_a_commit_up_to_a_bound(database):
    async with busy(database):
        jobs = [database.run(put(thing)) for thing in range(BATCH_MAX + 1)]
    await asyncio.gather(*jobs)
    assert database.commits == 3
    assert database.jobs == BATCH_MAX + 2


async def test_work_for_many_at_once_makes_its_own_transaction_which_may_be_one_statement(database):
    statements = []
    await database.run(lambda connection: connection.set_trace_callback(statements.append))
    statements.clear()
    await database.run_together(put_together, 1)
    assert statements == ["INSERT INTO things VALUES (1)"]


async def test_who_no_longer_waits_for_an_answer_disturbs_nobody(database):
    async with busy(database):
        cancelled, other = (asyncio.ensure_future(database.run(put(thing))) for thing in (1, 2))
        await asyncio.sleep(0)
        cancelled.cancel()
    await other
    assert 2 in await database.run(everything)


async def test_closing_finishes_the_work_handed_in(tmp_path):
    database = SqliteDatabase(tmp_path / "things.db", SCHEMA)
    jobs = [database.run(put(thing)) for thing in range(10)]
    await database.aclose()
    await asyncio.gather(*jobs)
    again = SqliteDatabase(tmp_path / "things.db", SCHEMA)
    assert await again.run(everything) == list(range(10))
    await again.aclose()


async def test_a_file_that_cannot_be_opened_is_said_to_be_unwritable(tmp_path):
    (tmp_path / "file").touch()
    (tmp_path / "garbage.db").write_bytes(b"no database at all " * 1000)
    for path in (tmp_path, tmp_path / "file" / "things.db", tmp_path / "garbage.db"):
        with pytest.raises(StorageUnavailableError, match="can't open"):
            SqliteDatabase(path, SCHEMA)


async def test_a_fault_that_is_not_the_disks_fails_its_commit_and_everything_after_it_rather_than_hang(
    database, caplog
):
    await database.run_together(put_together, 1)
    async with asyncio.timeout(AT_MOST_S):
        async with busy(database):
            together = [database.run_together(put_together, thing) for thing in (2, TOO_LARGE)]
        assert [type(each) for each in await asyncio.gather(*together, return_exceptions=True)] == [
            StorageUnavailableError
        ] * 2
        assert not database.is_alive
        for later in (database.run_together(put_together, 3), database.run(everything)):
            with pytest.raises(StorageUnavailableError, match="has failed"):
                await later
        await database.aclose()
    assert "event=database-failed" in caplog.text


async def test_nothing_of_what_such_a_fault_met_is_on_the_disk(database, tmp_path):
    async with busy(database):
        together = [database.run_together(put_together, 1), database.run(put(2))]
        together.append(database.run_together(put_together, TOO_LARGE))
    async with asyncio.timeout(AT_MOST_S):
        await asyncio.gather(*together, return_exceptions=True)
        await database.aclose()
    again = SqliteDatabase(tmp_path / "deep" / "down" / "things.db", SCHEMA)
    assert await again.run(everything) == []
    await again.aclose()


async def test_an_upgrade_that_the_disk_refuses_is_said_to_be_unwritable_and_lets_go_of_the_file(tmp_path):
    given: list[sqlite3.Connection] = []

    def upgrade(connection: sqlite3.Connection) -> None:
        given.append(connection)
        raise sqlite3.OperationalError("database or disk is full")

    with pytest.raises(StorageUnavailableError, match=r"can't open .*: database or disk is full"):
        SqliteDatabase(tmp_path / "things.db", SCHEMA, upgrade)
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        given[0].execute("SELECT 1")


async def test_a_damaged_page_is_said_to_be_the_disks_fault(tmp_path):
    database = SqliteDatabase(tmp_path / "things.db", SCHEMA)
    await database.run(put(*range(5000)))
    await database.aclose()
    content = bytearray((tmp_path / "things.db").read_bytes())
    content[2 * 4096 : 3 * 4096] = b"\xaa" * 4096
    (tmp_path / "things.db").write_bytes(content)
    damaged = SqliteDatabase(tmp_path / "things.db", SCHEMA)
    with pytest.raises(StorageUnavailableError, match="malformed"):
        await damaged.run(everything)
    await damaged.aclose()


async def test_a_file_says_how_it_is_laid_out(database):
    assert await database.run(pragma("user_version")) == VERSION


async def test_a_file_from_before_files_said_so_is_upgraded_and_loses_nothing(tmp_path):
    with closing(sqlite3.connect(tmp_path / "things.db", isolation_level=None)) as older:
        older.executescript(SCHEMA)
        older.execute("INSERT INTO things VALUES (1)")
        assert older.execute("PRAGMA user_version").fetchone() == (0,)
    for _ in range(2):
        database = SqliteDatabase(tmp_path / "things.db", SCHEMA)
        assert await database.run(pragma("user_version")) == VERSION
        assert await database.run(everything) == [1]
        await database.aclose()


async def test_a_file_keeps_its_old_version_until_every_upgrade_is_done(tmp_path):
    seen = []
    database = SqliteDatabase(
        tmp_path / "things.db", SCHEMA, lambda connection: seen.append(pragma("user_version")(connection))
    )
    await database.aclose()
    assert seen == [0]


async def test_a_newer_file_is_refused_with_both_versions_and_no_byte_is_written(tmp_path):
    path = tmp_path / "things.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as newer:
        newer.executescript(f"PRAGMA journal_mode=WAL; {SCHEMA} PRAGMA user_version={VERSION + 1};")
        # As a newer program that was killed leaves it: what it wrote last, its version too, is in the log alone.
        left = {file.name: file.read_bytes() for file in tmp_path.iterdir() if not file.name.endswith("-shm")}
    assert len(left["things.db-wal"])
    for name, content in left.items():
        (tmp_path / name).write_bytes(content)
    said = f"{path} has version {VERSION + 1}, but this program only knows versions up to {VERSION}"
    with pytest.raises(StorageUnavailableError, match=re.escape(said)):
        SqliteDatabase(path, "CREATE TABLE more (thing INTEGER);")
    assert {name: (tmp_path / name).read_bytes() for name in left} == left


async def test_a_database_in_memory_is_closed_by_whichever_thread_collects_it():
    databases = [MemoryDatabase(SCHEMA)]
    connection = await databases[0].run(lambda connection: connection)
    await asyncio.to_thread(databases.clear)
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        connection.execute("SELECT 1")
