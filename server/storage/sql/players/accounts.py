"""The account store in SQL, in the same database as the journal."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from server.players.accounts import names, tokens
from server.players.accounts.accounts import Account, NewcomerRefusedError, normalize_chosen_name
from server.players.accounts.archive import AccountArchive
from server.players.accounts.devices import DeviceRefusedError, KeySignIn, StoredDevice, WrongCodeError
from server.players.accounts.link_codes import GOOD_FOR_S, new_code
from server.players.accounts.lookalikes import fold
from server.players.accounts.tokens import PlayerTokens, digest, new_token
from server.room.journal import StorageUnavailableError
from server.storage.connection import SqlConnection, SqlDatabase
from server.storage.sql.players import devices, removal
from server.storage.sql.players import names as stored_names
from server.storage.sql.players.archive import SqlAccountArchive

SCHEMA = (
    stored_names.SCHEMA
    + removal.SCHEMA
    + """
CREATE TABLE IF NOT EXISTS players (
    player INTEGER PRIMARY KEY, name TEXT NOT NULL, folded TEXT NOT NULL UNIQUE
);
CREATE TABLE IF NOT EXISTS tokens (
    issued INTEGER PRIMARY KEY, player INTEGER NOT NULL, token BLOB NOT NULL UNIQUE, state TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS tokens_of ON tokens (player);
"""
    + devices.SCHEMA
)
FIND = """
SELECT player, name, state, coalesce(text, '') FROM tokens JOIN players USING (player) LEFT JOIN notes USING (player)
WHERE token = ?
"""
SIGN_IN_BY_KEY = "You now sign in with a key, so your tokens are no longer valid. Use that key."


class SqlAccounts:
    """Stores accounts as rows, and of each token only its digest, of each key only its public half."""

    def __init__(self, database: SqlDatabase, clock: Callable[[], float] = time.time) -> None:
        """Use a database opened with this module's SCHEMA; `clock` gives the seconds since 1970."""
        self._database = database
        self._clock = clock
        self.archive: AccountArchive = SqlAccountArchive(database, clock)

    async def sign_in(self, token: str | None, name: str, *, may_create: bool = True) -> Account:
        now = self._clock()
        try:
            return await self._database.run(
                lambda connection: (
                    _sign_in(connection, token, now) or self._create(connection, name, now, may_create=may_create)
                )
            )
        except StorageUnavailableError:
            known = await self._database.run(lambda connection: _find_account(connection, token))
            if known is None:
                raise
            return known

    async def sign_in_by_key(self, proven: KeySignIn) -> Account:
        now = int(self._clock())
        try:
            return await self._database.run(lambda connection: self._sign_in_by_key(connection, proven, now))
        except StorageUnavailableError:
            known = await self._database.run(lambda connection: _find_owner(connection, proven.key))
            if known is None:
                raise
            return known

    async def devices(self, player: int) -> tuple[StoredDevice, ...]:
        return await self._database.run(lambda connection: devices.devices_of(connection, player))

    async def make_link_code(self, player: int) -> str:
        code, until = new_code(), int(self._clock()) + GOOD_FOR_S
        await self._database.run(lambda connection: devices.store_code(connection, player, code, until))
        return code

    async def add_device(self, player: int, key: bytes, name: str) -> None:
        now = int(self._clock())
        await self._database.run(lambda connection: devices.add_device(connection, player, key, name, now))

    async def set_phrase(self, player: int, key: bytes) -> None:
        now = int(self._clock())
        await self._database.run(lambda connection: devices.set_phrase(connection, player, key, now))

    async def revoke_device(self, player: int, device: int) -> bytes:
        return await self._database.run(lambda connection: devices.revoke_device(connection, player, device))

    async def replace_devices(self, player: int, key: bytes, new_key: bytes) -> tuple[bytes, ...]:
        work = partial(devices.replace_devices, player=player, key=key, new_key=new_key, now=int(self._clock()))
        return await self._database.run(work)

    async def sign_out(self, player: int) -> str:
        def sign_out(connection: SqlConnection) -> str:
            if devices.devices_of(connection, player):
                raise DeviceRefusedError(SIGN_IN_BY_KEY)
            return void_tokens(connection, player)

        return await self._database.run(sign_out)

    async def rename(self, player: int, name: str) -> str:
        wanted = normalize_chosen_name(name)
        now = self._clock()
        await self._database.run(lambda connection: stored_names.change_name(connection, player, wanted, now))
        return wanted

    async def forget_note(self, player: int) -> None:
        delete = "DELETE FROM notes WHERE player = ?"
        await self._database.run(lambda connection: connection.execute(delete, (player,)).rowcount)

    # In the database's thread.

    def _sign_in_by_key(self, connection: SqlConnection, proven: KeySignIn, now: int) -> Account:
        """Sign in by a key, which becomes a device where it is new; every token of its player is void then."""
        account = _find_owner(connection, proven.key)
        if account is None:
            account = self._claim(connection, proven, now)
            devices.add_device(connection, account.player, proven.key, proven.device, now)
            retire_tokens(connection, account.player)
        devices.note_seen(connection, proven.key, now)
        removal.note_seen(connection, account.player, now)
        return replace(account, token="")

    def _claim(self, connection: SqlConnection, proven: KeySignIn, now: int) -> Account:
        """The account that a new key becomes a device of. Raises what `sign_in_by_key` does."""
        if proven.code is None:
            return _find_account(connection, proven.token) or self._create(
                connection, proven.name, now, may_create=proven.may_create
            )
        player = devices.take_code(connection, proven.code, now)
        linked = _account_of(connection, player) if player is not None else None
        if linked is None:
            raise WrongCodeError
        return linked

    def _create(self, connection: SqlConnection, wanted: str, now: float, *, may_create: bool) -> Account:
        """Make an account. Raises InvalidNameError, or NewcomerRefusedError where that may not be."""
        if not may_create:
            raise NewcomerRefusedError
        token = new_token()
        name = stored_names.find_free_name(connection, names.normalize_name(wanted), now)
        player = removal.next_player(connection)
        connection.execute("INSERT INTO players (player, name, folded) VALUES (?, ?, ?)", (player, name, fold(name)))
        removal.note_seen(connection, player, now)
        stored_names.claim_looks(connection, player, name)
        _store_tokens(connection, player, tokens.reset_tokens({}, digest(token)))
        return Account(player, name, token, is_new=True)


def void_tokens(connection: SqlConnection, player: int) -> str:
    """Make every token of a player void, and return the one new token that is valid."""
    fresh = new_token()
    _store_tokens(connection, player, tokens.reset_tokens(_tokens_of(connection, player), digest(fresh)))
    return fresh


def retire_tokens(connection: SqlConnection, player: int) -> None:
    """Make every token of a player void, and issue none."""
    _store_tokens(connection, player, tokens.retire_tokens(_tokens_of(connection, player)))


def find_player(connection: SqlConnection, name: str) -> int | None:
    """Find a player by name, ignoring case and look-alike spellings."""
    find = "SELECT player FROM players WHERE folded = ?"
    row = connection.execute(find, (fold(name.strip()),)).fetchone()
    return row[0] if row else None


def _sign_in(connection: SqlConnection, token: str | None, now: float) -> Account | None:
    """Sign in by a token and issue the next one; None for an unknown token. Raises TokenRevokedError."""
    known = _find_account(connection, token)
    if known is None:
        return None
    fresh = new_token()
    held = tokens.rotate_tokens(_tokens_of(connection, known.player), digest(known.token), digest(fresh))
    _store_tokens(connection, known.player, held)
    removal.note_seen(connection, known.player, now)
    return replace(known, token=fresh)


def _find_owner(connection: SqlConnection, key: bytes) -> Account | None:
    """The account that a key signs in. Raises KeyRevokedError."""
    owner = devices.find_owner(connection, key)
    return None if owner is None else _account_of(connection, owner)


def _account_of(connection: SqlConnection, player: int) -> Account | None:
    find = "SELECT name, coalesce(text, '') FROM players LEFT JOIN notes USING (player) WHERE player = ?"
    row = connection.execute(find, (player,)).fetchone()
    return Account(player, row[0], "", row[1]) if row else None


def _find_account(connection: SqlConnection, token: str | None) -> Account | None:
    """Find the account of a token. Raises TokenRevokedError."""
    if not token:
        return None
    row = connection.execute(FIND, (digest(token),)).fetchone()
    if row is not None and row[2] == "void":
        raise tokens.TokenRevokedError
    return Account(row[0], row[1], token, row[3]) if row else None


def _tokens_of(connection: SqlConnection, player: int) -> PlayerTokens:
    return dict(connection.execute("SELECT token, state FROM tokens WHERE player = ? ORDER BY issued", (player,)))


def _store_tokens(connection: SqlConnection, player: int, held: PlayerTokens) -> None:
    """Store a player's tokens, one row each in their order; only changed rows are written."""
    before = _tokens_of(connection, player)
    gone = [(token,) for token in before if token not in held]
    connection.executemany("DELETE FROM tokens WHERE token = ?", gone)
    changed = [(state, token) for token, state in held.items() if before.get(token, state) != state]
    connection.executemany("UPDATE tokens SET state = ? WHERE token = ?", changed)
    added = [(player, token, state) for token, state in held.items() if token not in before]
    connection.executemany("INSERT INTO tokens (player, token, state) VALUES (?, ?, ?)", added)
