"""A journal in memory."""

from __future__ import annotations

from server.room.journal import ConflictError


class MemoryJournal:
    """A journal that lasts as long as the process: for tests and for games nobody minds losing."""

    def __init__(self) -> None:
        """Begin with no rooms."""
        self._rooms: dict[str, dict[int, bytes]] = {}
        self._closed: set[str] = set()
        self._kept: dict[str, tuple[int, bytes]] = {}
        self._summaries: dict[str, set[int]] = {}

    async def append(self, room: str, seq: int, *entries: bytes, in_summary: bool = False) -> None:
        """Keep the entries."""
        kept = self._rooms.setdefault(room, {})
        new = dict(enumerate(entries, seq))
        if not kept.keys().isdisjoint(new):
            raise ConflictError(f"an entry of room {room} from {seq} on is stored already")
        kept.update(new)
        self._summaries.setdefault(room, {1}).update(new if in_summary else ())

    async def close(self, room: str) -> None:
        """Remember that it is closed."""
        self._closed.add(room)
        self._kept.pop(room, None)

    async def read(self, room: str, after: int = 0) -> list[bytes]:
        """The entries kept."""
        return [entry for seq, entry in sorted(self._rooms.get(room, {}).items()) if seq > after]

    async def keep(self, room: str, seq: int, beginning: bytes) -> None:
        """Keep it beside the entries."""
        self._kept[room] = seq, beginning

    async def recall(self, room: str) -> tuple[bytes | None, list[bytes]]:
        """What is kept."""
        entries = await self.read(room)
        if room not in self._kept:
            return None, entries
        seq, beginning = self._kept[room]
        return beginning, [*entries[:1], *entries[seq:]]

    async def open_rooms(self) -> dict[str, list[bytes]]:
        """The rooms not closed."""
        return {room: self._summary(room) for room in self._rooms if room not in self._closed}

    async def aclose(self) -> None:
        """Nothing to let go of."""

    def _summary(self, room: str) -> list[bytes]:
        kept = self._rooms[room]
        return [kept[seq] for seq in (*sorted(self._summaries[room]), max(kept))]
