"""Watches that the event loop goes round: how late it is, and where it stands when it does not go round at all.

Every room shares the loop, so whatever keeps it busy keeps everybody waiting. What is late is measured in the loop
itself; where it stands can only be seen from another thread.
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
"""How often the loop shows that it goes round."""
LATE_S = 0.25
"""How late it may be before that is written down."""
STUCK_S = 2.0
"""How long it may stand still before somebody looks where."""

_log = logging.getLogger("parlour.loop")


class Watchdog:
    """How late the loop was. Mutable: it goes on watching.

    `late_s` is how late it was the last time, in seconds, and `worst_s` the most it ever was.
    """

    def __init__(self, beat_s: float = BEAT_S, stuck_s: float = STUCK_S) -> None:
        """Look every `beat_s`; after `stuck_s` without a sign, tell where the loop stands."""
        self.late_s = 0.0
        self.worst_s = 0.0
        self._beat_s = beat_s
        self._stuck_s = stuck_s
        self._seen_at = monotonic()
        self._over = threading.Event()

    async def run(self) -> None:
        """Watch for as long as the loop runs."""
        watcher = threading.Thread(
            target=self._look, args=(threading.get_ident(),), name="parlour-watchdog", daemon=True
        )
        watcher.start()
        try:
            while True:
                self._seen_at = monotonic()
                await asyncio.sleep(self._beat_s)
                self._notice(monotonic() - self._seen_at - self._beat_s)
        finally:
            self._over.set()

    def _notice(self, late_s: float) -> None:
        self.late_s = max(0.0, late_s)
        self.worst_s = max(self.worst_s, self.late_s)
        if late_s > LATE_S:
            _log.warning("event=loop-late seconds=%.3f", late_s)

    def _look(self, loop_thread: int) -> None:
        """In a thread of its own: tell once for each standstill where it is."""
        told_at = 0.0
        while not self._over.wait(self._beat_s):
            seen_at = self._seen_at
            if seen_at != told_at and monotonic() - seen_at > self._stuck_s:
                told_at = seen_at
                stack = traceback.extract_stack(sys._current_frames().get(loop_thread))
                _log.error("event=loop-stuck at=%s", describe_places(stack[-DEEPEST:]))
