"""Keeps garbage collections rare, and measures how long each of them stops every room.

Reference counts free all of a move and of a room at once. What a collection finds are connections that have ended, some
sixteen objects each; and it goes through everything that has changed since the one before, in the end every room.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from time import perf_counter

from server.ops.histogram import Histogram

THRESHOLD = (50_000, 50, 100)
"""How many more objects there must be than at the last collection; and after how many are the older looked through."""


def collect_rarely() -> None:
    """Set this program's thresholds."""
    gc.set_threshold(*THRESHOLD)


def collect_nothing_until(loaded: asyncio.Task[None]) -> None:
    """Keep what is there when a task has ended out of all collections: programs and stored rooms are no garbage."""
    gc.disable()
    loaded.add_done_callback(lambda _: gc.freeze())
    loaded.add_done_callback(lambda _: gc.enable())


class CollectionPauses:
    """How long collections took; `longest_s` is the longest of them, in seconds."""

    def __init__(self) -> None:
        self.durations = Histogram()
        self.longest_s = 0.0
        self._began_at = 0.0

    @contextmanager
    def measured(self) -> Iterator[None]:
        """Measure every collection within."""
        gc.callbacks.append(self._note)
        try:
            yield
        finally:
            gc.callbacks.remove(self._note)

    def _note(self, phase: str, _: Mapping[str, int]) -> None:
        if phase == "start":
            self._began_at = perf_counter()
            return
        lasted_s = perf_counter() - self._began_at
        self.durations.add(lasted_s)
        self.longest_s = max(self.longest_s, lasted_s)
