"""Records for tests of what happens while the disk takes its time with them, and when it refuses."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from protocol import messages as m
from server.archive import Encounters, Kept, Rank
from server.journal import Unwritable
from server.past import Past, Rival
from server.records import MemoryRecords, Record, Records, Score, Solution, Standing


class HeldRecords:
    """Records in memory that a test can hold up or make refuse. Mutable: the test turns it.

    While they are held, `keep` waits; `asked` has all that was to be kept so far, held or refused included.
    `unreadable` is how many ranks and scores the disk refuses to read.
    """

    def __init__(self) -> None:
        self.kept: Records = MemoryRecords()
        self.refusals = 0
        self.unreadable = 0
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

    async def keep(self, records: Sequence[Record], games: Sequence[Past] = ()) -> None:
        """Keep the records, when the test lets it."""
        self.asked += records
        await self._free.wait()
        if self.refusals:
            self.refusals -= 1
            raise Unwritable("the disk is full, a test says")
        await self.kept.keep(records, games)

    async def standing(self, player: int, game: str) -> Standing:
        """The standing kept."""
        return await self.kept.standing(player, game)

    async def score(self, player: int, since: float) -> Score:
        """The score kept."""
        if self.unreadable:
            self.unreadable -= 1
            raise Unwritable("the disk does not answer, a test says")
        return await self.kept.score(player, since)

    async def solution(self, game: str, deal: str, reader: int) -> Solution | None:
        """The solution kept."""
        return await self.kept.solution(game, deal, reader)

    async def games(self, player: int, sought: m.LookBack) -> list[Kept]:
        """The games kept."""
        return await self.kept.games(player, sought)

    async def place(self, player: int, past: int) -> tuple[str, int] | None:
        """The place kept."""
        return await self.kept.place(player, past)

    async def rank(self, player: int, game: str) -> Rank | None:
        """The rating kept."""
        if self.unreadable:
            self.unreadable -= 1
            raise Unwritable("the disk does not answer, a test says")
        return await self.kept.rank(player, game)

    async def encounters(self, player: int, game: str) -> list[tuple[Rival, Encounters]]:
        """The encounters kept."""
        return await self.kept.encounters(player, game)

    async def leaders(self, game: str) -> list[tuple[Rival, Rank]]:
        """The leaders kept."""
        return await self.kept.leaders(game)
