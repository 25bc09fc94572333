"""Makes this server a node of its cluster, and a new one when the others have taken the old one for dead.

A server that stood still for some seconds loses its rooms, but neither its sockets nor its sign-ins. What keeps the old
node's work from being stored under the new one's name: first nothing is stored any more, and what waits for that fails;
then, without anything in between, every room is forgotten, and every task of the old node is ended; and only then
there is a new node. So nobody is left who thinks that a room is its own.
"""

from __future__ import annotations

import asyncio
import logging

from server.cluster.links import ClusterLinks
from server.cluster.node import Node
from server.dispatching.session_registry import SessionRegistry
from server.hosting.host import Host
from server.hosting.services import RoomServices
from server.limits.settings import ServerLimits
from server.lobby.publisher import LobbyPublisher
from server.ops.server_clock import ServerClock
from server.ops.tasks import Tasks
from server.players.results.result_feed import ResultFeed
from server.room.journal import StorageUnavailableError

REJOIN_WITHIN_S = 10.0
"""How long it may take to be a node again; a server that does not manage that ends, to be started again."""

_log = logging.getLogger("parlour.cluster")


class ClusterMember:
    """This server in its cluster: `node` is what it is there now; mutable because that changes with an eviction.

    `is_lost` is set once it can store nothing more and be no other node.
    """

    def __init__(
        self,
        links: ClusterLinks,
        clock: ServerClock,
        host: Host,
        services: RoomServices,
        sessions: SessionRegistry,
        publisher: LobbyPublisher,
        results: ResultFeed,
        limits: ServerLimits,
    ) -> None:
        self._clock = clock
        self._host = host
        self._services = services
        self._sessions = sessions
        self._publisher = publisher
        self._results = results
        self._limits = limits
        self.is_lost = asyncio.Event()
        self._be(links)

    def _be(self, links: ClusterLinks) -> None:
        """Be a node, which has tasks of its own."""
        self.links, self._tasks = links, Tasks()
        self.node = Node(
            links,
            self._clock,
            self._host,
            self._sessions,
            self._publisher,
            self._results,
            self._tasks,
            self._limits,
        )
        self._services.renew = self.node.renew
        self._services.elsewhere = self._sessions.elsewhere = self._publisher.others = self.node

    async def run(self) -> None:
        """Be a new node whenever this one is evicted, until that cannot be."""
        while await self._is_evicted():
            _log.warning("event=evicted node=%d", self.links.number)
            try:
                async with asyncio.timeout(REJOIN_WITHIN_S):
                    await self._rejoin()
            except (StorageUnavailableError, TimeoutError) as error:
                _log.error("event=not-rejoined reason=%s", ascii(str(error)))
                break
            _log.warning("event=rejoined node=%d", self.links.number)
        self.is_lost.set()

    # What the owner's acts need of other nodes.

    @property
    def others(self) -> int:
        return self.node.others

    def has_room(self, code: str) -> bool:
        return self.node.has_room(code)

    def repeat_act(self, request: bytes) -> None:
        self.node.repeat_act(request)

    async def aclose(self) -> None:
        """End every task of the node."""
        await self._tasks.aclose()

    async def _is_evicted(self) -> bool:
        """Wait until the node can store nothing more; whether that is because it was evicted."""
        incarnation = self.links.incarnation
        waiting = [asyncio.ensure_future(event.wait()) for event in (self.node.heartbeat.is_fenced, incarnation.failed)]
        try:
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for each in waiting:
                each.cancel()
        return incarnation.is_fenced or (self.node.heartbeat.is_fenced.is_set() and not incarnation.failed.is_set())

    async def _rejoin(self) -> None:
        """Be another node. Raises StorageUnavailableError."""
        old, links = self.node, self.links
        self._sessions.is_restrained = True
        self._services.elsewhere = self._sessions.elsewhere = self._publisher.others = None
        links.incarnation.end()
        for code, followers in self._host.abandon().items():
            old.rooms.tables.note_moving(code, followers)
        await self._tasks.aclose()
        await links.membership.aclose()
        joined = await links.incarnation.begin_anew()
        old.forget_others()
        self._be(joined)
        self.node.take_people_of(old)
        await self.node.start()
        self._sessions.is_restrained = False
        self.node.matches.take_proposals(old.matches)
