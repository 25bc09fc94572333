"""Passes frames from rooms of other nodes on to players who are connected here.

An update is of use only to whom the Table before has reached. Where that may lack, because something on the bus was
missed or the client reads slowly, it is dropped, and the room's node asked for a whole Table.
"""

from __future__ import annotations

from server.cluster.messages import Frame, ShowWhole
from server.cluster.players.presence import ClusterPresence, Send
from server.cluster.rooms.remote_tables import NOBODY, RemoteTables
from server.hosting.host import Host

CURRENT_MAX = 16_384
"""Of how many tables of players it is remembered that updates are of use."""


class RemoteFrames:
    """Knows which players here have the newest Table that another node showed; mutable as Tables come and are missed.

    `_current` has that node, by the player, the number of their session and the Table's key.
    """

    def __init__(self, send: Send, presence: ClusterPresence, host: Host, tables: RemoteTables) -> None:
        self._send = send
        self._presence = presence
        self._host = host
        self._tables = tables
        self._current: dict[tuple[int, int, str], int] = {}

    def hear(self, node: int, frame: Frame) -> None:
        """Pass a frame on, unless the session it is for is over."""
        session = self._presence.own(frame.player, frame.number)
        if session is None:
            return
        if frame.key is None:
            if frame.entered is not None:  # by the time that it is repeated, they may have left again
                shown_by = NOBODY if frame.repeats else node
                self._tables.note_shown(frame.player, frame.number, frame.entered, shown_by)
            self._tables.note_left(frame.player, frame.left)
            session.outbox.offer(frame.frame)
        elif frame.key.partition(" ")[0] in self._host:
            pass  # this node has taken the room over, and shows it itself
        elif not frame.is_update:
            session.outbox.offer(frame.frame, frame.key)
            self._note_whole(node, frame.player, frame.number, frame.key)
            self._tables.note_shown(frame.player, frame.number, frame.key, node)
        else:
            key = frame.player, frame.number, frame.key
            if self._current.get(key) != node or not session.outbox.offer_update(frame.frame, frame.key):
                self._current.pop(key, None)
                self._send(node, ShowWhole(frame.player, frame.number, frame.key))

    def miss(self) -> None:
        """Note that something on the bus was missed: any Table may be another by now."""
        self._current.clear()

    def _note_whole(self, node: int, *key: *tuple[int, int, str]) -> None:
        if len(self._current) >= CURRENT_MAX:
            self._current.clear()
        self._current[key] = node
