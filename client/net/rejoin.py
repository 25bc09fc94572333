"""Rooms that the server cannot show to who has come back, as its disk refuses: asked for again until it can."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from functools import partial
from typing import Protocol

from client.state.store import Happening, Said
from protocol import messages as m

REF = 2**31 - 1
"""Under which nobody else asks, so that the answers are known."""
FIRST_PAUSE_S, LONGEST_PAUSE_S = 1.0, 30.0


class ScheduledCall(Protocol):
    """Something that will be done."""

    def cancel(self) -> None:
        """Let it be."""


Later = Callable[[float, Callable[[], None]], ScheduledCall]


class Rejoin:
    """What is still to come of the rooms one came back to. Mutable: they come, and timers wait for those that do not.

    `ask` takes a command to the server, and `later` does something so many seconds later.
    """

    def __init__(self, ask: Callable[[m.Command], None], later: Later | None = None) -> None:
        """Expect nothing yet."""
        self._ask = ask
        self._later = later or _by_the_loop
        self._pauses: dict[str, float] = {}
        self._timers: dict[str, ScheduledCall] = {}

    def expect(self, rooms: Iterable[str]) -> None:
        """Begin anew, with the rooms that the server is to show by itself, or is asked for."""
        self.stop()
        self._pauses = dict.fromkeys(rooms, FIRST_PAUSE_S)

    def hear(self, event: m.Event) -> Happening | None:
        """Look at what comes; gives what is to be made known of it, be that nothing."""
        match event:
            case m.Table(room=room) | m.Left(room=room):
                self._forget(room)
            case m.Entered(ref=ref) if ref == REF:
                return None  # whoever is elsewhere by now is not to be called away
            case m.Refused(room=str(room), about="hello" | "watch") if room in self._pauses:
                if event.code in ("unavailable", "too-many"):
                    return self._refused(room, event)
                self._forget(room)
        return event

    def stop(self) -> None:
        """Ask no more."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers = {}
        self._pauses = {}

    def _refused(self, room: str, refusal: m.Refused) -> Said | None:
        """Ask again after a while, each time a longer one, and say so the first time."""
        is_first, pause = room not in self._timers, self._pauses[room]
        self._pauses[room] = min(2 * pause, LONGEST_PAUSE_S)
        wait = max(pause, min(refusal.retry_after_s or 0.0, LONGEST_PAUSE_S))
        again = m.Watch(ref=REF, room=room)
        self._timers[room] = self._later(wait, partial(self._ask, again))
        return Said(f"The server cannot show table {room} now. It is asked again until it can.") if is_first else None

    def _forget(self, room: str) -> None:
        self._pauses.pop(room, None)
        if timer := self._timers.pop(room, None):
            timer.cancel()


def _by_the_loop(after_s: float, do: Callable[[], None]) -> asyncio.TimerHandle:
    return asyncio.get_running_loop().call_later(after_s, do)
