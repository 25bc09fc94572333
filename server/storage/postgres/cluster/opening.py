"""Opens a database as one of the nodes that share it."""

from __future__ import annotations

from server.cluster.directory import SPEAKS
from server.cluster.links import ClusterLinks
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
    node, name = database.writer, database.name
    members = PostgresMembership(address, node, name, SPEAKS)
    directory, bus = PostgresDirectory(database, SPEAKS), PostgresBus(address, node, name)
    return database, ClusterLinks(node, SPEAKS, members, directory, bus)
