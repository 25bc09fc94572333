"""The send queue of one client: at most the newest Table of each room, and a bounded number of other bytes.

While the client reads, every frame goes straight to the socket. Once the socket's own buffer is full, a frame with a
`key` replaces the unsent one of the same key, so that a slow client skips Tables instead of falling behind, and
anything else queues up to a limit. What is left arrives in the order it came. A client over the limit is cut off.
"""

from __future__ import annotations

from collections.abc import Callable


class Outbox:
    """The unsent frames of one connection, `waiting` bytes in all."""

    __slots__ = ("_cut", "_limit", "_paused", "_unsent", "_write", "waiting")

    def __init__(self, write: Callable[[bytes], None], cut: Callable[[], None], limit: int) -> None:
        """Send with `write`; call `cut` when more than `limit` bytes would wait."""
        self._write = write
        self._cut = cut
        self._limit = limit
        self._paused = False
        self._unsent: dict[object, bytes] = {}
        self.waiting = 0

    def offer(self, frame: bytes, key: object = None) -> None:
        """Send a frame now, or queue it until the client reads again."""
        if not self._paused:
            self._write(frame)
            return
        # The replaced frame is removed first, so that the new one queues behind everything older.
        self.waiting += len(frame) - len(self._unsent.pop(key, b""))
        self._unsent[object() if key is None else key] = frame
        if self.waiting > self._limit:
            self._cut()

    def offer_update(self, frame: bytes, key: object) -> bool:  # noqa: ARG002 - other queues need the key
        """Send a frame that builds on the one before of the same key, unless it had to wait, and might replace that."""
        if self._paused:
            return False
        self._write(frame)
        return True

    def pause(self) -> None:
        """Queue from now on: the socket's buffer is full."""
        self._paused = True

    def resume(self) -> None:
        """Send what waits: the socket has room again, though perhaps not for all of it."""
        self._paused = False
        unsent, self._unsent, self.waiting = self._unsent, {}, 0
        for key, frame in unsent.items():
            self.offer(frame, key)
