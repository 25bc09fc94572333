"""The journal in memory, for tests and for games that need not be stored."""

from __future__ import annotations

from server.room.journal import ConflictError


class MemoryJournal:
    """A journal that lasts as long as the process."""

    def __init__(self) -> None:
        self._rooms: dict[str, dict[int, bytes]] = {}
        self._closed: set[str] = set()
        self._snapshots: dict[str, tuple[int, bytes]] = {}
        self._summaries: dict[str, set[int]] = {}

    async def append(self, room: str, seq: int, *entries: bytes, in_summary: bool = False) -> None:
        stored = self._rooms.setdefault(room, {})
        new = dict(enumerate(entries, seq))
        if not stored.keys().isdisjoint(new):
            raise ConflictError(f"an entry of room {room} from {seq} on is stored already")
        stored.update(new)
        self._summaries.setdefault(room, {1}).update(new if in_summary else ())

    async def close(self, room: str) -> None:
        self._closed.add(room)
        self._snapshots.pop(room, None)

    async def read(self, room: str, after: int = 0) -> list[bytes]:
        return [entry for seq, entry in sorted(self._rooms.get(room, {}).items()) if seq > after]

    async def keep(self, room: str, seq: int, snapshot: bytes) -> None:
        self._snapshots[room] = seq, snapshot

    async def recall(self, room: str) -> tuple[bytes | None, list[bytes]]:
        entries = await self.read(room)
        if room not in self._snapshots:
            return None, entries
        seq, snapshot = self._snapshots[room]
        return snapshot, [*entries[:1], *entries[seq:]]

    async def open_rooms(self) -> dict[str, list[bytes]]:
        return {room: self._summary(room) for room in self._rooms if room not in self._closed}

    async def aclose(self) -> None:
        """Do nothing: there is nothing to close."""

    def _summary(self, room: str) -> list[bytes]:
        entries = self._rooms[room]
        return [entries[seq] for seq in (*sorted(self._summaries[room]), max(entries))]
