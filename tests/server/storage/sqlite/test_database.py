"""One SQLite file: it syncs, it is upgraded or refused by its version, and its damage is said to be the disk's."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from server.room.journal import StorageUnavailableError
from server.storage.sqlite.database import VERSION, MemoryDatabase, SqliteDatabase

pytestmark = pytest.mark.slow

SCHEMA = "CREATE TABLE IF NOT EXISTS things (thing INTEGER PRIMARY KEY);"


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


async def test_work_for_many_at_once_makes_its_own_transaction_which_may_be_one_statement(database):
    statements = []
    await database.run(lambda connection: connection.set_trace_callback(statements.append))
    statements.clear()
    await database.run_together(put_together, 1)
    assert statements == ["INSERT INTO things VALUES (1)"]


async def test_a_file_that_cannot_be_opened_is_said_to_be_unwritable(tmp_path):
    (tmp_path / "file").touch()
    (tmp_path / "garbage.db").write_bytes(b"no database at all " * 1000)
    for path in (tmp_path, tmp_path / "file" / "things.db", tmp_path / "garbage.db"):
        with pytest.raises(StorageUnavailableError, match="can't open"):
            SqliteDatabase(path, SCHEMA)


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
