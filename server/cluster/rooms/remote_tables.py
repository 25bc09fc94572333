"""Remembers which tables of other nodes people here are shown, and has whoever runs these next show them on.

A node that takes a table over knows who sits there, but not who watches. So each node remembers which tables its people
were shown, and by whom: where that is not the node that has the table, as the directory says, it asks that one to show
it to them, at each beat until it has. Whose table is closed is told so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from protocol import messages as m
from server.cluster.messages import Following
from server.cluster.players.presence import ClusterPresence, Send
from server.cluster.rooms.directory import Directory
from server.cluster.rooms.locations import RoomLocations
from server.hosting.host import Host
from server.ops.tasks import Tasks
from server.room.journal import StorageUnavailableError

TABLES_MAX = 200
"""How many tables of other nodes are remembered for a player; of more, the one that was shown first is forgotten."""
NOBODY = 0
"""In place of the node that shows a table to a player who is said to sit there, or to have come."""
FOUND_AT_ONCE = 200
"""How many tables are looked for at a time."""


class ShownTables(msgspec.Struct):
    """The tables that a player's session of a number was shown, by their codes, and the nodes that did so last.

    `leaving` has those that the player has asked to leave since they last asked to come.
    """

    number: int
    nodes: dict[str, int] = msgspec.field(default_factory=dict)
    leaving: set[str] = msgspec.field(default_factory=set)


class RemoteTables:
    """Which tables of other nodes people here are shown; mutable as they come and go, and tables do."""

    def __init__(
        self,
        me: int,
        send: Send,
        directory: Directory,
        host: Host,
        presence: ClusterPresence,
        locations: RoomLocations,
        tasks: Tasks,
    ) -> None:
        self._me = me
        self._send = send
        self._directory = directory
        self._host = host
        self._presence = presence
        self._locations = locations
        self._tasks = tasks
        self._shown: dict[int, ShownTables] = {}
        self._is_looking = False

    def note_shown(self, player: int, number: int, key: str, node: int) -> None:
        """Note that a node has sent a player's session of a number a frame of a key, if it is a table's."""
        if " " in key:
            return
        shown = self._shown.get(player)
        if shown is None or shown.number != number:
            shown = self._shown[player] = ShownTables(number)
        shown.nodes[key] = node
        if len(shown.nodes) > TABLES_MAX:
            self._forget(player, next(iter(shown.nodes)))

    def check_seats(self, player: int) -> None:
        """Have a player who has come told where they hold no seat any more, as word of that may be late."""
        number = self._presence.number(player)
        for code in self._host.seats_of(player):
            if number is not None and code not in self._host:
                self.note_shown(player, number, code, NOBODY)

    def check_left(self, left: Mapping[str, Iterable[int]]) -> None:
        """Have players told that they have left tables, by the codes of these, as word of it may be lost."""
        for code, players in left.items():
            for player in players:
                shown = self._shown.get(player)
                if shown is not None and code in shown.nodes:
                    shown.nodes[code] = NOBODY

    def note_command(self, player: int, code: str, command: m.Command) -> None:
        """Note that a player asks to leave a table of another node, or to come to it again."""
        shown = self._shown.get(player)
        if shown is None or code not in shown.nodes:
            return
        if isinstance(command, m.Leave):
            shown.leaving.add(code)
        elif isinstance(command, m.Join | m.Watch):
            shown.leaving.discard(code)

    def note_left(self, player: int, code: str | None) -> None:
        """Note that a player was told that they have left a table, if they were."""
        if code is not None:
            self._forget(player, code)

    def note_moving(self, code: str, players: Iterable[int]) -> None:
        """Note that a room, which some players follow, goes from this node to another, or comes to it."""
        for player in players:
            if (number := self._presence.number(player)) is not None:
                self.note_shown(player, number, code, self._me)

    def note_adopted(self, codes: Iterable[str]) -> None:
        """Show rooms that are this node's from now on to those here whom others have shown them.

        Nothing asked of the rooms is done before: whoever then leaves one is not shown it again. Who had a seat may
        have left it by now.
        """
        adopted = frozenset(codes)
        for player, shown in tuple(self._shown.items()):
            if self._is_here(player, shown):
                for code in sorted(shown.nodes.keys() & adopted):
                    may_have_left = self._may_have_left(shown, code) or code in self._host.seats_of(player)
                    self._show_here(code, [player], may_have_left=may_have_left)

    def take(self, old: RemoteTables) -> None:
        """Go on with what was shown to those who are connected here, by the node that this server was before."""
        for player, shown in old._shown.items():
            self._shown[player] = ShownTables(shown.number, dict.fromkeys(shown.nodes, old._me), shown.leaving)

    def resume(self) -> None:
        """Have tables shown to those to whom their nodes have not shown them, as something has changed, or was lost."""
        self._shown = {player: shown for player, shown in self._shown.items() if self._is_here(player, shown)}
        waiting: dict[tuple[str, bool], list[int]] = {}
        for player, shown in self._shown.items():
            # What this node shows by now, it also tells them that they have left.
            shown.nodes = {c: node for c, node in shown.nodes.items() if player not in self._host.followers(c)}
            shown.leaving &= shown.nodes.keys()
            for code, node in shown.nodes.items():
                if node != self._locations.owner(code):
                    waiting.setdefault((code, self._may_have_left(shown, code)), []).append(player)
        if waiting and not self._is_looking:
            self._is_looking = True
            self._tasks.start(self._resume(dict(list(waiting.items())[:FOUND_AT_ONCE])))

    def ask_again(self, node: int) -> None:
        """Ask a node whether people here still follow what it has shown them, as word that they do not may be lost."""
        followers: dict[str, list[int]] = {}
        for player, shown in self._shown.items():
            for code, shown_by in shown.nodes.items():
                if shown_by == node and self._is_here(player, shown):
                    followers.setdefault(code, []).append(player)
        for code, players in followers.items():
            self._send(node, Following(code, tuple(players), may_have_left=True))

    def hear_following(self, node: int, following: Following) -> None:
        """Show a table of this node's to people at a node, if they may see it."""
        players = [player for player in following.players if self._presence.node_of(player) == node]
        self._host.show_to(following.room, players, may_have_left=following.may_have_left)

    # Inside.

    async def _resume(self, waiting: dict[tuple[str, bool], list[int]]) -> None:
        """Have tables shown to some players, or only those who sit there, where that is so."""
        try:
            found = await self._directory.find(tuple(dict.fromkeys(code for code, _ in waiting)))
        except StorageUnavailableError:
            return
        finally:
            self._is_looking = False
        for (code, may_have_left), players in waiting.items():
            if code not in found:
                self._tell_closed(code, players)
            elif code in self._host:
                self._show_here(code, players, may_have_left=may_have_left)
            elif (node := found[code].node) not in (None, self._me):
                self._locations.note_owner(code, node)
                self._send(node, Following(code, tuple(players), may_have_left=may_have_left))

    def _show_here(self, code: str, players: Iterable[int], *, may_have_left: bool) -> None:
        """Show a room of this node's to those of some players who have not been shown it meanwhile."""
        following = [player for player in players if player in self._shown and code in self._shown[player].nodes]
        self._host.show_to(
            code, following, may_have_left=may_have_left, on_shown=lambda player: self._forget(player, code)
        )

    def _tell_closed(self, code: str, players: Iterable[int]) -> None:
        for player in players:
            if self._forget(player, code) and (session := self._presence.own(player)) is not None:
                session.tell(m.Left(room=code, reason=f"Table {code} is closed."))

    def _may_have_left(self, shown: ShownTables, code: str) -> bool:
        """Whether a player may have left a table that they were shown."""
        return shown.nodes[code] == NOBODY or code in shown.leaving

    def _forget(self, player: int, code: str) -> bool:
        """Forget that a player follows a table; whether that was known."""
        shown = self._shown.get(player)
        if shown is None:
            return False
        shown.leaving.discard(code)
        return shown.nodes.pop(code, None) is not None

    def _is_here(self, player: int, shown: ShownTables) -> bool:
        return self._presence.number(player) == shown.number
