"""Opens a database as one of the nodes that share it."""

from __future__ import annotations

import asyncio

from server.cluster.links import ClusterLinks
from server.cluster.rooms.directory import SPEAKS
from server.storage.postgres import journal
from server.storage.postgres.cluster import directory, membership
from server.storage.postgres.cluster.bus import PostgresBus
from server.storage.postgres.cluster.directory import PostgresDirectory
from server.storage.postgres.cluster.membership import PostgresMembership
from server.storage.postgres.database import PostgresDatabase

SCHEMA = journal.SCHEMA + membership.SCHEMA + directory.SCHEMA


def open_node(address: str, schema: str = "") -> tuple[PostgresDatabase, ClusterLinks]:
    """Open a database with the tables of a cluster and those of a schema; and a node's ways to the others.

    Raises StorageUnavailableError.
    """
    database = PostgresDatabase(address, SCHEMA + schema, is_node=True)
    return database, NodeIncarnation(address, database).links


class NodeIncarnation:
    """What this server can store as the node that it is now, by its database; `links` are that node's."""

    def __init__(self, address: str, database: PostgresDatabase) -> None:
        self._address = address
        self._database = database
        self.links = self._link()

    @property
    def failed(self) -> asyncio.Event:
        return self._database.failed

    @property
    def is_fenced(self) -> bool:
        return self._database.is_fenced

    def end(self) -> None:
        self._database.end()

    async def begin_anew(self) -> ClusterLinks:
        await self._database.begin_anew()
        self.links = self._link()
        return self.links

    async def leave(self) -> None:
        await self.links.membership.leave()

    def _link(self) -> ClusterLinks:
        address, database = self._address, self._database
        node, name = database.writer, database.name
        members = PostgresMembership(address, node, name, SPEAKS)
        directory, bus = PostgresDirectory(database, SPEAKS), PostgresBus(address, node, name)
        return ClusterLinks(node, SPEAKS, members, directory, bus, self)
