"""Measures how late the event loop runs, and logs where it hangs when it stands still.

All rooms share the loop, so whatever blocks it keeps everybody waiting. Lateness is measured in the loop itself; where
it hangs can only be seen from another thread.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import threading
import traceback
from time import monotonic

from server.ops.logging import DEEPEST, describe_places

BEAT_S = 0.25
"""How often the loop is measured."""
LATE_S = 0.25
"""How late the loop may be before that is logged."""
STUCK_S = 2.0
"""How long the loop may stand still before its stack is logged."""

_log = logging.getLogger("parlour.loop")


class Watchdog:
    """Measures how late the loop is, again and again.

    `late_s` is how late the loop was at the last measurement, in seconds, and `worst_s` the most it ever was.
    """

    def __init__(self, beat_s: float = BEAT_S, stuck_s: float = STUCK_S) -> None:
        """Measure every `beat_s`; after `stuck_s` without a beat, log the loop's stack."""
        self.late_s = 0.0
        self.worst_s = 0.0
        self._beat_s = beat_s
        self._stuck_s = stuck_s
        self._beat_at = monotonic()
        self._stopped = threading.Event()

    async def run(self) -> None:
        """Measure until cancelled."""
        watcher = threading.Thread(
            target=self._watch_beats, args=(threading.get_ident(),), name="parlour-watchdog", daemon=True
        )
        watcher.start()
        try:
            while True:
                self._beat_at = monotonic()
                await asyncio.sleep(self._beat_s)
                self._record(monotonic() - self._beat_at - self._beat_s)
        finally:
            self._stopped.set()

    def _record(self, late_s: float) -> None:
        self.late_s = max(0.0, late_s)
        self.worst_s = max(self.worst_s, self.late_s)
        if late_s > LATE_S:
            _log.warning("event=loop-late seconds=%.3f", late_s)

    def _watch_beats(self, loop_thread: int) -> None:
        """In a thread of its own: log the loop's stack once for each standstill."""
        logged_at = 0.0
        while not self._stopped.wait(self._beat_s):
            beat_at = self._beat_at
            if beat_at != logged_at and monotonic() - beat_at > self._stuck_s:
                logged_at = beat_at
                stack = traceback.extract_stack(sys._current_frames().get(loop_thread))
                _log.error("event=loop-stuck at=%s", describe_places(stack[-DEEPEST:]))
