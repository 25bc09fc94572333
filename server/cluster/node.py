"""A node of a cluster: beats, watches the others, takes over what is nobody's, and hears and tells what nodes tell.

A server that is alone has none of this: no task, no timer, and nothing to wait for.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, deque
from collections.abc import Callable, Collection, Coroutine, Iterable, Mapping
from contextlib import suppress
from typing import Any

from server.cluster import messages
from server.cluster.heartbeat import Heartbeat
from server.cluster.links import ClusterLinks
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
EARLY_MAX = 1000
"""How many messages of a node are kept until it is known whether it lives."""

_log = logging.getLogger("parlour.cluster")


class Node:
    """This server as one of a cluster's nodes; mutable because nodes come and go.

    `hear_owner` does what the owner had another node do, or, for an empty request, what may have been missed of that.
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
        self._early: dict[int, deque[bytes]] = {}
        self._strangers: set[int] = set()
        self.sent: Counter[type[Message]] = Counter()
        self.hear_owner: Callable[[bytes], Coroutine[Any, Any, None]] | None = None

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
        self._tasks.start(self._links.bus.run(self._hear, self._missed))
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
        self.matches.take_proposals(old.matches)
        self.hear_owner = old.hear_owner

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
        return self.rooms.relay.forward(request)

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
        self.rooms.listings.tell(entries)

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
        self._tell_all(node)
        self._hear_early(node)

    def note_gone(self, node: int) -> None:
        self.presence.forget_node(node)
        self.rooms.forget_node(node)
        self.matches.forget_node(node)

    def note_answered(self, *, has_due: bool) -> None:
        self.rooms.note_answered(has_due=has_due)
        # Nodes that have gone may still talk. One that has just come may be missing in the answer to one beat.
        self._early = {node: early for node, early in self._early.items() if node not in self._strangers}
        self._strangers = set(self._early)

    # The bus.

    def _send(self, node: int | None, message: Message) -> None:
        self.sent[type(message)] += 1
        self._links.bus.send(node, messages.write(message))

    def _tell_all(self, node: int) -> None:
        """Tell a node all that is here, and first what time it is."""
        self._send(node, messages.ClockRead(self._clock.now()))
        self.presence.tell_all(node)
        self.rooms.listings.tell_all(node)
        self.matches.tell_all(node)
        self.accounts.tell_all(node)

    def _missed(self, node: int | None) -> None:
        """Ask a node, or all, for everything again; in the latter case, these may have asked the same in vain."""
        self.rooms.frames.miss()
        self._hear_owner(b"")
        self._send(node, messages.TellAll())
        if node is not None:
            self.rooms.tables.ask_again(node)
            self.rooms.commands.ask_for_answers(node)
        else:
            for each in self.heartbeat.others:
                self._repeat_all(each)
                self.rooms.commands.ask_for_answers(each)

    def _repeat_all(self, node: int) -> None:
        """Tell a node all that is here, show its players their tables whole, and ask it what it has not answered."""
        self._tell_all(node)
        self.presence.show_again(node)
        self.rooms.tables.ask_again(node)
        self.rooms.commands.ask_again(node)

    def _hear(self, node: int, written: bytes) -> None:
        if node not in self.heartbeat.others:
            early = self._early.setdefault(node, deque(maxlen=EARLY_MAX))
            early.append(written)
        elif (message := messages.read(written)) is not None:
            self._answer_logged(node, message)

    def _hear_early(self, node: int) -> None:
        """Hear what a node has told before it was known to live."""
        early = self._early.pop(node, ())
        if len(early) == EARLY_MAX:
            self._missed(node)
        for written in early:
            self._hear(node, written)

    def _answer_logged(self, node: int, message: Message) -> None:
        try:
            self._answer(node, message)
        except Exception:  # noqa: BLE001 - what one message meets is no reason to hear no other
            _log.exception("event=message-failed kind=%s", type(message).__name__)

    def _answer(self, node: int, message: Message) -> None:
        presence = self.presence
        match message:
            case messages.Arrived():
                presence.hear_arrived(node, message)
            case messages.Departed():
                presence.hear_departed(node, message)
            case messages.Renamed():
                presence.hear_renamed(node, message)
            case messages.Looked():
                presence.hear_looked(node, message)
            case messages.People():
                presence.hear_people(node, message)
            case messages.SaidInLobby(player=player, name=name, text=text):
                self._publisher.repeat(player, name, text)
            case messages.Renewed(game=game, players=players):
                self._results.renew(game, players)
            case messages.ClockRead(at=at):
                self._clock.go_on_from(at)
            case messages.TellAll():
                self._repeat_all(node)
            case messages.RoomsDue(evicted=evicted):
                self.heartbeat.note_evicted(evicted)
            case messages.Sought() | messages.MatchingNews() | messages.Proposed() | messages.Settled():
                self.matches.hear(node, message)
            case messages.CodeMade() | messages.CodeVoid() | messages.KeysVoid() | messages.AccountsRemoved():
                self.accounts.hear(message)
            case (
                messages.Asked()
                | messages.Answered()
                | messages.Frame()
                | messages.Following()
                | messages.Claimed()
                | messages.HandedOver()
                | messages.Leaving()
                | messages.Listed()
            ):
                self.rooms.hear(node, message)
            case messages.OwnerActed(request=request):
                self._hear_owner(request)
            case messages.ShowWhole():
                presence.hear_show_whole(node, message)

    def _hear_owner(self, request: bytes) -> None:
        if self.hear_owner is not None:
            self._tasks.start(self.hear_owner(request))
