"""What a node has of its cluster: its row among the others', whose each room is, and the bus."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Protocol

from server.cluster.bus import Bus
from server.cluster.membership import NodeRow
from server.cluster.rooms.directory import Directory


class BeatAnswer(Protocol):
    """What a beat is answered with: the cluster's clock, all nodes, and whether any room is to be claimed."""

    @property
    def clock(self) -> float: ...

    @property
    def rows(self) -> tuple[NodeRow, ...]: ...

    @property
    def has_due(self) -> bool: ...


class Membership(Protocol):
    """A node's row among those of its cluster. Raises StorageUnavailableError where the database does not answer."""

    async def join(self) -> None:
        """Become a node of the cluster."""

    async def beat(self, clock: float) -> BeatAnswer:
        """Say that this node lives, and that its clock stands at `clock`."""

    def abandon(self) -> None:
        """Wait for no answer any more, as the database does not give any."""

    async def evict(self, row: NodeRow) -> bool:
        """Remove a node if its counter is still what was seen; whether this call has."""

    async def drain(self) -> None:
        """Have others know that this node takes no more rooms."""

    async def leave(self) -> None:
        """Be no node any more: what is still this node's is nobody's."""

    async def aclose(self) -> None:
        """Leave off without a word."""


class Incarnation(Protocol):
    """What this server can store as the node that it is now."""

    @property
    def failed(self) -> asyncio.Event:
        """Set once it can store nothing more."""

    @property
    def is_fenced(self) -> bool:
        """Whether that is because other nodes have evicted it."""

    def end(self) -> None:
        """Store nothing more: whatever waits raises StorageUnavailableError."""

    async def begin_anew(self) -> ClusterLinks:
        """Be another node, of which nothing is stored that was asked for before. Raises StorageUnavailableError."""

    async def leave(self) -> None:
        """Be no node any more: what is still this node's is nobody's. Raises StorageUnavailableError."""


@dataclass(frozen=True, slots=True)
class ClusterLinks:
    """What a node has of its cluster: its number, the newest form that it speaks, and its ways to the others."""

    number: int
    speaks: int
    membership: Membership
    directory: Directory
    bus: Bus
    incarnation: Incarnation
