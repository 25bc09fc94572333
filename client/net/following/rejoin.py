"""Asks again for tables that the server cannot show, after a reconnect because its disk fails, or that were missed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from functools import partial

from client.state.store import Happening, Said
from protocol import messages as m

REF = 2**31 - 1
"""The reference of these requests, which no other request uses, so that their answers are recognised."""
FIRST_PAUSE_S, LONGEST_PAUSE_S = 1.0, 30.0


Later = Callable[[float, Callable[[], None]], asyncio.TimerHandle]


class Rejoin:
    """The tables not yet shown since the reconnect, or since one was missed. It holds a pause and a timer for each.

    `ask` sends a command to the server, and `later` calls a function after so many seconds.
    """

    def __init__(self, ask: Callable[[m.Command], None], later: Later | None = None) -> None:
        self._ask = ask
        self._later = later or _call_later
        self._pauses: dict[str, float] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}

    def expect(self, rooms: Iterable[str]) -> None:
        """Start over, with the tables that the server will show by itself or was asked for."""
        self.stop()
        self._pauses = dict.fromkeys(rooms, FIRST_PAUSE_S)

    def request(self, room: str) -> None:
        """Ask for a table, unless it is expected already."""
        if room not in self._pauses:
            self._pauses[room] = FIRST_PAUSE_S
            self._ask(m.Watch(ref=REF, room=room))

    def hear(self, event: m.Event) -> Happening | None:
        """Look at an event; returns what to pass on, or None."""
        match event:
            case m.Table(room=room) | m.Left(room=room):
                self._forget(room)
            case m.Entered(ref=ref) if ref == REF:
                return None  # a player who has gone elsewhere is not called away
            case m.Refused(room=str(room), about="hello" | "watch") if room in self._pauses:
                if event.code in ("unavailable", "too-many"):
                    return self._on_refusal(room, event)
                self._forget(room)
        return event

    def stop(self) -> None:
        for timer in self._timers.values():
            timer.cancel()
        self._timers = {}
        self._pauses = {}

    def _on_refusal(self, room: str, refusal: m.Refused) -> Said | None:
        """Ask again after a pause that doubles each time; tell the player the first time."""
        is_first, pause = room not in self._timers, self._pauses[room]
        self._pauses[room] = min(2 * pause, LONGEST_PAUSE_S)
        wait = max(pause, min(refusal.retry_after_s or 0.0, LONGEST_PAUSE_S))
        again = m.Watch(ref=REF, room=room)
        self._timers[room] = self._later(wait, partial(self._ask, again))
        return Said(f"The server can't show table {room} right now. Trying again until it can.") if is_first else None

    def _forget(self, room: str) -> None:
        self._pauses.pop(room, None)
        if timer := self._timers.pop(room, None):
            timer.cancel()


def _call_later(after_s: float, do: Callable[[], None]) -> asyncio.TimerHandle:
    return asyncio.get_running_loop().call_later(after_s, do)
