"""Limits how often a screen is drawn: at once after a pause, and then a fixed number of times a second."""

from __future__ import annotations

from collections.abc import Callable

from client.net.timer import Timer

PER_SECOND = 30
"""The most drawings in any second."""
BURST = 3
"""How many of these may follow at once: a key, its answer and the other side's move lie within one moment."""
EVERY_S = 1 / (PER_SECOND - BURST)
"""The time between the others."""

Pace = Callable[[Callable[[], None]], None]
"""Draws, now or when it is this screen's turn."""


def at_once(draw: Callable[[], None]) -> None:
    draw()


class Throttle:
    """Calls `do` as often as the limit allows; asking twice while it waits does it once."""

    def __init__(self, do: Callable[[], None], now: Callable[[], float]) -> None:
        self._do = do
        self._now = now
        self._credit = float(BURST)
        self._counted_at = now()
        self._waiting = Timer(self.ask)

    @property
    def is_waiting(self) -> bool:
        """Whether something was asked for that is still to be done."""
        return self._waiting.is_set

    def ask(self) -> None:
        """Do it now, or as soon as the limit allows."""
        if self.is_waiting:
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
        self._waiting.stop()
