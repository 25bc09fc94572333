"""An event loop without a machine: no sockets, no threads, and a clock that leaps to whatever happens next."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextvars import Context
from typing import Protocol

ROUND_S = 1e-6
"""How long a round of callbacks takes: a clock that stood still meanwhile could never be waited for by its reader."""


APART_S = 1e-12
"""How far apart two timers go off that were set for one moment: in the order in which they were set."""


class Timing(Protocol):
    """What a network or a database of the world needs of a loop."""

    def time(self) -> float:
        """Virtual seconds since the loop was made."""

    def call_later(self, delay: float, callback: Callable[..., object], /, *args: object) -> asyncio.TimerHandle:
        """Call back after so many seconds."""

    def call_soon(self, callback: Callable[..., object], /, *args: object) -> asyncio.Handle:
        """Call back next."""


class DeadlockError(RuntimeError):
    """Nothing will ever happen again, and yet something is waited for."""


class VirtualLoop(asyncio.BaseEventLoop):
    """Runs callbacks and tasks in virtual seconds from 0, in the same order each time."""

    def __init__(self) -> None:
        super().__init__()
        self._now = 0.0
        self._timers = 0
        self._selector = self

    def time(self) -> float:
        """Virtual seconds since the loop was made."""
        return self._now

    def call_at(
        self, when: float, callback: Callable[..., object], *args: object, context: Context | None = None
    ) -> asyncio.TimerHandle:
        """Call back then. The standard loop would leave the order at one moment to whatever else it has to do."""
        self._timers += 1
        return super().call_at(when + self._timers * APART_S, callback, *args, context=context)

    # What the standard loop asks of whatever waits for sockets.

    def select(self, timeout: float | None) -> list[object]:
        """Wait for nothing but time, which passes at once."""
        if timeout is None:
            raise DeadlockError("nothing is due any more")
        self._now += max(timeout, ROUND_S)
        return []

    def _process_events(self, event_list: list[object]) -> None:
        """There are none."""

    def _write_to_self(self) -> None:
        """Nobody sleeps who would have to be woken up."""
