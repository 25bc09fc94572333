"""Beats, evictions and the fence, on a real PostgreSQL."""

from __future__ import annotations

import asyncio

import psycopg
import pytest

from server.room.journal import StorageUnavailableError
from server.storage.postgres import session
from server.storage.postgres.cluster.link import side_name
from server.storage.postgres.cluster.opening import SCHEMA
from server.storage.postgres.database import PostgresDatabase
from tests.server.storage.postgres.cluster.conftest import ClusterNode, Join


async def test_every_beat_counts_and_tells_of_all_nodes(join: Join) -> None:
    first, second = await join(), await join()
    assert (await first.see(second)).beat == 0
    for _ in range(3):
        await second.membership.beat(0.0)
    assert (await first.see(second)).beat == 3
    assert (await second.see(first)).beat == 2
    assert first.number < second.number


async def test_the_clusters_clock_is_the_furthest_of_all_and_never_goes_back(join: Join) -> None:
    first, second = await join(), await join()
    clocks = [(await node.membership.beat(at)).clock for node, at in ((first, 5.0), (second, 2.0), (second, 9.5))]
    assert clocks == [5.0, 5.0, 9.5]
    assert (await first.membership.beat(0.0)).clock == 9.5


async def test_a_node_is_evicted_if_its_counter_is_still_what_was_seen(join: Join) -> None:
    first, second = await join(), await join()
    seen = await first.see(second)
    await second.membership.beat(0.0)
    assert not await first.membership.evict(seen)
    await second.journal.append("room", 1, b"it lives")
    assert await first.membership.evict(await first.see(second))
    assert [row.node for row in (await first.membership.beat(0.0)).rows] == [first.number]


async def test_of_two_that_evict_at_once_one_does(join: Join) -> None:
    nodes = [await join() for _ in range(3)]
    seen = await nodes[0].see(nodes[2])
    done = await asyncio.gather(nodes[0].membership.evict(seen), nodes[1].membership.evict(seen))
    assert sorted(done) == [False, True]


async def test_a_zombie_stores_nothing_and_learns_why(join: Join) -> None:
    watcher, zombie = await join(), await join()
    name = await zombie.open("ABCD", 7)
    await zombie.journal.append(name, 2, b"stored")
    assert await watcher.membership.evict(await watcher.see(zombie))
    with pytest.raises(StorageUnavailableError):
        await zombie.journal.append(name, 3, b"too late")
    await asyncio.wait_for(zombie.database.failed.wait(), 10)
    assert await watcher.journal.read(name) == [f"first of {name}".encode(), b"stored"]
    with pytest.raises(StorageUnavailableError):  # its connections were ended
        await zombie.membership.beat(0.0)
    assert [row.node for row in (await zombie.membership.beat(0.0)).rows] == [watcher.number]


async def test_an_eviction_waits_for_nothing_that_a_stopped_node_left_open(join: Join) -> None:
    """A node stopped in the middle of a transaction holds its row until its sessions are ended."""
    watcher, zombie = await join(), await join()
    held, stop = asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()

    def stall(connection: object) -> None:
        connection.execute("INSERT INTO rooms (room) VALUES (?)", ("half",))
        loop.call_soon_threadsafe(held.set)
        asyncio.run_coroutine_threadsafe(stop.wait(), loop).result()

    half = asyncio.ensure_future(zombie.database.run(stall))
    await held.wait()
    assert await asyncio.wait_for(watcher.membership.evict(await watcher.see(zombie)), 5)
    stop.set()
    with pytest.raises(StorageUnavailableError):
        await half
    assert await watcher.journal.open_rooms() == {}


async def test_a_node_that_leaves_is_gone_with_all_that_was_its_own(join: Join) -> None:
    first, second = await join(), await join()
    await second.open("ABCD")
    await second.membership.leave()
    assert [row.node for row in (await first.membership.beat(0.0)).rows] == [first.number]
    assert (await first.directory.find(["ABCD"]))["ABCD"].node is None


async def test_a_node_that_drains_says_so(join: Join) -> None:
    first, second = await join(), await join()
    await second.membership.drain()
    assert (await first.see(second)).is_draining
    assert not (await second.see(first)).is_draining


async def test_a_connection_that_breaks_is_made_anew(join: Join, postgres_url: str) -> None:
    first, second = await join(), await join()
    await first.membership.beat(0.0)
    _cut(postgres_url, first)
    with pytest.raises(StorageUnavailableError):
        await first.membership.beat(0.0)
    assert (await first.see(second)).node == second.number


async def test_a_server_that_is_alone_and_nodes_keep_each_other_out(
    join: Join, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "LOCK_WITHIN_S", 0.0)
    node = await join()
    with pytest.raises(StorageUnavailableError, match="Another server is already using this database"):
        PostgresDatabase(postgres_url, SCHEMA)
    await node.membership.leave()
    await node.database.aclose()
    alone = PostgresDatabase(postgres_url, SCHEMA)
    with pytest.raises(StorageUnavailableError, match="Another server is already using this database"):
        ClusterNode(postgres_url)
    await alone.aclose()


def _cut(url: str, node: ClusterNode) -> None:
    """End a node's connection for its beats, as a broken network would."""
    with psycopg.connect(url, autocommit=True) as connection:
        ended = connection.execute(
            "SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity WHERE application_name = %s",
            (side_name(node.database.name),),
        ).fetchone()
    assert ended == (1,)
