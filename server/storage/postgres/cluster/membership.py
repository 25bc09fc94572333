"""The rows of a cluster's nodes in PostgreSQL: beats, the cluster's clock, and evictions."""

from __future__ import annotations

import asyncio
import os
import socket
from contextlib import suppress
from typing import Any, NamedTuple

from server.cluster.membership import NodeRow
from server.storage.postgres.cluster.link import Link, connect, connected, side_name, unavailable_if_broken

SCHEMA = """
CREATE TABLE IF NOT EXISTS nodes (
    node BIGINT PRIMARY KEY REFERENCES writers ON DELETE CASCADE, beat BIGINT NOT NULL DEFAULT 0, name TEXT NOT NULL,
    is_draining BOOLEAN NOT NULL DEFAULT false, speaks BIGINT NOT NULL
) WITH (fillfactor = 20);
CREATE TABLE IF NOT EXISTS cluster_clock (one BOOLEAN PRIMARY KEY, clock REAL NOT NULL) WITH (fillfactor = 20);
INSERT INTO cluster_clock VALUES (true, 0) ON CONFLICT DO NOTHING;
"""
JOIN = "INSERT INTO nodes (node, name, speaks) VALUES (%s, %s, %s) RETURNING 1"
BEAT = """
WITH mine AS (UPDATE nodes SET beat = beat + 1 WHERE node = %s),
time AS (UPDATE cluster_clock SET clock = greatest(clock, %s) RETURNING clock)
SELECT clock, EXISTS (SELECT 1 FROM directory WHERE node IS NULL AND speaks <= %s AND (due IS NULL OR due <= clock)),
nodes.node, beat, name, is_draining,
EXISTS (SELECT 1 FROM pg_stat_activity WHERE application_name IN (name, name || ' side')), speaks
FROM time LEFT JOIN nodes ON true ORDER BY nodes.node
"""
EVICT = "DELETE FROM nodes WHERE node = %s AND beat = %s"
END_SESSIONS = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name IN (%s, %s)"
FENCE = "DELETE FROM writers WHERE writer = %s"
"""Waits for what the node is committing. From then on it commits nothing more, and its rooms are nobody's."""
EVICT_WITHIN = "SET LOCAL lock_timeout = '1s'; SET LOCAL synchronous_commit = on"


class PostgresBeatAnswer(NamedTuple):
    """The cluster's clock, all nodes, and whether any room is to be claimed."""

    clock: float
    rows: tuple[NodeRow, ...]
    has_due: bool


class PostgresMembership:
    """A node's row, by a connection of its own, which is made anew after it breaks."""

    def __init__(self, url: str, node: int, name: str, speaks: int) -> None:
        """`node` is the number of the database's writer, and `name` that of its session."""
        self._url = url
        self._node = node
        self._name = name
        self._speaks = speaks
        self._link: Link | None = None
        self._connecting = asyncio.Lock()

    async def join(self) -> None:
        """Become a node of the cluster. Raises StorageUnavailableError."""
        await self._execute(JOIN, self._node, self._name, self._speaks)

    async def beat(self, clock: float) -> PostgresBeatAnswer:
        """Say that this node lives, and that its clock stands at `clock`; returns what there is of all nodes.

        Raises StorageUnavailableError. Whoever waits no longer calls `abandon`.
        """
        rows = await self._execute(BEAT, self._node, clock, self._speaks)
        nodes = tuple(NodeRow(*row) for _, _, *row in rows if row[0] is not None)
        return PostgresBeatAnswer(rows[0][0], nodes, rows[0][1])

    def abandon(self) -> None:
        """Wait for no answer any more: whatever waits for one raises StorageUnavailableError."""
        if self._link is not None:
            with suppress(Exception), socket.socket(fileno=os.dup(self._link.pgconn.socket)) as wire:
                wire.shutdown(socket.SHUT_RDWR)

    async def evict(self, row: NodeRow) -> bool:
        """Remove a node if its counter is still what was seen; whether this call has.

        Nothing of that node's is stored afterwards, and its rooms are anybody's. Raises StorageUnavailableError, and
        then it may have been evicted or not.
        """
        # By a connection of its own: it may wait for the node's locks, and beats may not.
        with unavailable_if_broken():
            async with connected(self._url, self._name) as link, link.transaction():
                await link.execute(EVICT_WITHIN)
                if not (await link.execute(EVICT, (row.node, row.beat))).rowcount:
                    return False
                # A process that was stopped in the middle of a transaction would hold its row for as long.
                await link.execute(END_SESSIONS, (row.name, side_name(row.name)))
                await link.execute(FENCE, (row.node,))
        return True

    async def drain(self) -> None:
        """Have others know that this node takes no more rooms. Raises StorageUnavailableError."""
        await self._execute("UPDATE nodes SET is_draining = true WHERE node = %s RETURNING 1", self._node)

    async def leave(self) -> None:
        """Be no node any more: what is still this node's is nobody's. Raises StorageUnavailableError."""
        await self._execute("DELETE FROM nodes WHERE node = %s RETURNING 1", self._node)
        await self._execute("DELETE FROM writers WHERE writer = %s RETURNING 1", self._node)
        await self.aclose()

    async def aclose(self) -> None:
        """Close the connection."""
        link, self._link = self._link, None
        if link is not None:
            with suppress(Exception):
                await link.close()

    async def _connected(self) -> Link:
        async with self._connecting:  # or of two connections one would be left open
            if self._link is None or self._link.closed or self._link.broken:
                await self.aclose()
                self._link = await connect(self._url, self._name)
            return self._link

    async def _execute(self, text: str, *values: object) -> list[tuple[Any, ...]]:
        link = await self._connected()
        try:
            with unavailable_if_broken():
                return await (await link.execute(text.encode(), values)).fetchall()
        except BaseException:
            await self.aclose()
            raise
