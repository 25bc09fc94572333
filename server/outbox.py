"""What waits to be sent to one client: at most the newest table of each room, and a bounded rest.

While the client reads, every frame goes straight to the socket. Once the socket's own buffer is full, a frame with a
`key` replaces the unsent one of the same key, so that a slow client skips tables instead of falling behind, and
anything else queues up to a limit. A client over the limit is cut off.
"""

from __future__ import annotations

from collections.abc import Callable


class Outbox:
    """The unsent frames of one connection. Mutable: it is a queue."""

    __slots__ = ("_cut", "_keyed", "_limit", "_loose", "_loose_bytes", "_paused", "_write")

    def __init__(self, write: Callable[[bytes], None], cut: Callable[[], None], limit: int) -> None:
        """Send with `write`; `cut` is called when more than `limit` bytes would wait."""
        self._write = write
        self._cut = cut
        self._limit = limit
        self._paused = False
        self._keyed: dict[str, bytes] = {}
        self._loose: list[bytes] = []
        self._loose_bytes = 0

    def offer(self, frame: bytes, key: str | None = None) -> None:
        """Send a frame now, or keep it until the client reads again."""
        if not self._paused:
            self._write(frame)
        elif key is not None:
            # Behind what came since, so that the newest of everything arrives in its order.
            self._keyed.pop(key, None)
            self._keyed[key] = frame
        else:
            self._loose.append(frame)
            self._loose_bytes += len(frame)
        if self.waiting > self._limit:
            self._cut()

    @property
    def waiting(self) -> int:
        """Bytes kept back."""
        return self._loose_bytes + sum(map(len, self._keyed.values())) if self._paused else 0

    def pause(self) -> None:
        """The socket takes no more for now."""
        self._paused = True

    def resume(self) -> None:
        """The socket takes frames again: first the rest, then the tables, which are newer than all of it."""
        self._paused = False
        loose, keyed = self._loose, self._keyed
        self._loose, self._keyed, self._loose_bytes = [], {}, 0
        for frame in (*loose, *keyed.values()):
            self.offer(frame)
