"""Jobs in PostgreSQL: what they cost, what an error of one does to the others, and which databases are refused."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress

import psycopg
import pytest

from server.room.journal import StorageUnavailableError
from server.storage.connection import SqlConnection
from server.storage.postgres import session
from server.storage.postgres.database import PostgresDatabase
from server.storage.postgres.session import VERSION
from server.storage.postgres.values import BlobArray, NumberArray, TextArray
from tests.support.fakes.disks import busy

pytestmark = pytest.mark.slow

SCHEMA = """
CREATE TABLE IF NOT EXISTS things (
    thing INTEGER PRIMARY KEY, name TEXT, weight REAL, picture BLOB, is_old INTEGER NOT NULL DEFAULT 0
);
"""
NUMBERS = "SELECT writer, session, last FROM writers"


@pytest.fixture
async def database(postgres_url: str) -> AsyncIterator[PostgresDatabase]:
    opened = PostgresDatabase(postgres_url, SCHEMA)
    yield opened
    await opened.aclose()


@pytest.fixture
def other(postgres_url: str) -> Iterator[psycopg.Connection]:
    """Somebody else's connection to the same database."""
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        yield connection


def execute(text: str, *values: object):
    return lambda connection: connection.execute(text, values).rowcount


def everything(connection: SqlConnection) -> list[int]:
    return [thing for (thing,) in connection.execute("SELECT thing FROM things ORDER BY thing")]


async def test_rows_are_found_by_an_index_however_few_there_are(database):
    find = "EXPLAIN SELECT name FROM things WHERE thing IN (VALUES (CAST(1 AS BIGINT)), (2), (3))"
    plan = await database.run(lambda connection: str(connection.execute(find).fetchall()))
    assert "things_pkey" in plan
    assert "Seq Scan" not in plan


async def test_values_come_back_as_they_were_stored(database):
    row = (7, "it's 100 % ?", 0.1, bytes(range(256)), True)
    await database.run(execute("INSERT INTO things VALUES (?, ?, ?, ?, ?)", *row))
    await database.run(execute("INSERT INTO things (name, weight) VALUES (?, ?)", None, 2))

    def read(connection: SqlConnection) -> list[object]:
        (sums,) = connection.execute("SELECT sum(thing), sum(weight), avg(thing), count(name) FROM things")
        return [*connection.execute("SELECT * FROM things ORDER BY thing DESC LIMIT ?", (1,)), sums]

    (stored, sums) = await database.run(read)
    assert stored == row
    assert sums == (8, 2.1, 4, 1)
    assert [type(each) for each in sums] == [int, float, int, int]


async def test_a_zero_byte_which_postgresql_has_not_is_stored_as_a_character_that_cannot_be_read(database):
    await database.run(execute("INSERT INTO things (name) VALUES (?)", "a\0b"))
    stored = await database.run(lambda connection: connection.execute("SELECT name FROM things").fetchall())
    assert stored == [("a\ufffdb",)]


async def test_every_value_of_many_is_stored(database):
    rows = [(thing, f"{thing}") for thing in range(10)]
    await database.run(lambda connection: connection.executemany("INSERT INTO things VALUES (?, ?)", rows))
    assert await database.run(everything) == list(range(10))


async def test_a_commit_has_one_number_and_what_only_reads_has_none(database, other):
    async with busy(database):
        jobs = [database.run(execute("INSERT INTO things VALUES (?)", thing)) for thing in range(3)]
        jobs.append(database.run(everything))
    assert (await asyncio.gather(*jobs))[-1] == [0, 1, 2]
    (_, _, last) = other.execute(NUMBERS).fetchone()
    assert last == 1
    await database.run(everything)
    assert other.execute(NUMBERS).fetchone()[-1] == 1


@pytest.mark.parametrize(
    "wrong",
    [
        execute("INSERT INTO things VALUES (1)"),
        execute("INSERT INTO things VALUES ('seven')"),
        execute("INSERT INTO things (thing, name) VALUES (8, ?)", "\ud800"),
        execute("SELECT nothing FROM things"),
        lambda connection: connection.executemany("INSERT INTO things VALUES (?)", [(8,), (1,)]),
    ],
    ids=["taken", "no number", "half a character", "no such column", "one of many"],
)
async def test_an_error_of_one_job_undoes_that_job_alone(database, wrong):
    async with busy(database):
        first = database.run(execute("INSERT INTO things VALUES (1)"))
        failing = database.run(wrong)
        between = database.run(everything)
        last = database.run(execute("INSERT INTO things VALUES (3)"))
    assert [await first, await between, await last] == [1, [1], 1]
    with pytest.raises((StorageUnavailableError, psycopg.DataError, UnicodeEncodeError)):
        await failing
    assert await database.run(everything) == [1, 3]
    assert database.is_alive


async def test_what_is_refused_says_nothing_of_what_is_stored(database, other, caplog):
    other.execute("ALTER TABLE things ADD CHECK (weight > 0)")
    for text in ("INSERT INTO things VALUES (1, 'secret', 1)", "INSERT INTO things VALUES (2, 'secret', 0)") * 2:
        with suppress(StorageUnavailableError):
            await database.run(execute(text))
    with pytest.raises(StorageUnavailableError) as refused:
        await database.run(execute("INSERT INTO things VALUES (2, 'secret', 0)"))
    assert "violates check constraint" in str(refused.value)
    assert "violates check constraint" in caplog.text
    assert "secret" not in str(refused.value) + caplog.text


async def test_a_job_that_overlooks_an_error_is_refused_with_all_beside_it(database):
    def overlook(connection: SqlConnection) -> None:
        with suppress(StorageUnavailableError):
            connection.execute("INSERT INTO things VALUES ('seven')")

    with pytest.raises(StorageUnavailableError, match="undone"):
        await database.run(overlook)
    await database.run(execute("INSERT INTO things VALUES (1)"))
    assert await database.run(everything) == [1]


@pytest.mark.parametrize("moment", ["AFTER INSERT ON things", "AFTER INSERT ON things DEFERRABLE INITIALLY DEFERRED"])
async def test_what_a_full_disk_refuses_is_not_stored_and_all_goes_on_once_there_is_room(
    database, other, moment, caplog
):
    other.execute(
        "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'no space left on device' USING ERRCODE = '53100'; END $$"
    )
    other.execute(f"CREATE CONSTRAINT TRIGGER full_disk {moment} FOR EACH ROW EXECUTE FUNCTION refuse()")
    async with busy(database):
        jobs = [database.run(execute("INSERT INTO things VALUES (?)", thing)) for thing in (1, 2)]
    for each in await asyncio.gather(*jobs, return_exceptions=True):
        assert isinstance(each, StorageUnavailableError)
        assert "no space left on device" in str(each)
    assert "event=commit-failed error='no space left on device'" in caplog.text
    other.execute("DROP TRIGGER full_disk ON things")
    await database.run(execute("INSERT INTO things VALUES (3)"))
    assert await database.run(everything) == [3]


async def test_the_next_server_finds_all_and_the_last_one_may_write_no_more(postgres_url, other):
    for thing in (1, 2):
        database = PostgresDatabase(postgres_url, SCHEMA)
        await database.run(execute("INSERT INTO things VALUES (?)", thing))
        (written_by,) = {writer for writer, _, _ in other.execute(NUMBERS)}
        assert written_by == thing
        assert await database.run(everything) == list(range(1, thing + 1))
        await database.aclose()


async def test_a_newer_layout_is_refused_and_nothing_is_changed(postgres_url, other):
    other.execute("CREATE TABLE layout (version BIGINT)")
    other.execute("INSERT INTO layout VALUES (%s)", (VERSION + 1,))
    said = f"has version {VERSION + 1}, but this program only knows versions up to {VERSION}: use a newer Parlour"
    with pytest.raises(StorageUnavailableError, match=said):
        PostgresDatabase(postgres_url, SCHEMA)
    assert other.execute("SELECT to_regclass('things'), to_regclass('writers')").fetchone() == (None, None)


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("postgresql://127.0.0.1:1/none", "can't open the database: "),
        ("postgresql://h?no_such_option=1", "PostgreSQL doesn't understand the address"),
        ("nonsense", "PostgreSQL doesn't understand the address"),
    ],
)
async def test_an_address_without_a_database_is_said_to_be_so_in_one_line(address, said):
    with pytest.raises(StorageUnavailableError, match=rf"^{said}[^\n]+$"):
        PostgresDatabase(address, SCHEMA)


async def test_arrays_are_what_psycopg_would_make_of_lists(database):
    texts, numbers, blobs = ["", "zoë", "a" * 300], [0, -1, 2**63 - 1], [b"", b"\0\xff", bytes(1000)]
    query = "SELECT CAST(? AS TEXT[]), CAST(? AS BIGINT[]), CAST(? AS BYTEA[])"
    for values in ((TextArray(texts), NumberArray(numbers), BlobArray(blobs)), (texts, numbers, blobs)):
        (row,) = await database.run(lambda connection, values=values: connection.execute(query, values).fetchall())
        assert row == (texts, numbers, blobs)


FAILS_TWICE = """
DO $$ BEGIN IF nextval('tries') < 3 THEN RAISE EXCEPTION USING ERRCODE = 'deadlock_detected'; END IF; END $$;
"""


async def test_a_server_whose_start_ends_in_a_deadlock_tries_again(postgres_url, other):
    other.execute("CREATE SEQUENCE tries")
    database = PostgresDatabase(postgres_url, SCHEMA + FAILS_TWICE)
    assert other.execute("SELECT last_value FROM tries").fetchone() == (3,)
    await database.aclose()


async def test_a_server_whose_start_ends_in_a_deadlock_each_time_says_so(postgres_url, other, monkeypatch):
    monkeypatch.setattr(session, "TRIES", 2)
    other.execute("CREATE SEQUENCE tries")
    with pytest.raises(StorageUnavailableError, match="can't open the database"):
        PostgresDatabase(postgres_url, SCHEMA + FAILS_TWICE)
