"""The clock that rooms run by. It stands still while the server is down, so that a restart uses up nobody's time.

It also stands still while nothing can be stored: a node of a cluster knows by its beats, and a server that is alone on
PostgreSQL by how long that has not answered.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable

TICKS_PER_S = 1024
"""A power of two: the last bytes of a time are then zeros, which take no space in the journal."""
LATE_AFTER_S = 2.0
"""How long something that is to be stored may wait before nobody's time is used up any more."""
LOOK_EVERY_S = 0.25


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

    async def stop_while_late(self, waits_s: Callable[[], float]) -> None:
        """Stand still whenever what is to be stored has waited for LATE_AFTER_S, as `waits_s` says, until cancelled."""
        while True:
            await asyncio.sleep(LOOK_EVERY_S)
            if waits_s() >= LATE_AFTER_S:
                self.stop()
            else:
                self.start()
