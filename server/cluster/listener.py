"""Hears what other nodes tell on the bus, each from when it is known to live, and has what was missed told again."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any

from server.cluster import messages
from server.cluster.heartbeat import Heartbeat
from server.cluster.matches import ClusterMatches
from server.cluster.messages import Message
from server.cluster.players.accounts import ClusterAccounts
from server.cluster.players.presence import ClusterPresence, Send
from server.cluster.rooms.cluster_rooms import ClusterRooms
from server.lobby.publisher import LobbyPublisher
from server.ops.tasks import Tasks
from server.players.results.result_feed import ResultFeed

EARLY_MAX = 1000
"""How many messages of a node are kept until it is known whether it lives."""

_log = logging.getLogger("parlour.cluster")


class BusListener:
    """Has each message heard by the part that it is for; mutable because it keeps those of nodes not known to live yet.

    `_early` has these by the node, and None where one of them was missed. `hear_owner` does what the owner had another
    node do, or, for an empty request, what may have been missed of that.
    """

    def __init__(
        self,
        send: Send,
        heartbeat: Heartbeat,
        presence: ClusterPresence,
        rooms: ClusterRooms,
        matches: ClusterMatches,
        accounts: ClusterAccounts,
        publisher: LobbyPublisher,
        results: ResultFeed,
        tasks: Tasks,
    ) -> None:
        self._send = send
        self._heartbeat = heartbeat
        self._presence = presence
        self._rooms = rooms
        self._matches = matches
        self._accounts = accounts
        self._publisher = publisher
        self._results = results
        self._tasks = tasks
        self._early: dict[int, deque[bytes | None]] = {}
        self._strangers: set[int] = set()
        self._asked: set[int | None] = set()
        self._missed: set[int | None] = set()
        self.hear_owner: Callable[[bytes], Coroutine[Any, Any, None]] | None = None

    def hear(self, node: int, written: bytes) -> None:
        """Hear a message from a node, or keep it until that is known to live."""
        if node not in self._heartbeat.others:
            early = self._early.setdefault(node, deque(maxlen=EARLY_MAX))
            early.append(written)
        elif (message := messages.read(written)) is not None:
            try:
                self._hear_message(node, message)
            except Exception:  # noqa: BLE001 - what one message meets is no reason to hear no other
                _log.exception("event=message-failed kind=%s", type(message).__name__)

    def greet(self, node: int) -> None:
        """Tell a node that is known to live from now on all that is here, and hear what it has told before."""
        self._tell_all(node)
        early = self._early.pop(node, ())
        if len(early) == EARLY_MAX:
            self.note_missed(node)
        for written in early:
            if written is None:
                self._rooms.frames.miss()
            else:
                self.hear(node, written)

    def drop_strangers(self) -> None:
        """Forget what was told by nodes that were not known to live at the last beat either.

        Nodes that have gone may still talk. One that has just come may be missing in the answer to one beat.
        """
        self._early = {node: early for node, early in self._early.items() if node not in self._strangers}
        self._strangers = set(self._early)

    def note_missed(self, node: int | None) -> None:
        """Ask a node, or all, for everything again; of what is missed more than once between two beats, at the next.

        So nodes that miss parts of what they tell each other do not have ever more to tell.
        """
        self._rooms.frames.miss()
        for each, early in self._early.items():
            if node in (None, each):
                early.append(None)
        if node in self._asked:
            self._missed.add(node)
        else:
            self._asked.add(node)
            self._ask_for_all(node)

    def ask_for_missed(self) -> None:
        """Ask for everything again where more was missed since the last beat."""
        self._asked, self._missed = self._missed, set()
        for node in self._asked:
            self._ask_for_all(node)

    def _ask_for_all(self, node: int | None) -> None:
        """Ask a node, or all, for everything; what was missed may be that they have asked the same."""
        self._hear_owner(b"")
        self._send(node, messages.TellAll())
        for each in tuple(self._heartbeat.others) if node is None else (node,):
            self._repeat_all(each)
            self._rooms.commands.ask_for_answers(each)

    def _repeat_all(self, node: int) -> None:
        """Tell a node all that is here, show its players their tables whole, and ask it what it has not answered."""
        self._tell_all(node)
        self._presence.show_again(node)
        self._rooms.tables.ask_again(node)
        self._rooms.commands.ask_again(node)

    def _tell_all(self, node: int) -> None:
        """Tell a node all that is here, and first what time it is."""
        self._heartbeat.tell_clock(node)
        self._presence.tell_all(node)
        self._rooms.listings.tell_all(node)
        self._matches.tell_all(node)
        self._accounts.tell_all(node)

    def _hear_message(self, node: int, message: Message) -> None:
        match message:
            case messages.Arrived():
                self._presence.hear_arrived(node, message)
            case messages.Departed():
                self._presence.hear_departed(node, message)
            case messages.Renamed():
                self._presence.hear_renamed(node, message)
            case messages.Looked():
                self._presence.hear_looked(node, message)
            case messages.People():
                self._presence.hear_people(node, message)
            case messages.ShowWhole():
                self._presence.hear_show_whole(node, message)
            case messages.SaidInLobby(player=player, name=name, text=text):
                self._publisher.repeat(player, name, text)
            case messages.Renewed(game=game, players=players):
                self._results.renew(game, players)
            case messages.ClockRead(at=at):
                self._heartbeat.hear_clock(at)
            case messages.TellAll():
                self._repeat_all(node)
            case messages.RoomsDue(evicted=evicted):
                self._heartbeat.note_evicted(evicted)
            case messages.OwnerActed(request=request):
                self._hear_owner(request)
            case messages.Sought() | messages.MatchingNews() | messages.Proposed() | messages.Settled():
                self._matches.hear(node, message)
            case messages.KeysVoid() | messages.AccountsRemoved():
                self._accounts.hear(message)
            case (
                messages.Asked()
                | messages.Answered()
                | messages.Claimed()
                | messages.Frame()
                | messages.Following()
                | messages.HandedOver()
                | messages.Leaving()
                | messages.Listed()
            ):
                self._rooms.hear(node, message)

    def _hear_owner(self, request: bytes) -> None:
        if self.hear_owner is not None:
            self._tasks.start(self.hear_owner(request))
