"""Makes whole Tables of the server's updates, so that no other part of the client knows of them."""

from __future__ import annotations

from collections.abc import Callable

from protocol import messages as m
from protocol.table_updates import with_update


class HeldTables:
    """The newest Table of each room on this connection.

    `ask` asks the server for a whole Table, which comes where an update builds on one that is not held.
    """

    def __init__(self, ask: Callable[[str], None]) -> None:
        self._ask = ask
        self._held: dict[str, m.Table] = {}

    def hear(self, event: m.Event) -> m.Event | None:
        """Look at an event; returns what to pass on, or None. Raises MalformedFrameError."""
        match event:
            case m.Welcome():
                self._held = {}
            case m.Left(room=room):
                self._held.pop(room, None)
            case m.Table(room=room):
                self._held[room] = event
            case m.TableUpdate():
                return self._whole(event)
        return event

    def _whole(self, update: m.TableUpdate) -> m.Table | None:
        held = self._held.pop(update.room, None)
        table = None if held is None else with_update(held, update)
        if table is None:
            self._ask(update.room)
        else:
            self._held[update.room] = table
        return table
