"""The clock that rooms run by. It stands still while the server is down, so that a restart uses up nobody's time.

A node of a cluster also has it stand still while it can store nothing.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable

TICKS_PER_S = 1024
"""A power of two: the last bytes of a time are then zeros, which take no space in the journal."""


class ServerClock:
    """Counts seconds from 0, in ticks of about a millisecond.

    It never jumps, and goes on after a restart from the last stored time.
    """

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        """Start at 0 and advance as `monotonic` does, which never jumps."""
        self._monotonic = self._read = monotonic
        self._offset = -monotonic()
        self._least = 0.0

    def now(self) -> float:
        """Seconds on this clock."""
        # A sum is rounded: it may come to a little less than what the offset was made from.
        ticks = math.floor((self._read() + self._offset) * TICKS_PER_S)
        return max(self._least, ticks / TICKS_PER_S)

    def go_on_from(self, at: float) -> None:
        """Be at least at `at`, the time of something that happened before the server stopped."""
        self._least = max(self._least, at)
        self._offset = max(self._offset, at - self._read())

    def stop(self) -> None:
        """Stand still until `start`."""
        at = self._read()
        self._read = lambda: at

    def start(self) -> None:
        """Go on from where it was stopped, if it was."""
        if self._read is not self._monotonic:
            self._offset += self._read() - self._monotonic()
            self._read = self._monotonic
