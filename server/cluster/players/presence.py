"""Keeps who is connected at other nodes, and what they and this one tell each other of it.

Who is connected is stored nowhere: each node tells it of its own, all of it to a node that is new or has missed
something, and what a node told is forgotten with the node. A player is connected at one node: of two, the later counts.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from math import inf

from msgspec.structs import replace

from protocol import messages as m
from protocol.errors import CloseCode
from server.cluster.messages import Arrived, Departed, Looked, Message, People, Renamed, ShowWhole, TellAll
from server.cluster.players.remote_session import RemoteSession
from server.dispatching.session_registry import REPLACED, SessionRegistry
from server.hosting.host import Host
from server.limits.addresses import counted_networks
from server.limits.settings import ServerLimits
from server.lobby.publisher import LobbyPublisher
from server.players.accounts.lookalikes import fold
from server.players.results.result_feed import ResultFeed
from server.players.sessions.client_session import ClientSession

Send = Callable[[int | None, Message], None]
"""Sends a message to a node, or to all."""

LATER_S = 0.001
"""By how much a session is later than the one it replaces: nodes' clocks differ by the time between beats."""


class ClusterPresence:
    """The sessions at other nodes by player, and the numbers of one's own; mutable as players come and go.

    `connections` counts those at other nodes by address and network. While this node `is_stopping`, whoever is
    disconnected is stranded.
    """

    def __init__(
        self,
        me: int,
        send: Send,
        host: Host,
        sessions: SessionRegistry,
        publisher: LobbyPublisher,
        results: ResultFeed,
        limits: ServerLimits,
    ) -> None:
        self._me = me
        self._send = send
        self._host = host
        self._sessions = sessions
        self._publisher = publisher
        self._results = results
        self._limits = limits
        self._remote: dict[int, RemoteSession] = {}
        self._by_name: dict[str, RemoteSession] = {}
        self.connections: Counter[str] = Counter()
        self._now = asyncio.get_running_loop().time
        self._own: dict[int, tuple[ClientSession, Arrived]] = {}
        self._numbers = 0
        self._passed_over: dict[int, int] = {}
        self._key_of = me
        self.is_stopping = False

    def remote(self, node: int, player: int, number: int) -> RemoteSession | None:
        """A player's session at a node, if it is still their newest."""
        session = self._remote.get(player)
        return session if session is not None and (session.node, session.number) == (node, number) else None

    def get(self, player: int) -> RemoteSession | None:
        """The session of a player who is connected at another node."""
        return self._remote.get(player)

    def find(self, name: str) -> RemoteSession | None:
        """The session at another node of whoever goes by a name, or one that looks like it."""
        return self._by_name.get(fold(name))

    def own(self, player: int, number: int | None = None) -> ClientSession | None:
        """The session of a player who is connected here, if it is still the one of a number."""
        session, arrived = self._own.get(player, (None, None))
        return session if arrived is not None and number in (None, arrived.number) else None

    def number(self, player: int) -> int | None:
        """The number of the session of a player who is connected here."""
        return self._own[player][1].number if player in self._own else None

    def node_of(self, player: int) -> int | None:
        """The other node where a player is connected."""
        session = self._remote.get(player)
        return None if session is None else session.node

    def since(self, player: int) -> float:
        """Since when a player is connected, here or elsewhere, by the cluster's clock; infinite for nowhere."""
        if player in self._own:
            return self._own[player][1].at
        return self._remote[player].at if player in self._remote else inf

    def is_elsewhere(self, player: int, window: str) -> bool:
        """Whether a player is connected at another node, by another window."""
        session = self._remote.get(player)
        return session is not None and not (window and window == session.window)

    # What happens here.

    def arrive(self, session: ClientSession, at: float) -> None:
        """Tell that a player is connected here since `at`, by the cluster's clock, and no longer elsewhere."""
        if (old := self._remote.get(session.player)) is not None:
            at = max(at, old.at + LATER_S)
            self._drop(old)
        self._numbers += 1
        networks = counted_networks(session.connection.address)
        arrived = Arrived(
            self._numbers, at, session.signed_in, session.looks, session.window, networks, session.takes_updates
        )
        self._own[session.player] = session, arrived
        self._send(None, arrived)

    def take_own(self, old: ClusterPresence) -> None:
        """Take over those who are connected here, since when they are, from the node that this server was before."""
        self._numbers = old._numbers
        self.connections = old.connections
        self.connections.clear()
        for session in self._sessions.online:
            if old.own(session.player) is session:
                self._own[session.player] = old._own[session.player]
            else:
                self.arrive(session, 0.0)

    def leave(self, session: ClientSession) -> None:
        """Tell that a player is connected no more."""
        if self.own(session.player) is session:
            _, arrived = self._own.pop(session.player)
            spent = self._sessions.spent(session.player, self._now())
            self._send(None, Departed(session.player, arrived.number, spent, self.is_stopping))
            self._ask_again(session.player)

    def tell_all(self, node: int | None) -> None:
        """Tell a node, or all, of everybody who is connected here."""
        self._send(node, People(tuple(self._arrivals()), self._sessions.household_key))

    def _arrivals(self) -> Iterator[Arrived]:
        for session, arrived in self._own.values():
            yield replace(arrived, signed_in=session.signed_in, looks=session.looks)

    # What other nodes tell.

    def hear_arrived(self, node: int, arrived: Arrived) -> None:
        """Note that a player is connected at a node, unless they came to another later."""
        player = arrived.signed_in.player
        _, mine = self._own.get(player, (None, None))
        if mine is not None and (mine.at, self._me) > (arrived.at, node):
            self._passed_over[player] = node
            return
        known = self._remote.get(player)
        if known is not None and (known.node, known.number) == (node, arrived.number):
            self._update(known, arrived)
            return
        if known is not None and (known.at, known.node, known.number) > (arrived.at, node, arrived.number):
            self._passed_over[player] = node
            return
        self._end_own(player)
        if known is not None:
            self._forget(known)
        session = RemoteSession(node, arrived, lambda message: self._send(node, message), self._limits)
        self._remote[player] = self._by_name[fold(session.name)] = session
        self.connections.update(session.networks)
        hello = m.Hello(name=session.name, token=None, client="", deals=session.signed_in.deals, bot=False)
        self._host.connect(session, hello)
        self._results.add_player(player)
        self._publisher.add_player(player, session.name, is_bot=session.signed_in.bot)

    def _update(self, session: RemoteSession, arrived: Arrived) -> None:
        """Note what has changed of a session, of which the word may be lost."""
        if session.name != arrived.signed_in.name:
            self.hear_renamed(session.node, Renamed(session.player, arrived.signed_in.name))
        tells_looks, room = arrived.looks
        if tells_looks and session.looks != arrived.looks:
            self.hear_looked(session.node, Looked(session.player, room))

    def hear_departed(self, node: int, departed: Departed) -> None:
        """Note that a session at a node is over, and what its player may not do again so soon."""
        self._sessions.spend(departed.player, self._now(), departed.spent)
        if (session := self.remote(node, departed.player, departed.number)) is not None:
            session.is_stranded = departed.stranded
            self._forget(session)

    def hear_people(self, node: int, people: People) -> None:
        """Note who is connected at a node, and nobody else; the key of the oldest node's is everybody's."""
        if people.household_key and node < self._key_of:
            self._key_of, self._sessions.household_key = node, people.household_key
        numbers = {arrived.number for arrived in people.arrived}
        for session in self._of(node):
            if session.number not in numbers:
                self._forget(session)
        for arrived in people.arrived:
            self.hear_arrived(node, arrived)

    def hear_renamed(self, node: int, renamed: Renamed) -> None:
        """Note that a player at a node has another name."""
        session = self._remote.get(renamed.player)
        if session is not None and session.node == node:
            self._forget_name(session)
            session.rename(renamed.name)
            self._by_name[fold(session.name)] = session
            self._publisher.rename_player(session.player, renamed.name)
            self._host.announce_name(session)

    def hear_looked(self, node: int, looked: Looked) -> None:
        """Note which room a player at a node looks at."""
        session = self._remote.get(looked.player)
        if session is not None and session.node == node:
            self._host.look(session, m.Look(room=looked.room))

    def show_again(self, node: int) -> None:
        """Show everybody at a node the tables they follow here, whole."""
        for session in self._of(node):
            self._host.show_again(session)

    def hear_show_whole(self, node: int, asked: ShowWhole) -> None:
        """Show a player at a node a table whole, in place of an update that would not have been of use."""
        if (session := self.remote(node, asked.player, asked.number)) is not None:
            self._host.show_whole(session, asked.room)

    def forget_node(self, node: int) -> None:
        """Forget everybody at a node that has gone."""
        for session in self._of(node):
            session.is_stranded = True
            self._forget(session)

    def _of(self, node: int) -> Iterable[RemoteSession]:
        return [session for session in self._remote.values() if session.node == node]

    def _forget(self, session: RemoteSession) -> None:
        self._drop(session)
        self._ask_again(session.player)
        self._results.remove_player(session.player)
        self._publisher.remove_player(session.player)

    def _ask_again(self, player: int) -> None:
        """Ask a node for all it has to say whose word of a player was passed over, as for older than what has ended."""
        if (node := self._passed_over.pop(player, None)) is not None:
            self._send(node, TellAll())

    def _drop(self, session: RemoteSession) -> None:
        """Forget a session that is over, whose player may be connected here by now."""
        del self._remote[session.player]
        self._forget_name(session)
        self.connections.subtract(session.networks)
        for network in session.networks:
            if not self.connections[network]:
                del self.connections[network]
        self._host.disconnect(session)
        self._sessions.matchmaker.disconnect(session.player)

    def _forget_name(self, session: RemoteSession) -> None:
        """Free a name, unless somebody else has taken it since."""
        alike = fold(session.name)
        if self._by_name.get(alike) is session:
            del self._by_name[alike]

    def _end_own(self, player: int) -> None:
        """Close the connection of a player who is connected elsewhere by now."""
        if (session := self.own(player)) is not None:
            self._sessions.end(session.connection)
            session.connection.close(CloseCode.REPLACED, REPLACED)
