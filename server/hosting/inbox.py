"""What waits for one room: inputs in their order, and the time the room has set itself."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

import msgspec

from protocol import messages as m
from server.net.recipient import Requester
from server.room.inputs import Event, Tick

INBOX_MAX = 64
"""How many inputs of people may wait for one room; what comes on top is refused, and can be sent again."""


class QueuedInput(msgspec.Struct, frozen=True):
    """An input for a room, and who asked: `about` and `ref` are their command's type and number.

    `at` is when it happened by the server's clock, where that is not just now.
    """

    event: Event
    asker: Requester | None = None
    about: str = ""
    ref: int | None = None
    at: float | None = None

    def refuse(self, room: str | None, code: m.RefusalCode, text: str, retry_after_s: float | None = None) -> None:
        """Tell whoever asked that it was refused, and why."""
        if self.asker is not None:
            self.asker.refused(
                m.Refused(code=code, text=text, about=self.about, ref=self.ref, room=room, retry_after_s=retry_after_s)
            )


TICK = QueuedInput(Tick())


class Inbox:
    """The inputs waiting for one room. Mutable: it is a queue.

    At most INBOX_MAX inputs of people wait. The room's own (a computer's move, who comes and goes, its end) always find
    a place, because nobody would send them again. Equal ones wait once, which bounds them: a computer chooses again
    only when its room asks it to, and there is one player to come and go for each seat.

    The timer is left alone as long as it is not late: a room whose deadline moves with every move sets it once, and it
    wakes in vain now and then.
    """

    __slots__ = ("_asks", "_closed", "_loop", "_timer", "_waiter")

    def __init__(self) -> None:
        """Begin empty."""
        self._loop = asyncio.get_running_loop()
        self._asks: deque[QueuedInput] = deque()
        self._waiter: asyncio.Future[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._closed = False

    def offer(self, ask: QueuedInput) -> bool:
        """Put an input in line; whether there was a place for it."""
        if self._closed or (ask.asker is not None and self._is_full()):
            return False
        if ask.asker is not None or ask not in self._asks:
            self._asks.append(ask)
            self._wake()
        return True

    async def next(self, left_s: Callable[[], float | None]) -> tuple[QueuedInput, ...]:
        """All that waits, or a Tick when `left_s()`, the seconds that remain until the deadline, has come to 0.

        Nothing when the inbox is closed and empty.
        """
        while not self._asks:
            if self._closed:
                return ()
            seconds = left_s()
            if seconds is not None and seconds <= 0:
                return (TICK,)
            self._set_timer(seconds)
            self._waiter = self._loop.create_future()
            await self._waiter
        asks = tuple(self._asks)
        self._asks.clear()
        return asks

    @property
    def is_waited_at(self) -> bool:
        """Whether whoever takes inputs out waits for the next."""
        return self._waiter is not None and not self._waiter.done()

    def put_back(self, asks: tuple[QueuedInput, ...]) -> None:
        """Put inputs that were taken out back in front of the line."""
        self._asks.extendleft(reversed(asks))

    def close(self) -> None:
        """Take nothing more."""
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        self._wake()

    def _is_full(self) -> bool:
        return sum(ask.asker is not None for ask in self._asks) >= INBOX_MAX

    def _set_timer(self, seconds: float | None) -> None:
        if seconds is None:
            return
        when = self._loop.time() + seconds
        if self._timer is not None:
            if self._timer.when() <= when:
                return
            self._timer.cancel()
        self._timer = self._loop.call_at(when, self._ring)

    def _ring(self) -> None:
        self._timer = None
        self._wake()

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)
