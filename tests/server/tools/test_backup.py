"""A copy is taken while the server writes, and a server goes on from it."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from server.storage.sqlite import journal as journal_sqlite
from server.storage.sqlite.database import VERSION, SqliteDatabase
from server.storage.sqlite.journal import SqliteJournal
from server.storage.stores import DATABASE_NAME
from server.tools.backup import main
from tests.support.stored.journals import stored_entries

ROOM = "KQFM-1"


@pytest.fixture
async def journal(tmp_path):
    journal = SqliteJournal(SqliteDatabase(tmp_path / DATABASE_NAME, journal_sqlite.SCHEMA))
    yield journal
    await journal.aclose()


def entries(file):
    return stored_entries(file)[ROOM]


async def test_what_is_stored_is_in_the_copy_while_the_server_goes_on(tmp_path, journal, capsys):
    copies = [tmp_path / name for name in ("first.db", "second.db")]
    await journal.append(ROOM, 1, b"one")
    assert main([str(copies[0]), "--data", str(tmp_path)]) == 0
    await journal.append(ROOM, 2, b"two")
    assert main([str(copies[1]), "--data", str(tmp_path)]) == 0
    assert [entries(copy) for copy in copies] == [[b"one"], [b"one", b"two"]]
    assert capsys.readouterr().out == "".join(f"Copied everything to {copy}.\n" for copy in copies)


async def test_a_server_goes_on_from_a_copy(tmp_path, journal):
    await journal.append(ROOM, 1, b"one")
    (tmp_path / "other").mkdir()
    assert main([str(tmp_path / "other" / DATABASE_NAME), "--data", str(tmp_path)]) == 0
    other = SqliteJournal(SqliteDatabase(tmp_path / "other" / DATABASE_NAME, journal_sqlite.SCHEMA))
    assert list(await other.open_rooms()) == [ROOM]
    await other.append(ROOM, 2, b"another two")
    await other.aclose()
    assert await journal.read(ROOM) == [b"one"]


async def test_a_copy_that_cannot_be_made_is_a_sentence_and_leaves_the_last_one_alone(tmp_path, journal, capsys):
    await journal.append(ROOM, 1, b"one")
    copy = tmp_path / "copy.db"
    assert main([str(copy), "--data", str(tmp_path)]) == 0
    assert main([str(copy), "--data", str(tmp_path / "nowhere")]) == 1
    assert main([str(tmp_path / "no folder" / "copy.db"), "--data", str(tmp_path)]) == 1
    assert capsys.readouterr().err.count("parlour backup: nothing was copied: ") == 2
    assert entries(copy) == [b"one"]


async def test_a_database_of_a_newer_program_is_not_copied(tmp_path, journal, capsys):
    await journal.aclose()
    with closing(sqlite3.connect(tmp_path / DATABASE_NAME)) as newer:
        newer.execute(f"PRAGMA user_version={VERSION + 1}")
    copy = tmp_path / "copy.db"
    assert main([str(copy), "--data", str(tmp_path)]) == 1
    said = capsys.readouterr().err
    assert f"{DATABASE_NAME} has version {VERSION + 1}, but this program only knows versions up to {VERSION}" in said
    assert not copy.exists()
