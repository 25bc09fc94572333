"""The terminal's bell, which knows one sound: what it is about is told by how often it sounds."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

Ring = tuple[float, ...]
"""When the bell sounds, in seconds from now."""


class Bell:
    """Sounds as often as it is to, a moment apart. Mutable: what it has still to sound waits in it."""

    def __init__(self, sound: Callable[[], None]) -> None:
        """Ring by `sound`, which makes it sound once."""
        self._sound = sound
        self._waiting: list[asyncio.TimerHandle] = []

    def ring(self, ring: Ring) -> None:
        """Ring in this way; of another that is under way, nothing more is heard. Without any sound in it, go on."""
        if not ring:
            return
        self.stop()
        for after_s in ring:
            if after_s:
                self._waiting.append(asyncio.get_running_loop().call_later(after_s, self._sound))
            else:
                self._sound()

    def stop(self) -> None:
        """Sound no more."""
        for sound in self._waiting:
            sound.cancel()
        self._waiting = []
