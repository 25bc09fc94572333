"""Accounts in the same SQLite file as the journal."""

from __future__ import annotations

import sqlite3

from server import names
from server.accounts import Account, NameTaken, candidates, digest, new_token, taken, wished
from server.database import Database

SCHEMA = """
CREATE TABLE IF NOT EXISTS players (
    player INTEGER PRIMARY KEY, name TEXT NOT NULL, folded TEXT NOT NULL UNIQUE, token BLOB NOT NULL UNIQUE
);
"""


class SqliteAccounts:
    """Accounts as rows; of a token only its digest is stored."""

    def __init__(self, database: Database) -> None:
        """Keep the accounts in a database opened with this module's SCHEMA."""
        self._database = database

    async def sign_in(self, token: str | None, name: str) -> Account:
        """The stored account, or a new one."""
        return await self._database.run(lambda connection: _known(connection, token) or _new(connection, name))

    async def rename(self, player: int, name: str) -> str:
        """Store the new name."""
        wanted = wished(name)
        update = "UPDATE players SET name = ?, folded = ? WHERE player = ?"

        def change(connection: sqlite3.Connection) -> str:
            try:
                connection.execute(update, (wanted, names.folded(wanted), player))
            except sqlite3.IntegrityError:
                raise NameTaken(taken(wanted)) from None
            return wanted

        return await self._database.run(change)


def _known(connection: sqlite3.Connection, token: str | None) -> Account | None:
    if not token:
        return None
    row = connection.execute("SELECT player, name FROM players WHERE token = ?", (digest(token),)).fetchone()
    return Account(row[0], row[1], token) if row else None


def _new(connection: sqlite3.Connection, wanted: str) -> Account:
    wanted, token = names.accepted(wanted), new_token()
    find = "SELECT 1 FROM players WHERE folded = ?"
    name = next(n for n in candidates(wanted) if not connection.execute(find, (names.folded(n),)).fetchone())
    insert = "INSERT INTO players (name, folded, token) VALUES (?, ?, ?)"
    player = connection.execute(insert, (name, names.folded(name), digest(token))).lastrowid
    return Account(player or 0, name, token)
