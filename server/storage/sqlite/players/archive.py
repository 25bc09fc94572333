"""The archive of accounts in SQLite."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, Protocol, TypeVar

from server.players.accounts.archive import ExportPage
from server.storage.sqlite.players import export, removal

T = TypeVar("T")


class _Runs(Protocol):
    """A database."""

    def run(self, work: Callable[[sqlite3.Connection], Any]) -> Awaitable[Any]:
        """Call `work` with the connection, all or nothing."""


class SqliteAccountArchive:
    """Reads and removes what is kept of players, in steps that hold nothing else up."""

    def __init__(self, database: _Runs, today: Callable[[], float]) -> None:
        """Use a database that has accounts and results; `today` is a clock in seconds since 1970."""
        self._database = database
        self._today = today

    async def export(self, player: int, at: str | None) -> ExportPage | None:
        return await self._run(lambda connection: export.export(connection, player, at))

    async def remove(self, player: int) -> None:
        now = self._today()
        await self._run(lambda connection: removal.remove(connection, player, now))

    async def erase_some(self, player: int) -> bool:
        return await self._run(lambda connection: removal.erase_some(connection, player))

    async def former(self, players: Iterable[int]) -> frozenset[int]:
        return await self._run(lambda connection: removal.former(connection, players))

    async def removed(self) -> frozenset[int]:
        return await self._run(removal.removed)

    async def unfinished(self) -> Sequence[int]:
        return await self._run(removal.unfinished)

    async def unused(self, unused_s: float, after: int) -> Sequence[int]:
        before = self._today() - unused_s
        return await self._run(lambda connection: removal.unused(connection, before, after))

    async def expire(self, players: Sequence[int]) -> None:
        now = self._today()
        await self._run(lambda connection: removal.expire(connection, players, now))

    async def _run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        result: T = await self._database.run(work)
        return result
