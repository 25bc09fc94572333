"""Nodes of a cluster as objects of one process, on one real database. One is stopped by not letting it beat."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack

import pytest

from server.cluster.membership import NodeRow
from server.storage.postgres.cluster.directory import NodeJournal
from server.storage.postgres.cluster.opening import open_node


class ClusterNode:
    """What a node has of its database."""

    def __init__(self, url: str) -> None:
        self.database, links = open_node(url)
        self.number = self.database.writer
        self.journal = NodeJournal(self.database)
        self.directory = links.directory
        self.membership = links.membership

    async def see(self, other: ClusterNode) -> NodeRow:
        """The row of another node, after a beat of one's own."""
        _, rows, _ = await self.membership.beat(0.0)
        return next(row for row in rows if row.node == other.number)

    async def open(self, code: str, *people: int) -> str:
        """Open a room, and return its name."""
        name = f"{code}-{self.number}"
        await self.directory.open(name, code, f"first of {name}".encode(), people)
        return name

    async def aclose(self) -> None:
        await self.membership.aclose()
        await self.database.aclose()


Join = Callable[[], Awaitable[ClusterNode]]


@pytest.fixture
async def join(postgres_url: str) -> AsyncIterator[Join]:
    """Makes another node of the cluster."""
    async with AsyncExitStack() as stack:

        async def join() -> ClusterNode:
            node = ClusterNode(postgres_url)
            stack.push_async_callback(node.aclose)
            await node.membership.join()
            return node

        yield join
