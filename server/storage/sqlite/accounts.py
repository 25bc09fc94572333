"""Accounts in the same SQLite file as the journal."""

from __future__ import annotations

import sqlite3

from server.players.accounts import names, tokens
from server.players.accounts.accounts import (
    Account,
    NameTakenError,
    candidate_names,
    name_taken_sentence,
    normalize_wish,
)
from server.players.accounts.tokens import Held, digest, new_token
from server.room.journal import StorageUnavailableError
from server.storage.sqlite.database import Database

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
"""From how players were kept at first, each with one token for ever."""


def upgrade(connection: sqlite3.Connection) -> None:
    """Keep players as they are kept now, where they still are as they were at first."""
    columns = {name for _, name, *_ in connection.execute("PRAGMA table_info(players)")}
    if "token" in columns:
        connection.executescript(UPGRADE)


class SqliteAccounts:
    """Accounts as rows; of a token only its digest is stored."""

    def __init__(self, database: Database) -> None:
        """Keep the accounts in a database opened with this module's SCHEMA."""
        self._database = database

    async def sign_in(self, token: str | None, name: str) -> Account:
        """The stored account, or a new one."""
        try:
            return await self._database.run(lambda connection: _renewed(connection, token) or _new(connection, name))
        except StorageUnavailableError:
            known = await self._database.run(lambda connection: _known(connection, token))
            if known is None:
                raise
            return known

    async def sign_out(self, player: int) -> str:
        """Store one new token."""
        return await self._database.run(lambda connection: void_tokens(connection, player))

    async def rename(self, player: int, name: str) -> str:
        """Store the new name."""
        wanted = normalize_wish(name)
        update = "UPDATE players SET name = ?, folded = ? WHERE player = ?"

        def change(connection: sqlite3.Connection) -> str:
            try:
                connection.execute(update, (wanted, names.fold(wanted), player))
            except sqlite3.IntegrityError:
                raise NameTakenError(name_taken_sentence(wanted)) from None
            return wanted

        return await self._database.run(change)


def void_tokens(connection: sqlite3.Connection, player: int) -> str:
    """Make every token of a player void; the new one that is good instead."""
    fresh = new_token()
    _keep(connection, player, tokens.reset_tokens(_held(connection, player), digest(fresh)))
    return fresh


def find_player(connection: sqlite3.Connection, name: str) -> int | None:
    """The player of a name, however it is written."""
    find = "SELECT player FROM players WHERE folded = ?"
    row = connection.execute(find, (names.fold(names.normalize_name(name)),)).fetchone()
    return row[0] if row else None


def _renewed(connection: sqlite3.Connection, token: str | None) -> Account | None:
    """The account of a token, with a new one to show from now on. Raises tokens.Void."""
    known = _known(connection, token)
    if known is None:
        return None
    fresh = new_token()
    held = tokens.rotate_tokens(_held(connection, known.player), digest(known.token), digest(fresh))
    _keep(connection, known.player, held)
    return Account(known.player, known.name, fresh)


def _known(connection: sqlite3.Connection, token: str | None) -> Account | None:
    """The account of a token. Raises tokens.Void."""
    if not token:
        return None
    find = "SELECT player, name, state FROM tokens JOIN players USING (player) WHERE token = ?"
    row = connection.execute(find, (digest(token),)).fetchone()
    if row is not None and row[2] == "void":
        raise tokens.TokenRevokedError
    return Account(row[0], row[1], token) if row else None


def _new(connection: sqlite3.Connection, wanted: str) -> Account:
    wanted, token = names.normalize_name(wanted), new_token()
    find = "SELECT 1 FROM players WHERE folded = ?"
    name = next(n for n in candidate_names(wanted) if not connection.execute(find, (names.fold(n),)).fetchone())
    insert = "INSERT INTO players (name, folded) VALUES (?, ?)"
    player = connection.execute(insert, (name, names.fold(name))).lastrowid or 0
    _keep(connection, player, tokens.reset_tokens({}, digest(token)))
    return Account(player, name, token)


def _held(connection: sqlite3.Connection, player: int) -> Held:
    return dict(connection.execute("SELECT token, state FROM tokens WHERE player = ? ORDER BY issued", (player,)))


def _keep(connection: sqlite3.Connection, player: int, held: Held) -> None:
    """Store a player's tokens, a row each in their order; only what has changed is written."""
    before = _held(connection, player)
    gone = [(token,) for token in before if token not in held]
    connection.executemany("DELETE FROM tokens WHERE token = ?", gone)
    changed = [(state, token) for token, state in held.items() if before.get(token, state) != state]
    connection.executemany("UPDATE tokens SET state = ? WHERE token = ?", changed)
    added = [(player, token, state) for token, state in held.items() if token not in before]
    connection.executemany("INSERT INTO tokens (player, token, state) VALUES (?, ?, ?)", added)
