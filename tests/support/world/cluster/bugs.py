"""Bugs to plant into a cluster's code, or into the model's, each of which the worlds of several nodes have to find."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from server.cluster.bus import Receiver
from server.cluster.membership import NodeRow
from server.cluster.messages import Frame
from server.cluster.players.presence import ClusterPresence
from server.cluster.rooms.directory import ClaimedRoom, Whereabouts
from server.cluster.rooms.remote_frames import RemoteFrames
from server.room.journal import StorageUnavailableError
from server.storage.database import JobResult
from server.storage.postgres.cluster import directory as directory_postgres
from server.storage.postgres.cluster.directory import PostgresDirectory
from server.storage.postgres.cluster.stores import NodeResultStore
from server.storage.sql.records import SqlResultStore
from tests.support.world.bugs import Bug, planted_in
from tests.support.world.cluster.database import ModelDatabase
from tests.support.world.cluster.engine import Engine

BUGS: list[Bug] = []
"""Every bug, in the order in which they stand here."""

plant = planted_in(BUGS)


@plant(Engine, "may_write")
def no_fence(*_: Any) -> bool:
    """A node that was evicted goes on storing."""
    return True


@plant(Engine, "later")
def the_cluster_clock_goes_back(_: Any, self: Any, clock: float, told: float) -> float:
    """Each node's clock becomes the cluster's."""
    return told


@plant(ModelDatabase, "look_up")
def an_unknown_outcome_is_a_refusal(_: Any, self: Any, results: list[JobResult]) -> list[JobResult]:
    """What may be stored is said not to be."""
    return [JobResult(None, StorageUnavailableError("the answer was lost"))] * len(results)


@plant(RemoteFrames, "hear")
def an_update_replaces_what_it_builds_on(_: Any, self: Any, node: int, frame: Frame) -> None:
    """Whoever reads slowly at another node than their table's is sent updates, of which they lack what is before."""
    session = self._presence.own(frame.player, frame.number)
    if session is not None:
        session.outbox.offer(frame.frame, frame.key)


@plant(Engine, "is_still")
def a_node_is_evicted_although_it_beats(_: Any, self: Engine, row: NodeRow) -> bool:
    """An eviction does not quote the counter that was seen."""
    return row.node in self.nodes


@contextmanager
def a_room_is_read_when_it_is_looked_for() -> Iterator[None]:
    """What its owner stores between that and the claim is overlooked."""
    find, claim = PostgresDirectory.find, PostgresDirectory._claim
    read: dict[tuple[PostgresDirectory, str], ClaimedRoom] = {}

    async def finding(self: PostgresDirectory, codes: Collection[str]) -> dict[str, Whereabouts]:
        found = await find(self, codes)
        rooms = [each.room for each in found.values()]
        for each in await self._database.run(lambda connection: directory_postgres._recall(connection, rooms)):
            read.setdefault((self, each.room), each)
        return found

    def claiming(self: PostgresDirectory, *arguments: Any) -> list[ClaimedRoom]:
        return [read.pop((self, each.room), each) for each in claim(self, *arguments)]

    with patch.object(PostgresDirectory, "find", finding), patch.object(PostgresDirectory, "_claim", claiming):
        yield


BUGS.append(a_room_is_read_when_it_is_looked_for)


@plant(ClusterPresence, "forget_node")
def players_outlast_their_node(*_: Any) -> None:
    """Whoever was connected at a node that has gone seems to be there still."""


@plant(NodeResultStore, "_insert")
def results_wait_for_no_other_node(_: Any, *arguments: Any) -> None:
    """Two nodes may change the same statistics at once."""
    SqlResultStore._insert(*arguments)


@plant(Receiver, "unpack")
def a_lost_packet_goes_unnoticed(whole: Any, *arguments: Any) -> tuple[list[bytes], bool]:
    """Whatever is missing, nobody asks for it again."""
    return whole(*arguments)[0], False
