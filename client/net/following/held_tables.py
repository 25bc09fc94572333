"""Makes whole Tables of the server's updates, so that no other part of the client knows of them."""

from __future__ import annotations

from collections.abc import Callable

from protocol import messages as m
from protocol.errors import MalformedFrameError
from protocol.table_updates import with_update

TABLES_MAX = 256
"""At how many tables anything may go on for one player; who is told of more is told so by no honest server."""
PASSING = m.Refused | m.Transcript
"""What names a table of which nothing is kept."""


class HeldTables:
    """The newest Table of each room on this connection.

    `ask` asks the server for a whole Table, which comes where an update builds on one that is not held.
    """

    def __init__(self, ask: Callable[[str], None]) -> None:
        self._ask = ask
        self._held: dict[str, m.Table] = {}
        self._named: set[str] = set()

    def hear(self, event: m.Event) -> m.Event | None:
        """Look at an event; returns what to pass on, or None. Raises MalformedFrameError."""
        match event:
            case m.Welcome():
                self._held = {}
                self._named = set()
            case m.Left(room=room):
                self._held.pop(room, None)
                self._named.discard(room)
            case _:
                self._count(event)
        match event:
            case m.Table(room=room):
                self._held[room] = event
            case m.TableUpdate():
                return self._whole(event)
        return event

    def _count(self, event: m.Event) -> None:
        """Count the tables that are followed, so that no server makes this program grow. Raises MalformedFrameError."""
        room = getattr(event, "room", None)
        if room is None or room in self._named or isinstance(event, PASSING):
            return
        if len(self._named) >= TABLES_MAX:
            raise MalformedFrameError("The server sent more tables than anybody can follow.")
        self._named.add(room)

    def _whole(self, update: m.TableUpdate) -> m.Table | None:
        held = self._held.pop(update.room, None)
        table = None if held is None else with_update(held, update)
        if table is None:
            self._ask(update.room)
        else:
            self._held[update.room] = table
        return table
