"""What waits to be sent to one client: at most the newest table of each room, and a bounded rest.

While the client reads, every frame goes straight to the socket. Once the socket's own buffer is full, a frame with a
`key` replaces the unsent one of the same key, so that a slow client skips tables instead of falling behind, and
anything else queues up to a limit. What is left arrives in the order it came. A client over the limit is cut off.
"""

from __future__ import annotations

from collections.abc import Callable


class Outbox:
    """The unsent frames of one connection, `waiting` bytes of them. Mutable: it is a queue."""

    __slots__ = ("_cut", "_limit", "_paused", "_unsent", "_write", "waiting")

    def __init__(self, write: Callable[[bytes], None], cut: Callable[[], None], limit: int) -> None:
        """Send with `write`; `cut` is called when more than `limit` bytes would wait."""
        self._write = write
        self._cut = cut
        self._limit = limit
        self._paused = False
        self._unsent: dict[object, bytes] = {}
        self.waiting = 0

    def offer(self, frame: bytes, key: object = None) -> None:
        """Send a frame now, or keep it until the client reads again."""
        if not self._paused:
            self._write(frame)
            return
        # What is replaced goes first, so that the frame stands behind everything older.
        self.waiting += len(frame) - len(self._unsent.pop(key, b""))
        self._unsent[object() if key is None else key] = frame
        if self.waiting > self._limit:
            self._cut()

    def pause(self) -> None:
        """The socket takes no more for now."""
        self._paused = True

    def resume(self) -> None:
        """The socket takes frames again, if perhaps not all of them."""
        self._paused = False
        unsent, self._unsent, self.waiting = self._unsent, {}, 0
        for key, frame in unsent.items():
            self.offer(frame, key)
