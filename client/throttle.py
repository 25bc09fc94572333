"""Limits how often something is done: at once after a pause, and then a fixed number of times a second."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

PER_SECOND = 30
BURST = 3
"""Done at once before the limit holds: a key, its answer and the other side's move lie within one moment."""


class Throttle:
    """One thing to be done not too often. Mutable: it counts, and holds the timer of what waits.

    Asking twice while it waits does it once.
    """

    def __init__(self, do: Callable[[], None], now: Callable[[], float]) -> None:
        self._do = do
        self._now = now
        self._credit = float(BURST)
        self._counted_at = now()
        self._waiting: asyncio.TimerHandle | None = None

    def ask(self) -> None:
        """Do it now, or as soon as the limit allows."""
        if self._waiting is not None:
            return
        now = self._now()
        self._credit = min(BURST, self._credit + (now - self._counted_at) * PER_SECOND)
        self._counted_at = now
        if self._credit >= 1:
            self._credit -= 1
            self._do()
        else:
            self._waiting = asyncio.get_running_loop().call_later((1 - self._credit) / PER_SECOND, self._come)

    def stop(self) -> None:
        """Do it no more."""
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _come(self) -> None:
        self._waiting = None
        self.ask()
