"""The journal in memory, for tests and for games that need not be stored."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from server.room.journal import Append, Journal, Recalled


class MemoryJournal(Journal):
    """A journal that lasts as long as the process."""

    def __init__(self) -> None:
        self._rooms: dict[str, list[bytes]] = {}
        self._closed: set[str] = set()
        self._snapshots: dict[str, tuple[int, bytes]] = {}
        self._summaries: dict[str, set[int]] = {}

    def append_all(self, appends: Sequence[Append]) -> asyncio.Future[list[bool]]:
        done: asyncio.Future[list[bool]] = asyncio.get_running_loop().create_future()
        done.set_result([self._store(append) for append in appends])
        return done

    async def close(self, room: str) -> None:
        self._closed.add(room)
        self._snapshots.pop(room, None)

    async def read(self, room: str, after: int = 0, most: int | None = None) -> list[bytes]:
        return self._rooms.get(room, [])[after : None if most is None else after + most]

    async def head(self, room: str) -> int:
        return len(self._rooms.get(room, ()))

    async def keep(self, room: str, seq: int, snapshot: bytes) -> None:
        self._snapshots[room] = seq, snapshot

    async def recall(self, room: str, most: int | None = None) -> Recalled:
        seq, snapshot = self._snapshots.get(room, (1, None))
        return snapshot, await self.read(room, 0, 1) + await self.read(room, max(seq, 1), most)

    async def open_rooms(self) -> dict[str, list[bytes]]:
        return {room: self._summary(room) for room in self._rooms if room not in self._closed}

    async def aclose(self) -> None:
        """Do nothing: there is nothing to close."""

    def _store(self, append: Append) -> bool:
        if append.seq != len(self._rooms.get(append.room, ())) + 1:
            return False
        if append.entries:
            self._rooms.setdefault(append.room, []).extend(append.entries)
        if append.in_summary:
            self._summaries.setdefault(append.room, set()).update(range(append.seq, append.seq + len(append.entries)))
        return True

    def _summary(self, room: str) -> list[bytes]:
        entries = self._rooms[room]
        return [entries[seq - 1] for seq in (*sorted({1} | self._summaries.get(room, set())), len(entries))]
