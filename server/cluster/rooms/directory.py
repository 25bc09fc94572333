"""The interface of the directory: which rooms are open in a cluster, and which node each belongs to.

A server that is alone has none, as all rooms of its journal are its own. In a cluster, a room belongs to one node at a
time, or to nobody until a node claims it. Only the owner runs it. Its code is one open room's alone, whichever nodes
make rooms at the same moment.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple, Protocol

from server.room.journal import Recalled

SPEAKS = 1
"""The newest form of entries in the journal and of messages between nodes that this release knows.

It grows with each release whose entries an older one could not read. A room that such a release has had is not claimed
by an older one any more. Messages get new kinds, which older nodes drop, or new last fields with defaults.
"""


class Whereabouts(NamedTuple):
    """An open room's name in the journal, and the node it belongs to; None where it is anybody's to claim."""

    room: str
    node: int | None


class ClaimedRoom(NamedTuple):
    """A room that belongs to this node now, with its summary and what its journal recalls of it."""

    room: str
    entries: list[bytes]
    recalled: Recalled


class Directory(Protocol):
    """Which rooms are open, and whose each is. Raises StorageUnavailableError where nothing can be stored."""

    async def open(self, room: str, code: str, entry: bytes, people: Collection[int]) -> None:
        """Store a room's first entry; the room is this node's. Raises CodeTakenError."""

    async def find(self, codes: Collection[str]) -> dict[str, Whereabouts]:
        """Where the open rooms of some codes are, by these; codes of no room are missing."""

    async def seats_of(self, player: int) -> tuple[str, ...]:
        """The codes of the rooms a player holds a seat in, on whichever node, longest-standing first."""

    async def seat(self, people: Mapping[str, Collection[int]]) -> None:
        """Note who holds the seats of rooms of this node's, by their names."""

    async def claim(self, rooms: Collection[str]) -> list[ClaimedRoom]:
        """Make rooms this node's, those for which no other was quicker. Never waits for another node."""

    async def claim_due(self, now: float, most: int) -> list[ClaimedRoom]:
        """Make rooms this node's that nobody has and that are due at `now`, by the cluster's clock, at most so many."""

    async def release_all(self) -> None:
        """Give all rooms of this node's up, to be claimed at once."""

    async def release(self, rooms: Iterable[str], due: float = 0.0) -> None:
        """Give rooms of this node's up: they are anybody's, and due then."""
