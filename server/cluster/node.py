"""A node of a cluster: its parts put together, from when it joins until it stops, and what this server tells others.

A server that is alone has none of this: no task, no timer, and nothing to wait for.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress

from server.cluster import messages
from server.cluster.heartbeat import Heartbeat
from server.cluster.links import ClusterLinks
from server.cluster.listener import BusListener
from server.cluster.matches import ClusterMatches
from server.cluster.messages import Message
from server.cluster.players.accounts import ClusterAccounts
from server.cluster.players.presence import ClusterPresence
from server.cluster.rooms.cluster_rooms import ClusterRooms
from server.dispatching.session_registry import SessionRegistry
from server.hosting.host import Host
from server.limits.settings import ServerLimits
from server.lobby.publisher import LobbyPublisher
from server.lobby.room_index import RoomEntry
from server.net.recipient import Requester
from server.ops.server_clock import ServerClock
from server.ops.tasks import Tasks
from server.players.results.result_feed import ResultFeed
from server.players.sessions.client_session import ClientSession
from server.players.sessions.routing import Request
from server.room.journal import StorageUnavailableError

FOLLOW_EVERY_S = 5.0

_log = logging.getLogger("parlour.cluster")


class Node:
    """This server as one of a cluster's nodes; mutable because nodes come and go.

    `sent` counts messages by their type.
    """

    def __init__(
        self,
        links: ClusterLinks,
        clock: ServerClock,
        host: Host,
        sessions: SessionRegistry,
        publisher: LobbyPublisher,
        results: ResultFeed,
        tasks: Tasks,
        limits: ServerLimits,
    ) -> None:
        self._links = links
        self._clock = clock
        self._host = host
        self._sessions = sessions
        self._publisher = publisher
        self._results = results
        self._tasks = tasks
        self.heartbeat = Heartbeat(links, clock, host, sessions, self._send, self, tasks)
        self.presence = ClusterPresence(links.number, self._send, host, sessions, publisher, results, limits)
        self.rooms = ClusterRooms(
            links.number, self._send, clock, links.directory, host, self.presence, publisher, tasks
        )
        self.matches = ClusterMatches(
            links.number, self._send, links.directory, self.presence, sessions.matchmaker, host, tasks
        )
        self.accounts = ClusterAccounts(self._send, host, sessions, publisher)
        self.listener = BusListener(
            self._send,
            self.heartbeat,
            self.presence,
            self.rooms,
            self.matches,
            self.accounts,
            publisher,
            results,
            tasks,
        )
        self.sent: Counter[type[Message]] = Counter()

    @property
    def number(self) -> int:
        """This node's own number, which no other ever has."""
        return self._links.number

    @property
    def is_restrained(self) -> bool:
        """Whether no commands are taken, as the database has not answered for long."""
        return self._sessions.is_restrained

    async def start(self) -> None:
        """Join the cluster, and beat and listen from now on. Raises StorageUnavailableError."""
        self._tasks.start(self._links.bus.run(self.listener.hear, self.listener.note_missed))
        await self._links.bus.is_listening.wait()
        await self.heartbeat.start()
        self._tasks.start(self._follow_always())

    def forget_others(self) -> None:
        """Forget what is known of other nodes, as this one is no more; commands that they may not have are refused."""
        self.rooms.relay.refuse_all()
        for node in self.heartbeat.others:
            self.presence.forget_node(node)
            self.matches.forget_seeks(node)
        self._publisher.merge(dict.fromkeys(self.rooms.locations.codes()))

    def take_people_of(self, old: Node) -> None:
        """Go on with those who are connected here, from before a node starts that takes another's place."""
        self.presence.take_own(old.presence)
        self.rooms.tables.take(old.rooms.tables)
        self.listener.hear_owner = old.listener.hear_owner

    async def _follow_always(self) -> None:
        """Let rooms follow their people, every FOLLOW_EVERY_S."""
        while True:
            await asyncio.sleep(FOLLOW_EVERY_S)
            with suppress(StorageUnavailableError):
                if not self.rooms.handover.is_draining and not self.is_restrained:
                    await self.rooms.handover.follow_people(self._takers())

    def _takers(self) -> list[int]:
        """The other nodes that rooms of this one may be handed over to."""
        rows = [seen.row for seen in self.heartbeat.others.values()]
        return [row.node for row in rows if not row.is_draining and row.speaks >= self._links.speaks]

    async def drain(self) -> None:
        """Have others go on with all rooms, while commands of people here are still taken and put to them."""
        others = self._takers()
        if others and not self.heartbeat.is_fenced.is_set():
            with suppress(StorageUnavailableError):
                await self._links.membership.drain()
                await self.rooms.handover.drain(others)
                await self.rooms.relay.emptied()
                _log.info("event=drained rooms=%d", len(self._host))

    async def stop(self) -> None:
        """Give up all rooms, once nothing happens there any more, and claim none."""
        self.presence.is_stopping = True
        with suppress(StorageUnavailableError):
            await self.rooms.handover.give_up_all()
            self._send(None, messages.RoomsDue())

    # What this server tells others, as Elsewhere and OtherLobbies say.

    async def open(self, room: str, code: str, entry: bytes, people: Collection[int]) -> None:
        await self._links.directory.open(room, code, entry, people)

    def forward(self, request: Request[Requester]) -> bool:
        return self.rooms.forward(request)

    async def find_seats(self, player: int) -> None:
        await self.rooms.listings.find_seats(player)

    def is_elsewhere(self, player: int, window: str) -> bool:
        return self.presence.is_elsewhere(player, window)

    def arrive(self, session: ClientSession) -> None:
        self.presence.arrive(session, self._clock.now())
        self.rooms.tables.check_seats(session.player)

    def leave(self, session: ClientSession) -> None:
        self.presence.leave(session)

    def look(self, requester: Requester, room: str | None) -> None:
        if self.presence.own(requester.player) is requester:
            self._send(None, messages.Looked(requester.player, room))

    def void_keys(self, keys: Collection[bytes]) -> None:
        self.accounts.void_keys(keys)

    def leave_table(self, player: int, code: str) -> None:
        self._tasks.start(self.rooms.relay.leave_table(player, code))

    def remove(self, player: int) -> None:
        self.accounts.remove(player)

    def rename(self, player: int, name: str) -> None:
        self._send(None, messages.Renamed(player, name))

    def say(self, player: int, name: str, text: str) -> None:
        self._send(None, messages.SaidInLobby(player, name, text))

    def renew(self, game: str, players: Iterable[int]) -> None:
        """Look up what has changed by a game of some players, here and at the other nodes."""
        self._results.renew(game, changed := tuple(players))
        self._send(None, messages.Renewed(game, changed))

    def list_rooms(self, entries: Mapping[str, RoomEntry | None]) -> None:
        self.rooms.tell(entries)

    # What the owner of this server has it do, as OtherNodes says.

    @property
    def others(self) -> int:
        return len(self.heartbeat.others)

    def has_room(self, code: str) -> bool:
        return self.rooms.locations.owner(code) is not None

    def repeat_act(self, request: bytes) -> None:
        self._send(None, messages.OwnerActed(request))

    # What follows from beats, as MembershipEvents says.

    def note_came(self, node: int) -> None:
        self.listener.greet(node)

    def note_gone(self, node: int) -> None:
        self.presence.forget_node(node)
        self.rooms.forget_node(node)
        self.matches.forget_node(node)

    def note_answered(self, *, has_due: bool) -> None:
        self.rooms.note_answered(has_due=has_due)
        self.listener.ask_for_missed()
        self.listener.drop_strangers()

    def _send(self, node: int | None, message: Message) -> None:
        self.sent[type(message)] += 1
        self._links.bus.send(node, messages.write(message))
