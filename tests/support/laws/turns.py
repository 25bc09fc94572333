"""Whether other threads get their turn while something is done: for what the event loop does again and again."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable

LONG_S = 30.0
"""Nobody is made to give up Python's lock while a test lasts."""
TIMES = 2000


def lets_others_run(work: Callable[[], object]) -> bool:
    """Whether a thread that is ready to run has run before `work` was done many times over."""
    ready, has_run, interval = threading.Event(), threading.Event(), sys.getswitchinterval()

    def run() -> None:
        ready.wait()
        has_run.set()

    thread = threading.Thread(target=run)
    thread.start()
    sys.setswitchinterval(LONG_S)
    try:
        ready.set()
        for _ in range(TIMES):
            work()
        return has_run.is_set()
    finally:
        sys.setswitchinterval(interval)
        thread.join()
