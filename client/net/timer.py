"""Does one thing later, unless it is told otherwise meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Timer:
    """One thing to be done at one time at most. Mutable: it waits for that time."""

    def __init__(self, do: Callable[[], None]) -> None:
        """Wait for nothing yet."""
        self._do = do
        self._waiting: asyncio.TimerHandle | None = None

    @property
    def is_set(self) -> bool:
        """Whether it is still to be done."""
        return self._waiting is not None

    def set(self, wait_s: float) -> None:
        """Do it in so many seconds, and at no other time."""
        self.stop()
        self._waiting = asyncio.get_running_loop().call_later(wait_s, self._come)

    def stop(self) -> None:
        """Do it no more."""
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _come(self) -> None:
        self._waiting = None
        self._do()
