"""Bugs to plant into a cluster's code, or into the model's, each of which the worlds of several nodes have to find."""

from __future__ import annotations

from typing import Any

from server.cluster.messages import Frame
from server.cluster.players.remote_frames import RemoteFrames
from server.room.journal import StorageUnavailableError
from server.storage.database import JobResult
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
