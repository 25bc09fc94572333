"""Records on a disk: they outlive the server, and what it refuses is not there in part."""

from __future__ import annotations

import asyncio
import time
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest
from msgspec.structs import replace

from server.players.results.records import LONGEST_S, PlayerStats, ResultRow, WinCount
from server.room.journal import StorageUnavailableError
from server.storage.sql.records import SqlResultStore
from tests.support.fakes.disks import files_of_at_most, opened_store

WON = ResultRow("KQFM-1", 1, 0, 1, "ann", "peak", "48213", 110, 90.5, True, True, "ab")  # noqa: FBT003 - in its order


def opened(folder: Path) -> AbstractAsyncContextManager[SqlResultStore]:
    return opened_store(folder, SqlResultStore)


def recorded(count: int) -> list[ResultRow]:
    return [replace(WON, number=number) for number in range(1, count + 1)]


async def test_standings_and_solutions_are_there_after_a_restart(open_store):
    async with open_store(SqlResultStore) as records:
        await records.keep([WON])
        before = await records.standing(1, "peak")
    async with open_store(SqlResultStore) as records:
        assert await records.standing(1, "peak") == before
        await records.keep(recorded(2))
        assert (await records.standing(1, "peak")).streak == 2


async def test_a_disk_that_refuses_keeps_all_of_what_came_before_and_nothing_of_the_rest(tmp_path):
    async with opened(tmp_path) as records:
        await records.keep(recorded(2))
        with files_of_at_most((tmp_path / "parlour.db-wal").stat().st_size):
            with pytest.raises(StorageUnavailableError):
                await records.keep(recorded(300))
            assert (await records.standing(1, "peak")).played == 2
            await records.keep(recorded(2))
        await records.keep(recorded(300))
        assert (await records.standing(1, "peak")).played == 300


async def test_nothing_is_written_where_all_is_kept_already(tmp_path):
    async with opened(tmp_path) as records:
        await records.keep(recorded(20))
        size = (tmp_path / "parlour.db-wal").stat().st_size
        await records.keep(recorded(20))
        assert await records.standing(2, "peak") == PlayerStats()
        assert (tmp_path / "parlour.db-wal").stat().st_size == size


async def test_a_score_goes_by_when_a_game_was_kept_and_no_further_back_than_two_days(database):
    records = SqlResultStore(database)
    await records.keep(recorded(3))
    before = time.time()
    age = "UPDATE records SET kept_at = kept_at - ? WHERE number = ?"
    ages = [(0, 1), (3600, 2), (LONGEST_S + 5, 3)]
    await database.run(lambda connection: [connection.execute(age, each).rowcount for each in ages])
    newest = "SELECT max(kept_at) FROM records"
    (now,) = await database.run(lambda connection: connection.execute(newest).fetchone())
    assert abs(before - now) < 60
    since = [(await records.score(1, moment)).won for moment in (0, now - 3600, now - 3599, now, now + 1)]
    assert since == [2, 2, 1, 1, 0]


# Results that wait for others.

FOREVER_S = 3600.0
COUNT = "SELECT count(*) FROM records"


async def count(database):
    return (await database.run(lambda connection: connection.execute(COUNT).fetchone()))[0]


async def keeping(records: SqlResultStore, *rows: ResultRow) -> list[asyncio.Task[None]]:
    """Each row, as the results of a game of its own, which all wait now."""
    tasks = [asyncio.create_task(records.keep([row])) for row in rows]
    await asyncio.sleep(0)
    return tasks


async def test_results_that_come_soon_after_one_another_are_stored_in_one_job(database):
    records = SqlResultStore(database, gather_s=0.05)
    before = database.jobs
    await asyncio.gather(*await keeping(records, *recorded(3)))
    assert (await count(database), database.jobs - before) == (3, 2)


async def test_what_waits_is_stored_before_an_answer(database):
    records = SqlResultStore(database, gather_s=FOREVER_S)
    tasks = await keeping(records, *recorded(2))
    assert await count(database) == 0
    assert (await records.standing(1, "peak")).played == 2
    await asyncio.gather(*tasks)


async def test_what_waits_goes_on_waiting_where_scores_and_ratings_are_followed(database):
    records = SqlResultStore(database, gather_s=FOREVER_S)
    tasks = await keeping(records, *recorded(2))
    assert (await records.score(1, 0), await records.ranks([(1, "peak")])) == (WinCount(), {})
    assert await count(database) == 0
    await records.rank(1, "peak")
    await asyncio.gather(*tasks)
    assert (await records.score(1, 0)).won == 2


async def test_what_is_given_up_while_it_waits_is_stored_with_all_others(database):
    records = SqlResultStore(database, gather_s=FOREVER_S)
    given_up, other = await keeping(records, *recorded(2))
    given_up.cancel()
    await other
    assert (given_up.cancelled(), await count(database)) == (True, 2)


async def test_a_disk_that_refuses_tells_all_who_wait(tmp_path):
    async with opened_store(tmp_path, lambda database: SqlResultStore(database, gather_s=0.01)) as records:
        await records.keep(recorded(2))
        with files_of_at_most((tmp_path / "parlour.db-wal").stat().st_size):
            found = await asyncio.gather(*await keeping(records, *recorded(9)), return_exceptions=True)
        assert [type(error) for error in found[2:]] == [StorageUnavailableError] * 7
        assert (await records.standing(1, "peak")).played == 2
