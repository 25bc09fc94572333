"""The journal on a real disk: what is stored stays, and a disk that refuses loses nothing."""

from __future__ import annotations

import asyncio
import sqlite3
import typing
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from server.room import replay
from server.room.inputs import Input, Sit
from server.room.journal import Append, ConflictError, StorageUnavailableError
from server.storage.sqlite import journal as journal_sqlite
from server.storage.sqlite.database import SqliteDatabase
from server.storage.sqlite.journal import SqliteJournal
from tests.support.fakes.disks import busy, files_of_at_most
from tests.support.stored.journals import stored_entries

BIG = b"x" * 100_000


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "parlour.db"


@pytest.fixture
async def database(path: Path) -> SqliteDatabase:
    return SqliteDatabase(path, journal_sqlite.SCHEMA)


@pytest.fixture
async def journal(database: SqliteDatabase) -> AsyncIterator[SqliteJournal]:
    made = SqliteJournal(database)
    yield made
    await made.aclose()


def entries_on_disk(path: Path) -> list[tuple[str, int]]:
    """What another program sees in the file."""
    return [(room, seq) for room, entries in stored_entries(path).items() for seq, _ in enumerate(entries, 1)]


async def test_when_append_returns_everyone_who_opens_the_file_sees_the_entry(journal, path):
    for seq in range(1, 20):
        await journal.append("a", seq, b"entry")
        assert entries_on_disk(path)[-1] == ("a", seq)


async def test_what_is_stored_is_there_after_closing_and_opening_again(journal, path):
    await journal.append("a", 1, b"opened")
    await journal.append("b", 1, b"opened")
    await journal.append("b", 2, b"the last")
    await journal.close("b")
    await journal.aclose()
    again = SqliteJournal(SqliteDatabase(path, journal_sqlite.SCHEMA))
    assert await again.read("b") == [b"opened", b"the last"]
    assert list(await again.open_rooms()) == ["a"]
    with pytest.raises(ConflictError):
        await again.append("a", 1, b"another")
    await again.aclose()


async def test_entries_handed_in_together_share_a_commit_and_a_conflict_among_them_is_its_own(journal, database):
    await journal.append("a", 1, b"opened")
    before = database.commits
    async with busy(database):
        appends = [journal.append("a", seq, b"entry") for seq in (2, 3, 3, 4, 1, 5)]
        appends += [journal.append(room, 1, b"opened") for room in "bcd"]
        together = [asyncio.ensure_future(append) for append in appends]
    results = await asyncio.gather(*together, return_exceptions=True)
    assert [type(result) for result in results if result] == [ConflictError, ConflictError]
    assert [results[2], results[4]] == [result for result in results if result]
    assert database.commits == before + 2
    assert await journal.read("a") == [b"opened", *[b"entry"] * 4]


async def test_a_full_database_refuses_and_what_was_stored_is_safe(journal, database, path):
    await journal.append("a", 1, b"opened")
    pages = await database.run(lambda connection: connection.execute("PRAGMA page_count").fetchone()[0])
    await database.run(lambda connection: connection.execute(f"PRAGMA max_page_count = {pages}").fetchone())
    for room, seq in (("a", 2), ("b", 1)):
        with pytest.raises(StorageUnavailableError, match="full"):
            await journal.append(room, seq, BIG)
    assert await journal.read("a") == [b"opened"]
    assert list(await journal.open_rooms()) == ["a"]
    assert entries_on_disk(path) == [("a", 1)]
    await database.run(lambda connection: connection.execute("PRAGMA max_page_count = 1000000").fetchone())
    await journal.append("a", 2, BIG)
    await journal.append("b", 1, BIG)
    assert entries_on_disk(path) == [("a", 1), ("a", 2), ("b", 1)]


async def test_a_disk_that_takes_no_more_refuses_and_works_again_by_itself(journal, path):
    await journal.append("a", 1, b"opened")
    with files_of_at_most(path.with_suffix(".db-wal").stat().st_size):
        for _ in range(3):
            with pytest.raises(StorageUnavailableError):
                await journal.append("a", 2, BIG)
        assert await journal.read("a") == [b"opened"]
    assert entries_on_disk(path) == [("a", 1)]
    await journal.append("a", 2, BIG)
    assert entries_on_disk(path) == [("a", 1), ("a", 2)]


async def test_when_the_disk_refuses_everything_handed_in_together_is_refused(journal, database, path):
    await journal.append("a", 1, b"opened")
    with files_of_at_most(path.with_suffix(".db-wal").stat().st_size):
        async with busy(database):
            together = [asyncio.ensure_future(journal.append("a", seq, b"entry")) for seq in range(2, 10)]
            together.append(journal.append_all([Append("b", 1, (b"opened",)), Append("c", 1, (b"opened",))]))
        results = await asyncio.gather(*together, return_exceptions=True)
    assert [type(result) for result in results] == [StorageUnavailableError] * len(together)
    assert entries_on_disk(path) == [("a", 1)]
    assert list(await journal.open_rooms()) == ["a"]


KINDS = typing.get_args(Input)
OLD = """
CREATE TABLE entries (
    room TEXT NOT NULL, seq INTEGER NOT NULL, entry BLOB NOT NULL, PRIMARY KEY (room, seq)
) WITHOUT ROWID;
CREATE TABLE rooms (opened INTEGER PRIMARY KEY, room TEXT NOT NULL UNIQUE, closed INTEGER NOT NULL DEFAULT 0);
INSERT INTO rooms (room) VALUES ('a'), ('b');
"""


def made_up(kind: type) -> Input:
    """An input of a kind, as short as can be."""
    values = {int: 1, str: "x", bytes: b"x", bool: True}
    return kind(*[values.get(hint, "win") for hint in typing.get_type_hints(kind).values()])


async def test_a_journal_from_before_it_knew_of_summaries_is_taken_over_whole(path):
    """Who sat down was then to be told by an entry's bytes alone."""
    entries = [b"opened", *(replay.pack(at / 7 * 1e6, made_up(kind)) for at, kind in enumerate(KINDS))]
    sat = entries[1 + KINDS.index(Sit)]
    with closing(sqlite3.connect(path)) as old:
        old.executescript(OLD)
        rows = [(room, seq, entry) for room in "ab" for seq, entry in enumerate(entries, 1)]
        old.executemany("INSERT INTO entries VALUES (?, ?, ?)", rows)
        old.commit()
    for last in (entries[-1], b"the last"):
        journal = SqliteJournal(SqliteDatabase(path, journal_sqlite.SCHEMA, journal_sqlite.upgrade))
        assert await journal.read("b") == entries
        assert await journal.open_rooms() == {"a": [b"opened", sat, last], "b": [b"opened", sat, entries[-1]]}
        if last == entries[-1]:
            await journal.append("a", len(entries) + 1, b"the last")
        await journal.aclose()


async def test_a_disk_that_is_full_as_a_journal_is_taken_over_leaves_it_as_it_was(path):
    with closing(sqlite3.connect(path)) as old:
        old.execute("PRAGMA journal_mode=WAL")
        old.executescript(OLD)
        sat = replay.pack(1.0, made_up(Sit))
        rows = [("a", seq, entry) for seq, entry in enumerate([b"opened", sat] * 500, 1)]
        old.executemany("INSERT INTO entries VALUES (?, ?, ?)", rows)
        old.commit()
    with files_of_at_most(path.stat().st_size), pytest.raises(StorageUnavailableError, match="can't open"):
        SqliteDatabase(path, journal_sqlite.SCHEMA, journal_sqlite.upgrade)
    journal = SqliteJournal(SqliteDatabase(path, journal_sqlite.SCHEMA, journal_sqlite.upgrade))
    assert (await journal.open_rooms())["a"] == [b"opened", *[sat] * 501]
    await journal.aclose()
