"""Whatever becomes of the connection, what is said to be stored is stored once, and the rest is run again."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress

import psycopg
import pytest

from server.room.journal import Append, StorageUnavailableError
from server.storage.postgres import database as databases
from server.storage.postgres import journal as journals
from server.storage.postgres import session
from server.storage.postgres.connection import PostgresConnection
from server.storage.postgres.database import PostgresDatabase
from server.storage.postgres.journal import PostgresJournal
from tests.support.fakes.disks import AT_MOST_S, busy
from tests.support.patience import PATIENCE_S
from tests.support.postgres.proxy import CuttingProxy
from tests.support.postgres.shared import socket_of

pytestmark = pytest.mark.slow

CUTS = ("unsent", "unanswered", "under way")


@pytest.fixture
def proxy(postgres: str) -> Iterator[CuttingProxy]:
    with CuttingProxy(socket_of(postgres)) as between:
        yield between


@pytest.fixture
async def database(postgres_url: str, proxy: CuttingProxy) -> AsyncIterator[PostgresDatabase]:
    opened = PostgresDatabase(proxy.through(postgres_url), journals.SCHEMA)
    yield opened
    await opened.aclose()


@pytest.fixture
def journal(database: PostgresDatabase) -> PostgresJournal:
    return PostgresJournal(database)


@pytest.fixture
def other(postgres_url: str) -> Iterator[psycopg.Connection]:
    """Somebody else's connection to the same database."""
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        yield connection


def keep(room: str):
    """A job that can be run twice, but whose trace is then there twice."""

    def work(connection: PostgresConnection) -> int:
        (found,) = connection.execute("SELECT count(*) FROM rooms").fetchone()
        connection.execute("INSERT INTO rooms (room) VALUES (?)", (room,))
        return found

    return work


async def end_session(database: PostgresDatabase, other: psycopg.Connection) -> None:
    """End the session that a database has now, and return once it has gone."""
    pid = await database.run(lambda connection: connection.execute("SELECT pg_backend_pid()").fetchone()[0])
    assert other.execute("SELECT pg_terminate_backend(%s, 10000)", (pid,)).fetchone() == (True,)


async def rooms(database: PostgresDatabase) -> list[str]:
    def work(connection: PostgresConnection) -> list[str]:
        return [room for (room,) in connection.execute("SELECT room FROM rooms ORDER BY opened")]

    return await database.run(work)


@pytest.mark.parametrize("cut", CUTS)
@pytest.mark.parametrize("entry", [b"2", b"2" * 1_000_000], ids=["small", "large"])
async def test_an_append_whose_answer_never_comes_is_stored_once(journal, proxy, entry, cut):
    await journal.append("a", 1, b"1")
    proxy.cut(cut)
    await journal.append("a", 2, entry)
    assert proxy.cuts == 1
    await journal.append("a", 3, b"3")
    assert await journal.read("a") == [b"1", entry, b"3"]


@pytest.mark.parametrize("cut", CUTS)
@pytest.mark.parametrize("text", [b"SELECT count", b"BEGIN", b"INSERT INTO rooms", b"COMMIT"])
async def test_so_is_what_a_transaction_stores_wherever_in_it_the_connection_is_cut(database, proxy, text, cut):
    await database.run(keep("a"))
    proxy.cut(cut, text)
    async with busy(database):
        jobs = [database.run(keep(room)) for room in "bcd"]
    assert await asyncio.gather(*jobs) == [1, 2, 3]
    assert proxy.cuts == 1
    assert await rooms(database) == ["a", "b", "c", "d"]


@pytest.mark.parametrize("cut", CUTS)
async def test_appends_beside_other_work_are_stored_with_it(database, journal, proxy, cut):
    proxy.cut(cut, b"COMMIT")
    async with busy(database):
        first = journal.append_all([Append("a", 1, (b"1",))])
        between = database.run(keep("b"))
        last = journal.append_all([Append("a", 2, (b"2",)), Append("a", 1, (b"again",))])
    assert [await first, await between, await last] == [[True], 1, [True, False]]
    assert proxy.cuts == 1
    assert (await journal.read("a"), await rooms(database)) == ([b"1", b"2"], ["a", "b"])


async def test_what_comes_late_of_a_broken_session_is_not_stored(journal, proxy, other, monkeypatch):
    monkeypatch.setattr(session, "END_OTHERS", "SELECT %s")
    await journal.append("a", 1, b"1")
    proxy.cut("late")
    again = asyncio.create_task(journal.append("a", 2, b"2"))
    # As long as the old session holds the lock, the new one waits, but its number is another one already.
    while other.execute("SELECT session FROM writers").fetchone() == (0,):  # noqa: ASYNC110 - it sets no event
        await asyncio.sleep(0.01)
    proxy.deliver()
    await again
    assert await journal.read("a") == [b"1", b"2"]


async def test_a_job_that_overlooks_a_break_stores_nothing_by_halves(database, proxy):
    attempts = []

    def work(connection: PostgresConnection) -> None:
        attempts.append(len(attempts))
        connection.execute("INSERT INTO rooms (room) VALUES ('a')")
        with suppress(Exception):
            connection.execute("INSERT INTO rooms (room) SELECT 'b'")
        connection.execute("INSERT INTO rooms (room) VALUES ('c')")

    proxy.cut("unanswered", b"SELECT 'b'")
    await database.run(work)
    assert attempts == [0, 1]
    assert await rooms(database) == ["a", "b", "c"]


async def test_a_session_that_is_ended_between_two_jobs_is_made_anew(database, journal, other):
    await journal.append("a", 1, b"1")
    await end_session(database, other)
    await journal.append("a", 2, b"2")
    assert await journal.read("a") == [b"1", b"2"]
    assert not database.is_away


async def test_random_cuts_lose_and_double_nothing(journal, proxy):
    chance = random.Random(7)
    for seq in range(1, 121):
        if chance.random() < 0.3:
            proxy.cut(chance.choice(CUTS))
        await journal.append("a", seq, str(seq).encode())
    assert proxy.cuts > 20
    assert await journal.read("a") == [str(seq).encode() for seq in range(1, 121)]


async def test_a_second_server_is_refused_and_the_first_goes_on(journal, postgres_url, monkeypatch):
    monkeypatch.setattr(session, "LOCK_WITHIN_S", 0.0)
    with pytest.raises(StorageUnavailableError, match="Another server is already using this database"):
        PostgresDatabase(postgres_url, journals.SCHEMA)
    await journal.append("a", 1, b"1")
    assert await journal.read("a") == [b"1"]


async def test_a_server_that_was_cut_off_while_another_took_over_stores_nothing_more(
    database, journal, proxy, postgres_url, other, caplog
):
    await journal.append("a", 1, b"1")
    await end_session(database, other)
    proxy.is_away = True
    successor = PostgresDatabase(postgres_url, journals.SCHEMA)
    late = journal.append_all([Append("a", 2, (b"late",))])
    proxy.is_away = False
    async with asyncio.timeout(AT_MOST_S):
        with pytest.raises(StorageUnavailableError, match="has failed"):
            await late
        await database.failed.wait()
    assert "another server has taken the database over" in caplog.text
    assert await PostgresJournal(successor).read("a") == [b"1"]
    await successor.aclose()


async def test_a_server_whose_session_lives_on_is_fenced_too(database, journal, other, caplog):
    await journal.append("a", 1, b"1")
    other.execute("DELETE FROM writers")
    for late in (journal.append("a", 2, b"late"), database.run(keep("b"))):
        with pytest.raises(StorageUnavailableError, match="has failed"):
            await late
    assert "another server has taken the database over" in caplog.text
    assert other.execute("SELECT count(*) FROM entries").fetchone() == (1,)


async def test_a_database_that_has_lost_what_it_confirmed_is_used_no_more(database, journal, other, caplog):
    await journal.append("a", 1, b"1")
    other.execute("UPDATE writers SET last = last - 1")
    await end_session(database, other)
    with pytest.raises(StorageUnavailableError, match="has failed"):
        await journal.append("a", 2, b"2")
    assert "has lost commits that it had confirmed" in caplog.text


@pytest.mark.parametrize("is_alone", [True, False])
async def test_an_entry_that_somebody_else_has_stored_is_a_conflict_and_its_rooms_alone(
    database, journal, other, is_alone
):
    for room in ("a", "b"):
        await journal.append(room, 1, b"1")
    other.execute("INSERT INTO entries VALUES ('a', 2, 'theirs', 0)")
    async with busy(database):
        stored = [journal.append_all([Append(room, 2, (b"2",)), Append(room, 3, (b"3",))]) for room in "ab"]
        if not is_alone:
            await asyncio.sleep(0)
            beside = database.run(keep("c"))
    assert [await each for each in stored] == [[False, True], [True, True]]
    assert await journal.read("a") == [b"1", b"theirs", b"3"]
    assert await journal.read("b") == [b"1", b"2", b"3"]
    if not is_alone:
        assert await beside == 2


async def test_stopping_does_not_wait_for_a_database_that_is_away(postgres_url, proxy, other, monkeypatch):
    monkeypatch.setattr(databases, "CLOSE_WITHIN_S", 0.05)
    away = PostgresDatabase(proxy.through(postgres_url), journals.SCHEMA)
    assert not away.is_away
    await end_session(away, other)
    proxy.is_away = True
    waiting = away.run(keep("a"))
    async with asyncio.timeout(AT_MOST_S):
        while not away.is_away:  # noqa: ASYNC110 - it sets no event
            await asyncio.sleep(0.01)
        await away.aclose()
        with pytest.raises(StorageUnavailableError):
            await waiting


async def test_nor_for_one_that_hangs(own_postgres, monkeypatch):
    monkeypatch.setattr(databases, "CLOSE_WITHIN_S", 0.05)
    hanging = PostgresDatabase(own_postgres.url, journals.SCHEMA)
    pid = await hanging.run(lambda connection: connection.execute("SELECT pg_backend_pid()").fetchone()[0])
    os.kill(pid, signal.SIGSTOP)
    try:
        waiting = hanging.run(keep("a"))
        async with asyncio.timeout(PATIENCE_S):
            await hanging.aclose()
        with pytest.raises(StorageUnavailableError):
            await waiting
    finally:
        os.kill(pid, signal.SIGCONT)


async def test_a_server_killed_under_load_loses_and_doubles_nothing(own_postgres):
    journal = PostgresJournal(PostgresDatabase(own_postgres.url, journals.SCHEMA))
    told = dict.fromkeys((f"room{number}" for number in range(20)), 0)
    stopping = asyncio.Event()

    async def play(room: str) -> None:
        while not stopping.is_set():
            await journal.append(room, told[room] + 1, f"{room} {told[room] + 1}".encode())
            told[room] += 1

    async with asyncio.timeout(PATIENCE_S), asyncio.TaskGroup() as playing:
        for room in told:
            playing.create_task(play(room))
        for _ in range(2):
            before = sum(told.values())
            while sum(told.values()) < before + 1000:  # noqa: ASYNC110 - however many are needed
                await asyncio.sleep(0.01)
            await asyncio.to_thread(own_postgres.kill)
            await asyncio.to_thread(own_postgres.start)
        stopping.set()
    for room, number in told.items():
        assert await journal.read(room) == [f"{room} {seq}".encode() for seq in range(1, number + 1)]
    await journal.aclose()
