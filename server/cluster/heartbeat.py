"""Keeps this node alive among the others: beats, watches them, evicts those that have died, and does what that means.

Who lives is decided by `membership`, from what the beats are answered.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from contextlib import suppress
from typing import Protocol

from protocol.errors import CloseCode
from server.cluster import membership
from server.cluster.links import ClusterLinks
from server.cluster.membership import Beats, Cluster, NodeRow, Silence, WatchedNode
from server.cluster.messages import ClockRead, RoomsDue
from server.cluster.players.presence import Send
from server.dispatching.session_registry import ClosingReason, SessionRegistry
from server.hosting.host import Host
from server.ops.histogram import Histogram
from server.ops.server_clock import ServerClock
from server.ops.tasks import Tasks
from server.room.journal import StorageUnavailableError

ANSWER_WITHIN_S = 2.0
"""How long a beat may take before its connection is given up."""
GIVEN_UP = ClosingReason(CloseCode.STOPPING, "The server can't reach its database. Your games are saved.")
EVENTS = {
    membership.NodeCame: "event=node-came",
    membership.NodeGone: "event=node-gone",
    membership.Restrain: "event=restrained",
    membership.GoOn: "event=going-on",
    membership.GiveUp: "event=given-up",
    membership.Fenced: "event=fenced",
}

_log = logging.getLogger("parlour.cluster")


class MembershipEvents(Protocol):
    """What follows for a node from what its beats are answered."""

    def note_came(self, node: int) -> None:
        """Tell a node that is there from now on what it does not know, and hear it."""

    def note_gone(self, node: int) -> None:
        """Forget a node that has left, or was evicted."""

    def note_answered(self, *, has_due: bool) -> None:
        """Do what is due at each answer, and have rooms claimed where there are any that nobody has."""


class Heartbeat:
    """What this node knows of the others, and of its own answers; mutable because nodes come and go.

    `is_fenced` is set once this node was evicted, so that it has to be started again. `evicted` counts the nodes that
    this one has evicted, and `beats` says how long each beat took to be answered.
    """

    def __init__(
        self,
        links: ClusterLinks,
        clock: ServerClock,
        host: Host,
        sessions: SessionRegistry,
        send: Send,
        events: MembershipEvents,
        tasks: Tasks,
    ) -> None:
        self._membership = links.membership
        self._clock = clock
        self._host = host
        self._sessions = sessions
        self._send = send
        self._events = events
        self._tasks = tasks
        self._now = asyncio.get_running_loop().time
        self._cluster = Cluster(links.number, self._now())
        self._is_hurried = asyncio.Event()
        self._evicting: set[int] = set()
        self.is_fenced = asyncio.Event()
        self.evicted = 0
        self.beats = Histogram()

    @property
    def nodes(self) -> tuple[int, ...]:
        """All nodes that live, as far as is known."""
        return self._cluster.nodes

    @property
    def others(self) -> Mapping[int, WatchedNode]:
        """The other nodes that live, as far as is known."""
        return self._cluster.others

    async def start(self) -> None:
        """Join the cluster, and beat from now on. Raises StorageUnavailableError."""
        await self._membership.join()
        await self._beat()
        self._tasks.start(self._beat_always())

    def note_evicted(self, node: int) -> None:
        """Hear no more of a node that was evicted, or stops where that is 0, and see what rooms are due."""
        if node:
            self._step(membership.Evicted(node))
        self._is_hurried.set()

    def tell_clock(self, node: int) -> None:
        """Tell a node what time it is on the cluster's clock."""
        self._send(node, ClockRead(self._clock.now()))

    def hear_clock(self, at: float) -> None:
        """Go on from the time that another node has read on the cluster's clock."""
        self._host.go_on_from(at)

    async def _beat_always(self) -> None:
        while True:
            began = self._now()
            self._is_hurried.clear()
            await self._beat()
            with suppress(TimeoutError):
                async with asyncio.timeout_at(began + membership.BEAT_EVERY_S):
                    await self._is_hurried.wait()

    async def _beat(self) -> None:
        """Beat, and take note for as long as that is not answered."""
        began = self._now()
        beating = asyncio.ensure_future(self._membership.beat(self._clock.now()))
        try:
            while not (await asyncio.wait([beating], timeout=membership.BEAT_EVERY_S))[0]:
                self._step(Silence())
                if self._now() - began >= ANSWER_WITHIN_S:
                    self._membership.abandon()  # cancelled, it would wait for an answer to that
            answer = beating.result()
        except StorageUnavailableError:
            self._step(Silence())
            return
        finally:
            beating.cancel()
        self.beats.add(self._now() - began)
        self._host.go_on_from(answer.clock)
        self._clock.start()
        self._step(Beats(answer.rows))
        self._events.note_answered(has_due=answer.has_due)

    def _step(self, event: membership.Event) -> None:
        self._cluster, effects = membership.step(self._cluster, self._now(), event)
        for effect in effects:
            self._apply(effect)
            if not isinstance(effect, membership.Evict):
                _log.info("%s nodes=%s", EVENTS[type(effect)], ",".join(map(str, self.nodes)))

    def _apply(self, effect: membership.Effect) -> None:
        match effect:
            case membership.Evict(row=row):
                if row.node not in self._evicting:
                    self._evicting.add(row.node)
                    self._tasks.start(self._evict(row))
            case membership.NodeCame(node=node):
                self._events.note_came(node)
            case membership.NodeGone(node=node):
                self._events.note_gone(node)
            case membership.Restrain():
                self._sessions.is_restrained = True
                self._clock.stop()  # nobody can move, so nobody's time is used up
            case membership.GiveUp():
                self._sessions.close_all(GIVEN_UP)
            case membership.GoOn():
                self._sessions.is_restrained = False
            case membership.Fenced():
                self._sessions.is_restrained = True
                self.is_fenced.set()

    async def _evict(self, row: NodeRow) -> None:
        try:
            if await self._membership.evict(row):
                self.evicted += 1
                _log.warning("event=node-evicted node=%d", row.node)
                self._send(None, RoomsDue(row.node))
                self.note_evicted(row.node)
        except StorageUnavailableError as error:
            _log.warning("event=node-not-evicted node=%d reason=%s", row.node, ascii(str(error)))
        finally:
            self._evicting.discard(row.node)
