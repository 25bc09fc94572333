"""Limits how often something is done: at once after a pause, and then a fixed number of times a second."""

from __future__ import annotations

from collections.abc import Callable

from client.net.timer import Timer

PER_SECOND = 30
"""The most in any second."""
BURST = 3
"""How many of these are done at once: a key, its answer and the other side's move lie within one moment."""
EVERY_S = 1 / (PER_SECOND - BURST)
"""What lies between the others."""


class Throttle:
    """One thing to be done not too often. Mutable: it counts.

    Asking twice while it waits does it once.
    """

    def __init__(self, do: Callable[[], None], now: Callable[[], float]) -> None:
        self._do = do
        self._now = now
        self._credit = float(BURST)
        self._counted_at = now()
        self._waiting = Timer(self.ask)

    def ask(self) -> None:
        """Do it now, or as soon as the limit allows."""
        if self._waiting.is_set:
            return
        now = self._now()
        self._credit = min(BURST, self._credit + (now - self._counted_at) / EVERY_S)
        self._counted_at = now
        if self._credit >= 1:
            self._credit -= 1
            self._do()
        else:
            self._waiting.set((1 - self._credit) * EVERY_S)

    def stop(self) -> None:
        """Do it no more."""
        self._waiting.stop()
