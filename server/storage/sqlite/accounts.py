"""The account store in SQLite, in the same file as the journal."""

from __future__ import annotations

import sqlite3

from server.players.accounts import lookalikes, names, tokens
from server.players.accounts.accounts import (
    Account,
    NameTakenError,
    candidate_names,
    name_taken_text,
    normalize_chosen_name,
)
from server.players.accounts.tokens import PlayerTokens, digest, new_token
from server.room.journal import StorageUnavailableError
from server.storage.sqlite.database import Database, MemoryDatabase

SCHEMA = """
CREATE TABLE IF NOT EXISTS players (
    player INTEGER PRIMARY KEY, name TEXT NOT NULL, folded TEXT NOT NULL UNIQUE
);
CREATE TABLE IF NOT EXISTS tokens (
    issued INTEGER PRIMARY KEY, player INTEGER NOT NULL, token BLOB NOT NULL UNIQUE, state TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS tokens_of ON tokens (player);
"""
UPGRADE = """
BEGIN IMMEDIATE;
INSERT INTO tokens (player, token, state) SELECT player, token, 'shown' FROM players;
CREATE TABLE players_now (player INTEGER PRIMARY KEY, name TEXT NOT NULL, folded TEXT NOT NULL UNIQUE);
INSERT INTO players_now SELECT player, name, folded FROM players;
DROP TABLE players;
ALTER TABLE players_now RENAME TO players;
COMMIT;
"""
"""From the first layout, where each player had one token for ever."""


def upgrade(connection: sqlite3.Connection) -> None:
    """Convert players from the first layout, if the file still has it."""
    columns = {name for _, name, *_ in connection.execute("PRAGMA table_info(players)")}
    if "token" in columns:
        connection.executescript(UPGRADE)


class SqliteAccounts:
    """Stores accounts as rows, and of each token only its digest."""

    def __init__(self, database: Database | MemoryDatabase) -> None:
        """Use a database opened with this module's SCHEMA."""
        self._database = database

    async def sign_in(self, token: str | None, name: str) -> Account:
        try:
            return await self._database.run(lambda connection: _sign_in(connection, token) or _create(connection, name))
        except StorageUnavailableError:
            known = await self._database.run(lambda connection: _find_account(connection, token))
            if known is None:
                raise
            return known

    async def sign_out(self, player: int) -> str:
        return await self._database.run(lambda connection: void_tokens(connection, player))

    async def rename(self, player: int, name: str) -> str:
        wanted = normalize_chosen_name(name)
        update = "UPDATE players SET name = ?, folded = ? WHERE player = ?"

        def change(connection: sqlite3.Connection) -> str:
            try:
                connection.execute(update, (wanted, lookalikes.fold(wanted), player))
            except sqlite3.IntegrityError:
                raise NameTakenError(name_taken_text(wanted)) from None
            return wanted

        return await self._database.run(change)


def void_tokens(connection: sqlite3.Connection, player: int) -> str:
    """Make every token of a player void, and return the one new token that is valid."""
    fresh = new_token()
    _store_tokens(connection, player, tokens.reset_tokens(_tokens_of(connection, player), digest(fresh)))
    return fresh


def find_player(connection: sqlite3.Connection, name: str) -> int | None:
    """Find a player by name, ignoring case and look-alike spellings."""
    find = "SELECT player FROM players WHERE folded = ?"
    row = connection.execute(find, (lookalikes.fold(names.normalize_name(name)),)).fetchone()
    return row[0] if row else None


def _sign_in(connection: sqlite3.Connection, token: str | None) -> Account | None:
    """Sign in by a token and issue the next one; None for an unknown token. Raises TokenRevokedError."""
    known = _find_account(connection, token)
    if known is None:
        return None
    fresh = new_token()
    held = tokens.rotate_tokens(_tokens_of(connection, known.player), digest(known.token), digest(fresh))
    _store_tokens(connection, known.player, held)
    return Account(known.player, known.name, fresh)


def _find_account(connection: sqlite3.Connection, token: str | None) -> Account | None:
    """Find the account of a token. Raises TokenRevokedError."""
    if not token:
        return None
    find = "SELECT player, name, state FROM tokens JOIN players USING (player) WHERE token = ?"
    row = connection.execute(find, (digest(token),)).fetchone()
    if row is not None and row[2] == "void":
        raise tokens.TokenRevokedError
    return Account(row[0], row[1], token) if row else None


def _create(connection: sqlite3.Connection, wanted: str) -> Account:
    wanted, token = names.normalize_name(wanted), new_token()
    find = "SELECT 1 FROM players WHERE folded = ?"
    name = next(n for n in candidate_names(wanted) if not connection.execute(find, (lookalikes.fold(n),)).fetchone())
    insert = "INSERT INTO players (name, folded) VALUES (?, ?)"
    player = connection.execute(insert, (name, lookalikes.fold(name))).lastrowid or 0
    _store_tokens(connection, player, tokens.reset_tokens({}, digest(token)))
    return Account(player, name, token)


def _tokens_of(connection: sqlite3.Connection, player: int) -> PlayerTokens:
    return dict(connection.execute("SELECT token, state FROM tokens WHERE player = ? ORDER BY issued", (player,)))


def _store_tokens(connection: sqlite3.Connection, player: int, held: PlayerTokens) -> None:
    """Store a player's tokens, one row each in their order; only changed rows are written."""
    before = _tokens_of(connection, player)
    gone = [(token,) for token in before if token not in held]
    connection.executemany("DELETE FROM tokens WHERE token = ?", gone)
    changed = [(state, token) for token, state in held.items() if before.get(token, state) != state]
    connection.executemany("UPDATE tokens SET state = ? WHERE token = ?", changed)
    added = [(player, token, state) for token, state in held.items() if token not in before]
    connection.executemany("INSERT INTO tokens (player, token, state) VALUES (?, ?, ?)", added)
