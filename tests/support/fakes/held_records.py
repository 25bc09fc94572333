"""Records for tests of what happens while the disk takes its time with them, and when it refuses."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from server.players.results.game_record import GameRecord
from server.players.results.ratings import PlayerRating
from server.players.results.records import MemoryResultStore, ResultRow, WinCount
from server.room.journal import StorageUnavailableError


class HeldRecords(MemoryResultStore):
    """A result store in memory that a test can hold up or make refuse.

    While they are held, `keep` waits; `asked` has all that was to be kept so far, held or refused included.
    `unreadable` is how many ranks and scores the disk refuses to read.
    """

    def __init__(self) -> None:
        super().__init__()
        self.refusals = 0
        self.unreadable = 0
        self.asked: list[ResultRow] = []
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

    async def keep(self, records: Sequence[ResultRow], games: Sequence[GameRecord] = ()) -> None:
        """Keep the records, when the test lets it."""
        self.asked += records
        await self._free.wait()
        if self.refusals:
            self.refusals -= 1
            raise StorageUnavailableError("the disk is full, a test says")
        await super().keep(records, games)

    async def score(self, player: int, since: float) -> WinCount:
        """The score kept."""
        if self.unreadable:
            self.unreadable -= 1
            raise StorageUnavailableError("the disk does not answer, a test says")
        return await super().score(player, since)

    async def rank(self, player: int, game: str) -> PlayerRating | None:
        """The rating kept."""
        if self.unreadable:
            self.unreadable -= 1
            raise StorageUnavailableError("the disk does not answer, a test says")
        return await super().rank(player, game)
