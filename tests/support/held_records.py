"""Records for tests of what happens while the disk takes its time with them, and when it refuses."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from server.journal import Unwritable
from server.records import MemoryRecords, Record, Records, Solution, Standing


class HeldRecords:
    """Records in memory that a test can hold up or make refuse. Mutable: the test turns it.

    While they are held, `keep` waits; `asked` has all that was to be kept so far, held or refused included.
    """

    def __init__(self) -> None:
        self.kept: Records = MemoryRecords()
        self.refusals = 0
        self.asked: list[Record] = []
        self._free = asyncio.Event()
        self._free.set()

    def hold(self) -> None:
        """Let no `keep` return any more."""
        self._free.clear()

    def release(self) -> None:
        """Let every `keep` go on."""
        self._free.set()

    def refuse(self, times: int) -> None:
        """Keep nothing the next so many times."""
        self.refusals = times

    async def keep(self, records: Sequence[Record]) -> None:
        """Keep the records, when the test lets it."""
        self.asked += records
        await self._free.wait()
        if self.refusals:
            self.refusals -= 1
            raise Unwritable("the disk is full, a test says")
        await self.kept.keep(records)

    async def standing(self, player: int, game: str) -> Standing:
        """The standing kept."""
        return await self.kept.standing(player, game)

    async def solution(self, game: str, deal: str, reader: int) -> Solution | None:
        """The solution kept."""
        return await self.kept.solution(game, deal, reader)
