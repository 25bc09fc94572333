"""Queues the inputs of one room, and wakes it when there are any or its deadline is due."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import msgspec

from protocol import messages as m
from server.net.recipient import Requester
from server.room.inputs import Event, Tick

INBOX_MAX = 64
"""How many inputs of people may wait for one room; more are refused, and can be sent again."""


class QueuedInput(msgspec.Struct, frozen=True):
    """An input for a room and the player who sent it; `about` and `ref` are their command's type and number.

    `at` is when it happened by the server's clock, where that is not just now.
    """

    event: Event
    requester: Requester | None = None
    about: str = ""
    ref: int | None = None
    at: float | None = None

    def refuse(self, room: str | None, code: m.RefusalCode, text: str, retry_after_s: float | None = None) -> None:
        if self.requester is not None:
            self.requester.tell(
                m.Refused(code=code, text=text, about=self.about, ref=self.ref, room=room, retry_after_s=retry_after_s)
            )


TICK = QueuedInput(Tick())


class Inbox:
    """The inputs waiting for one room, in their order.

    At most INBOX_MAX inputs of people wait. The room's own (a computer's move, who comes and goes, its end) always find
    a place, because nobody would send them again. Equal ones wait once, which bounds them: a computer chooses again
    only when its room asks it to, and there is one player to come and go for each seat.

    The timer is left alone as long as it is not late: a room whose deadline moves with every move sets it once, and it
    wakes in vain now and then.
    """

    __slots__ = ("_loop", "_queued", "_timer", "_wake", "is_closed")

    def __init__(self, wake: Callable[[], None]) -> None:
        """Call `wake` whenever there may be something to take."""
        self._loop = asyncio.get_running_loop()
        self._wake = wake
        self._queued: list[QueuedInput] = []
        self._timer: asyncio.TimerHandle | None = None
        self.is_closed = False

    def __len__(self) -> int:
        return len(self._queued)

    def offer(self, queued: QueuedInput) -> bool:
        """Queue an input; whether there was a place for it."""
        if self.is_closed or (queued.requester is not None and self._is_full()):
            return False
        if queued.requester is not None or queued not in self._queued:
            self._queued.append(queued)
            self._wake()
        return True

    def take(self) -> tuple[QueuedInput, ...]:
        """Take all inputs that wait."""
        queued = tuple(self._queued)
        self._queued.clear()
        return queued

    def put_back(self, queued: tuple[QueuedInput, ...]) -> None:
        """Put inputs that were taken out back in front of the queue."""
        self._queued[:0] = queued

    def wake_in(self, seconds: float) -> None:
        """Wake the room then, or sooner."""
        when = self._loop.time() + seconds
        if self._timer is not None:
            if self._timer.when() <= when:
                return
            self._timer.cancel()
        self._timer = self._loop.call_at(when, self._ring)

    def close(self) -> None:
        """Take nothing more; what waits can still be taken out."""
        self.is_closed = True
        if self._timer is not None:
            self._timer.cancel()
        self._wake()

    def _is_full(self) -> bool:
        return (
            len(self._queued) >= INBOX_MAX and sum(queued.requester is not None for queued in self._queued) >= INBOX_MAX
        )

    def _ring(self) -> None:
        self._timer = None
        self._wake()
