"""Queues the inputs of one room, wakes it when there are any or its deadline is due, and words why one is refused."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from math import inf

import msgspec

from server.net.recipient import Requester
from server.players.sessions.routing import Request
from server.room.inputs import Event, Tick
from server.room.outputs import Refuse

INBOX_MAX = 64
"""How many inputs of people may wait for one room; more are refused, and can be sent again."""
RETRY_S = 1.0
"""How long a room rests when the disk refuses a move nobody asked for."""

BUSY = Refuse("too-many", "The table is busy. Try again in a moment.", RETRY_S)
UNSTORED = Refuse(
    "unavailable", "The server can't store anything right now, so nothing changed. Try again in a moment.", RETRY_S
)
UNSURE = Refuse(
    "unavailable", "The server can't tell whether that counts. The table will show it in a moment.", RETRY_S
)
FAULTY = Refuse("unavailable", "Something went wrong on the server; nothing was lost.")
MOVED = Refuse("unavailable", "The table is moving to another server. Try again in a moment.", RETRY_S)


class QueuedInput(msgspec.Struct, frozen=True):
    """An input for a room, and the request that it comes of; None where the room or the server has it from nobody.

    `at` is when it happened by the server's clock, where that is not just now.
    """

    event: Event
    request: Request[Requester] | None = None
    at: float | None = None

    def refuse(self, refusal: Refuse) -> None:
        """Tell whoever asked for the input that it was refused."""
        if self.request is not None:
            self.request.refuse(refusal)


TICK = QueuedInput(Tick())


def refuse_all(inputs: Iterable[QueuedInput], refusal: Refuse) -> None:
    """Tell everybody who asked for one of these inputs that it was refused."""
    for queued in inputs:
        queued.refuse(refusal)


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
        if self.is_closed or (queued.request is not None and self._is_full()):
            return False
        if queued.request is not None or queued not in self._queued:
            self._queued.append(queued)
            self._wake()
        return True

    def take(self) -> tuple[QueuedInput, ...]:
        """Take all inputs that wait, those first that happened before now."""
        if len(self._queued) > 1:
            self._queued.sort(key=_when)
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
        queued = self._queued
        return len(queued) >= INBOX_MAX and sum(each.request is not None for each in queued) >= INBOX_MAX

    def _ring(self) -> None:
        self._timer = None
        self._wake()


def _when(queued: QueuedInput) -> float:
    return inf if queued.at is None else queued.at
