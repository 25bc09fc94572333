"""The archive of accounts in SQL."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from server.players.accounts.archive import ExportPage
from server.storage.connection import SqlDatabase
from server.storage.sql.players import export, removal


class SqlAccountArchive:
    """Reads and removes what is kept of players, in steps that hold nothing else up."""

    def __init__(self, database: SqlDatabase, today: Callable[[], float]) -> None:
        """Use a database that has accounts and results; `today` is a clock in seconds since 1970."""
        self._database = database
        self._today = today

    async def export(self, player: int, at: str | None) -> ExportPage | None:
        return await self._database.run(lambda connection: export.export(connection, player, at))

    async def remove(self, player: int) -> None:
        now = self._today()
        await self._database.run(lambda connection: removal.remove(connection, player, now))

    async def erase_some(self, player: int) -> bool:
        return await self._database.run(lambda connection: removal.erase_some(connection, player))

    async def former(self, players: Iterable[int]) -> frozenset[int]:
        return await self._database.run(lambda connection: removal.former(connection, players))

    async def removed(self) -> frozenset[int]:
        return await self._database.run(removal.removed)

    async def unfinished(self) -> Sequence[int]:
        return await self._database.run(removal.unfinished)

    async def unused(self, unused_s: float, after: int) -> Sequence[int]:
        before = self._today() - unused_s
        return await self._database.run(lambda connection: removal.unused(connection, before, after))

    async def expire(self, players: Sequence[int]) -> None:
        now = self._today()
        await self._database.run(lambda connection: removal.expire(connection, players, now))
