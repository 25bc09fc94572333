"""Stores for tests of what happens while the disk takes its time, and when it refuses."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence

from server.players.results.game_record import GameRecord
from server.players.results.ratings import PlayerRating
from server.players.results.records import ResultRow, WinCount
from server.room.journal import Append, StorageUnavailableError
from server.storage.memory import MemoryJournal
from server.storage.sql import records as records_sql
from server.storage.sqlite.database import MemoryDatabase


class HeldStore:
    """What a test can hold up, or make refuse to write or read so many times."""

    def __init__(self, *arguments: object) -> None:
        super().__init__(*arguments)
        self.refusals = 0
        self.refusal = StorageUnavailableError
        self.refused_reads = 0
        self._free = asyncio.Event()
        self._free.set()

    def hold(self) -> None:
        """Let no write return any more."""
        self._free.clear()

    def release(self) -> None:
        """Let every write go on."""
        self._free.set()

    def refuse(self, times: int, refusal: type[StorageUnavailableError] = StorageUnavailableError) -> None:
        """Store nothing the next so many times."""
        self.refusals, self.refusal = times, refusal

    def refuse_reads(self, times: int) -> None:
        """Read nothing the next so many times."""
        self.refused_reads = times

    async def _write(self) -> None:
        await self._free.wait()
        if self.refusals:
            self.refusals -= 1
            raise self.refusal("the disk is full, a test says")

    def _read(self) -> None:
        if self.refused_reads:
            self.refused_reads -= 1
            raise StorageUnavailableError("the disk cannot be read, a test says")


class HeldJournal(HeldStore, MemoryJournal):
    """A journal in memory that a test can hold up or make refuse.

    While it is held, `append` and `close` wait; `asked` counts the appends that have come so far, held ones included.
    """

    def __init__(self) -> None:
        super().__init__()
        self.asked = 0
        self._came = asyncio.Event()

    async def until_asked(self, times: int) -> None:
        while self.asked < times:
            self._came.clear()
            await self._came.wait()

    def append_all(self, appends: Sequence[Append]) -> asyncio.Future[list[bool]]:
        if not self._free.is_set() or self.refusals:
            return asyncio.ensure_future(self._append_later(appends))
        self._count(appends)
        return super().append_all(appends)

    async def close(self, room: str) -> None:
        await self._write()
        await super().close(room)

    async def read(self, room: str, after: int = 0, most: int | None = None) -> list[bytes]:
        self._read()
        return await super().read(room, after, most)

    async def head(self, room: str) -> int:
        self._read()
        return await super().head(room)

    async def keep(self, room: str, seq: int, beginning: bytes) -> None:
        await self._write()
        await super().keep(room, seq, beginning)

    async def _append_later(self, appends: Sequence[Append]) -> list[bool]:
        self._count(appends)
        await self._write()
        return await super().append_all(appends)

    def _count(self, appends: Sequence[Append]) -> None:
        self.asked += len(appends)
        self._came.set()

    async def open_rooms(self) -> dict[str, list[bytes]]:
        """The rooms not closed, of which even a disk that refuses tells."""
        refused_reads, self.refused_reads = self.refused_reads, 0
        found = await super().open_rooms()
        self.refused_reads = refused_reads
        return found


class HeldRecords(HeldStore, records_sql.SqlResultStore):
    """A result store in memory that a test can hold up or make refuse.

    `asked` has all that was to be kept so far, held or refused included; `looked_up` counts the questions for ratings.
    """

    def __init__(self) -> None:
        super().__init__(MemoryDatabase(records_sql.SCHEMA))
        self.asked: list[ResultRow] = []
        self.looked_up = 0

    async def keep(self, records: Sequence[ResultRow], games: Sequence[GameRecord] = ()) -> None:
        self.asked += records
        await self._write()
        await super().keep(records, games)

    async def score(self, player: int, since: float) -> WinCount:
        self._read()
        return await super().score(player, since)

    async def ranks(self, wanted: Collection[tuple[int, str]]) -> dict[tuple[int, str], PlayerRating]:
        self._read()
        self.looked_up += 1
        return await super().ranks(wanted)
