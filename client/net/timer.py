"""A timer for one call, which may be set anew or stopped."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Timer:
    """Makes one call at one time at most."""

    def __init__(self, do: Callable[[], None]) -> None:
        self._do = do
        self._waiting: asyncio.TimerHandle | None = None

    @property
    def is_set(self) -> bool:
        return self._waiting is not None

    def set(self, wait_s: float) -> None:
        """Make the call in so many seconds, and at no other time."""
        self.stop()
        self._waiting = asyncio.get_running_loop().call_later(wait_s, self._fire)

    def stop(self) -> None:
        """Don't make the call."""
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _fire(self) -> None:
        self._waiting = None
        self._do()
