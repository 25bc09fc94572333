"""The bus by LISTEN and NOTIFY, on a real PostgreSQL: in order, at most once, and what is missing is noticed."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress

import psycopg
import pytest

from server.cluster.bus import CHUNK_BYTES
from server.storage.postgres.cluster import bus as bus_postgres
from server.storage.postgres.cluster.bus import PostgresBus
from server.storage.postgres.cluster.link import side_name
from tests.support.patience import PATIENCE_S
from tests.support.postgres.server import PostgresServer


class Listener:
    """A node on the bus, and what it has heard; a miss of all is noted as ("missed", None)."""

    def __init__(self, url: str, node: int) -> None:
        self.node = node
        self.name = f"parlour {secrets.token_hex(4)}"
        self.bus = PostgresBus(url, node, self.name)
        self.heard: list[object] = []
        self._news = asyncio.Event()

    def hear(self, node: int, message: bytes) -> None:
        self._note((node, message))

    def missed(self, node: int | None) -> None:
        self._note(("missed", node))

    async def until(self, what: object) -> None:
        """Wait until something was heard."""
        async with asyncio.timeout(PATIENCE_S):
            while what not in self.heard:
                self._news.clear()
                await self._news.wait()

    def _note(self, what: object) -> None:
        self.heard.append(what)
        self._news.set()


Connect = Callable[[int], Awaitable[Listener]]


@pytest.fixture
async def listen(postgres_url: str) -> AsyncIterator[Connect]:
    """Puts a node of a number on the bus."""
    async with listening(postgres_url) as listen:
        yield listen


@asynccontextmanager
async def listening(url: str) -> AsyncIterator[Connect]:
    """The nodes on a bus, ended on the way out."""
    async with AsyncExitStack() as stack:

        async def listen(node: int) -> Listener:
            listener = Listener(url, node)
            task = asyncio.create_task(listener.bus.run(listener.hear, listener.missed))
            stack.push_async_callback(_end, task)
            await asyncio.wait_for(listener.bus.is_listening.wait(), PATIENCE_S)
            listener.heard.clear()
            return listener

        yield listen


async def _end(task: asyncio.Task[None]) -> None:
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


async def test_what_is_sent_to_all_is_heard_by_all_others_and_what_is_sent_to_one_by_that_one(listen: Connect) -> None:
    first, second, third = [await listen(node) for node in (1, 2, 3)]
    first.bus.send(None, b"all")
    first.bus.send(3, b"third alone")
    second.bus.send(None, b"last")
    await third.until((1, b"third alone"))
    await third.until((2, b"last"))
    await first.until((2, b"last"))
    await second.until((1, b"all"))
    assert sorted(third.heard) == [(1, b"all"), (1, b"third alone"), (2, b"last")]
    assert first.heard == [(2, b"last")]
    assert second.heard == [(1, b"all")]


async def test_messages_are_heard_in_order_of_any_length(listen: Connect) -> None:
    first, second = await listen(1), await listen(2)
    messages = [bytes([number % 256]) * length for number, length in enumerate([1, 7_999, 0, 8_000, 100_000] * 40)]
    for message in (*messages, b"end"):
        first.bus.send(2, message)
    await second.until((1, b"end"))
    assert second.heard == [(1, message) for message in (*messages, b"end")]


async def test_equal_messages_are_heard_as_often_as_they_were_sent(listen: Connect) -> None:
    """PostgreSQL delivers equal notifications of one transaction once."""
    first, second = await listen(1), await listen(2)
    for _ in range(500):
        first.bus.send(None, b"x" * (CHUNK_BYTES - 10))
    first.bus.send(None, b"end")
    await second.until((1, b"end"))
    assert len(second.heard) == 501


async def test_clusters_on_one_database_do_not_hear_each_other(listen: Connect, postgres: str) -> None:
    first, second = await listen(1), await listen(2)
    async with listening(postgres) as listen_elsewhere:
        stranger = await listen_elsewhere(3)
        stranger.bus.send(None, b"elsewhere")
        first.bus.send(None, b"here")
        await second.until((1, b"here"))
        stranger.bus.send(None, b"elsewhere again")
        first.bus.send(None, b"here again")
        await second.until((1, b"here again"))
        assert stranger.heard == []
    assert second.heard == [(1, b"here"), (1, b"here again")]


async def test_a_listener_that_was_cut_off_knows_that_it_may_have_missed_something(
    listen: Connect, postgres_url: str
) -> None:
    first, second = await listen(1), await listen(2)
    await _cut(postgres_url, second)
    await second.until(("missed", None))
    first.bus.send(None, b"after")
    await second.until((1, b"after"))


async def test_what_a_sender_that_was_cut_off_may_have_lost_is_noticed(listen: Connect, postgres_url: str) -> None:
    first, second = await listen(1), await listen(2)
    first.bus.send(2, b"before")
    await second.until((1, b"before"))
    await _cut(postgres_url, first)
    await first.until(("missed", None))
    first.bus.send(2, b"lost")
    first.bus.send(2, b"after")
    await second.until(("missed", 1))


async def test_what_is_too_much_is_dropped_and_noticed(listen: Connect, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = await listen(1), await listen(2)
    monkeypatch.setattr(bus_postgres, "WAITING_BYTES_MAX", 1000)
    first.bus.send(2, b"x" * 800)
    first.bus.send(2, b"y" * 800)
    first.bus.send(2, b"after")
    await second.until((1, b"after"))
    assert second.heard == [("missed", 1), (1, b"after")]


@pytest.mark.slow
async def test_the_bus_comes_back_with_postgresql() -> None:
    server = PostgresServer()
    server.start()
    try:
        async with listening(server.url) as listen:
            first, second = await listen(1), await listen(2)
            server.kill()
            first.bus.send(2, b"meanwhile")
            server.start()
            await second.until(("missed", None))
            await first.until(("missed", None))
            first.bus.send(2, b"after")
            await second.until((1, b"after"))
    finally:
        server.remove()


async def _cut(url: str, listener: Listener) -> None:
    async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
        ended = await connection.execute(
            "SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity WHERE application_name = %s",
            (side_name(listener.name),),
        )
        assert (await ended.fetchone()) == (2,)
