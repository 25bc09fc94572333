"""One thread, one connection and group commit, whichever the engine: work is all or nothing, and shares its commits."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from server.room.journal import StorageUnavailableError, UnknownOutcomeError
from server.storage.connection import SqlConnection
from server.storage.database import BATCH_MAX, Database
from server.storage.postgres.connection import PostgresConnection
from server.storage.postgres.database import PostgresDatabase
from server.storage.postgres.session import DuplicateError
from server.storage.sqlite.database import SqliteDatabase
from tests.support.fakes.disks import AT_MOST_S, busy

pytestmark = pytest.mark.slow

SCHEMA = "CREATE TABLE IF NOT EXISTS things (thing INTEGER PRIMARY KEY);"
TOO_LARGE = 2**70
"""No engine refuses this: Python does, before the engine hears of it."""
STORE = "WITH fence AS ({fence}) INSERT INTO things SELECT new.thing FROM fence, unnest(%b::bigint[]) new(thing)"
Open = Callable[[], Database[Any]]


@pytest.fixture(params=["sqlite", "postgres"])
def reopen(request: pytest.FixtureRequest, tmp_path: Path) -> Open:
    """Opens the same database whenever it is called."""
    if request.param == "sqlite":
        return lambda: SqliteDatabase(tmp_path / "deep" / "down" / "things.db", SCHEMA)
    url = request.getfixturevalue("postgres_url")
    return lambda: PostgresDatabase(url, SCHEMA)


@pytest.fixture
async def database(reopen: Open) -> AsyncIterator[Database[Any]]:
    opened = reopen()
    yield opened
    await opened.aclose()


def put(*things: int):
    def work(connection: SqlConnection) -> None:
        for thing in things:
            connection.execute("INSERT INTO things VALUES (?)", (thing,))

    return work


def put_together(connection: sqlite3.Connection | PostgresConnection, things: Sequence[int]) -> list[int]:
    """Work for many at once, which is all or nothing; each is told how many they were."""
    if isinstance(connection, PostgresConnection):
        connection.store(STORE, (list(things),))
    else:
        connection.execute(f"INSERT INTO things VALUES {', '.join('(?)' for _ in things)}", things)
    return [len(things)] * len(things)


def everything(connection: SqlConnection) -> list[int]:
    return [thing for (thing,) in connection.execute("SELECT thing FROM things ORDER BY thing")]


async def test_work_returns_what_it_finds(database):
    await database.run(put(1, 2))
    assert await database.run_together(put_together, 3) == 1
    assert await database.run(everything) == [1, 2, 3]


async def test_work_that_fails_leaves_nothing_of_itself_and_everything_of_the_others(database):
    async with busy(database):
        first, failing, last = (asyncio.ensure_future(database.run(work)) for work in (put(1), put(2, 3, 1), put(4)))
    await asyncio.gather(first, last)
    with pytest.raises((sqlite3.IntegrityError, DuplicateError)):
        await failing
    assert await database.run(everything) == [1, 4]


async def test_whatever_work_raises_reaches_who_handed_it_in(database):
    def fails(connection: SqlConnection) -> None:
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


async def test_work_for_many_at_once_that_the_engine_refuses_is_refused_to_all_who_wait(database):
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


async def test_who_no_longer_waits_for_an_answer_disturbs_nobody(database):
    async with busy(database):
        cancelled, other = (asyncio.ensure_future(database.run(put(thing))) for thing in (1, 2))
        await asyncio.sleep(0)
        cancelled.cancel()
    await other
    assert 2 in await database.run(everything)


async def test_closing_finishes_the_work_handed_in(reopen):
    database = reopen()
    jobs = [database.run(put(thing)) for thing in range(10)]
    await database.aclose()
    await asyncio.gather(*jobs)
    again = reopen()
    assert await again.run(everything) == list(range(10))
    await again.aclose()


async def test_a_fault_that_is_not_the_disks_fails_its_commit_and_everything_after_it_rather_than_hang(
    database, caplog
):
    await database.run_together(put_together, 1)
    async with asyncio.timeout(AT_MOST_S):
        async with busy(database):
            together = [database.run_together(put_together, thing) for thing in (2, TOO_LARGE)]
        assert [type(each) for each in await asyncio.gather(*together, return_exceptions=True)] == [
            UnknownOutcomeError
        ] * 2
        assert not database.is_alive
        for later in (database.run_together(put_together, 3), database.run(everything)):
            with pytest.raises(StorageUnavailableError, match="has failed"):
                await later
        await database.aclose()
    assert "event=database-failed" in caplog.text


async def test_nothing_of_what_such_a_fault_met_is_on_the_disk(database, reopen):
    async with busy(database):
        together = [database.run_together(put_together, 1), database.run(put(2))]
        together.append(database.run_together(put_together, TOO_LARGE))
    async with asyncio.timeout(AT_MOST_S):
        await asyncio.gather(*together, return_exceptions=True)
        await database.aclose()
    again = reopen()
    assert await again.run(everything) == []
    await again.aclose()
