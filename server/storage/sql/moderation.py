"""Bans, silences and reports in SQL, in the same database as the accounts that they are about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from server.moderation.reports import AGAIN_S, MAX_REPORTS, PlayerReport
from server.moderation.sanctions import MAX_OF_A_KIND, Sanction
from server.moderation.store import KnownPlayer, SanctionsFullError
from server.players.accounts.names import InvalidNameError
from server.storage.connection import SqlConnection, SqlDatabase, upsert
from server.storage.sql.players import accounts

SCHEMA = """
CREATE TABLE IF NOT EXISTS sanctions (
    kind TEXT NOT NULL, target TEXT NOT NULL, name TEXT NOT NULL, why TEXT NOT NULL, made_at INTEGER NOT NULL,
    until INTEGER, PRIMARY KEY (kind, target)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS reports (
    number INTEGER PRIMARY KEY AUTOINCREMENT, made_at INTEGER NOT NULL, reporter INTEGER NOT NULL,
    reporter_name TEXT NOT NULL, player INTEGER NOT NULL, name TEXT NOT NULL, room TEXT NOT NULL, why TEXT NOT NULL,
    talk TEXT NOT NULL
);
"""

COUNT = "SELECT count(*) FROM sanctions WHERE kind = ? AND target != ?"
IMPOSE = upsert("sanctions", "kind, target", "name, why, made_at, until")
LIFT = "DELETE FROM sanctions WHERE target = ?"
SANCTIONS = "SELECT kind, target, name, why, made_at, until FROM sanctions ORDER BY made_at, target"
AGAIN = "SELECT 1 FROM reports WHERE reporter = ? AND player = ? AND made_at > ?"
REPORT = """
INSERT INTO reports (made_at, reporter, reporter_name, player, name, room, why, talk) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
"""
GIVE_WAY = "DELETE FROM reports WHERE number <= (SELECT number FROM reports ORDER BY number DESC LIMIT 1 OFFSET ?)"
REPORTS = "SELECT number, made_at, reporter, reporter_name, player, name, room, why, talk FROM reports ORDER BY number"


class SqlModeration:
    """Stores each ban, silence and report as a row."""

    def __init__(self, database: SqlDatabase) -> None:
        """Use a database opened with the SCHEMA of this module and of the accounts."""
        self._database = database

    async def find_player(self, name: str) -> KnownPlayer | None:
        try:
            player = await self._database.run(lambda connection: accounts.find_player(connection, name))
        except InvalidNameError:
            return None
        return None if player is None else await self.player_of(player)

    async def player_of(self, player: int) -> KnownPlayer | None:
        rows = await self._rows("SELECT player, name FROM players WHERE player = ?", (player,))
        return KnownPlayer(*rows[0]) if rows else None

    async def sanctions(self) -> Sequence[Sanction]:
        return [Sanction(*row) for row in await self._rows(SANCTIONS)]

    async def impose(self, sanction: Sanction) -> None:
        await self._database.run(lambda connection: _impose(connection, sanction))

    async def lift(self, target: str) -> None:
        await self._database.run(lambda connection: connection.execute(LIFT, (target,)).rowcount)

    async def add_report(self, report: PlayerReport) -> bool:
        return await self._database.run(lambda connection: _add_report(connection, report))

    async def reports(self) -> Sequence[PlayerReport]:
        return [_to_report(row) for row in await self._rows(REPORTS)]

    async def clear_reports(self, number: int | None) -> int:
        clear = "DELETE FROM reports WHERE CAST(? AS BIGINT) IS NULL OR number = ?"
        return await self._database.run(lambda connection: connection.execute(clear, (number, number)).rowcount)

    async def _rows(self, query: str, wanted: tuple[Any, ...] = ()) -> list[Any]:
        return await self._database.run(lambda connection: connection.execute(query, wanted).fetchall())


def _impose(connection: SqlConnection, sanction: Sanction) -> None:
    connection.execute("DELETE FROM sanctions WHERE until <= ?", (sanction.made_at,))
    (others,) = connection.execute(COUNT, (sanction.kind, sanction.target)).fetchone()
    if others >= MAX_OF_A_KIND:
        raise SanctionsFullError
    connection.execute(IMPOSE, msgspec.structs.astuple(sanction))


def _to_report(row: tuple[Any, ...]) -> PlayerReport:
    *fields, talk = row
    return PlayerReport(*[*fields, tuple(msgspec.json.decode(talk))])


def _add_report(connection: SqlConnection, report: PlayerReport) -> bool:
    since = report.at - AGAIN_S
    if connection.execute(AGAIN, (report.reporter, report.player, since)).fetchone():
        return False
    _, *row, talk = msgspec.structs.astuple(report)
    connection.execute(REPORT, (*row, msgspec.json.encode(talk).decode()))
    connection.execute(GIVE_WAY, (MAX_REPORTS,))
    return True
