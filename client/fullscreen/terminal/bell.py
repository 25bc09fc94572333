"""The terminal's bell, which has one sound: how often it sounds says what it is about."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from client.fullscreen.ui.alerts import Ring


class Bell:
    """Sounds the bell several times, a moment apart: each time it calls `sound`."""

    def __init__(self, sound: Callable[[], None]) -> None:
        self._sound = sound
        self._waiting: list[asyncio.TimerHandle] = []

    def ring(self, ring: Ring) -> None:
        """Start a Ring in place of the one that still rings; an empty one changes nothing."""
        if not ring:
            return
        self.stop()
        for after_s in ring:
            if after_s:
                self._waiting.append(asyncio.get_running_loop().call_later(after_s, self._sound))
            else:
                self._sound()

    def stop(self) -> None:
        for sound in self._waiting:
            sound.cancel()
        self._waiting = []
