"""The keys of a player outlive the server, and of void ones only some are remembered; a code adds one, once."""

from __future__ import annotations

import asyncio
import threading
from itertools import count

import psycopg
import pytest

from server.players.accounts.devices import MAX_DEVICES, VOID_MAX, KeyRevokedError, KeySignIn, WrongCodeError
from server.players.accounts.link_codes import GOOD_FOR_S
from server.room.journal import StorageUnavailableError
from server.storage.connection import SqlConnection, SqlDatabase
from server.storage.postgres.cluster.opening import open_node
from server.storage.sql.players import devices
from server.storage.sql.players.accounts import SqlAccounts
from server.storage.stores import STORES
from tests.support.fakes.disks import files_of_at_most, opened_store
from tests.support.patience import PATIENCE_S
from tests.support.processes.cluster import until

pytestmark = pytest.mark.slow

KEY = bytes(32)
NOW = 1000
WAITING = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"


def key(number: int) -> bytes:
    return number.to_bytes(32)


async def test_when_a_device_was_last_here_is_stored(database):
    now = [1000.0]
    accounts = SqlAccounts(database, lambda: now[0])
    ann = await accounts.sign_in_by_key(KeySignIn(KEY, "desk\x1b[2J\n" * 20, "ann"))
    now[0] = 2000.0
    await accounts.sign_in_by_key(KeySignIn(KEY, "another name", "ann"))
    (desk,) = await accounts.devices(ann.player)
    assert (desk.added, desk.seen, desk.is_phrase) == (1000, 2000, False)
    assert (len(desk.name) <= 32, desk.name.startswith("desk"), "\x1b" in desk.name) == (True, True, False)


async def test_a_known_key_signs_in_while_the_disk_refuses_and_a_new_one_does_not(tmp_path):
    async with opened_store(tmp_path, SqlAccounts) as accounts:
        ann = await accounts.sign_in_by_key(KeySignIn(KEY, "", "ann"))
        with files_of_at_most((tmp_path / "parlour.db-wal").stat().st_size):
            assert await accounts.sign_in_by_key(KeySignIn(KEY, "", "ann")) == ann
            with pytest.raises(StorageUnavailableError):
                await accounts.sign_in_by_key(KeySignIn(key(1), "", "ben"))
    async with opened_store(tmp_path, SqlAccounts) as accounts:
        assert await accounts.sign_in_by_key(KeySignIn(KEY, "", "ann")) == ann


async def test_of_void_keys_so_many_are_remembered(database):
    accounts = SqlAccounts(database)
    ann = await accounts.sign_in_by_key(KeySignIn(KEY, "", "ann"))
    for number in range(1, VOID_MAX + 6):
        await accounts.add_device(ann.player, key(number), "")
        *_, newest = await accounts.devices(ann.player)
        await accounts.revoke_device(ann.player, newest.device)
    count = "SELECT count(*) FROM devices WHERE state = 'void'"
    (stored,) = await database.run(lambda connection: connection.execute(count).fetchone())
    assert stored == VOID_MAX < MAX_DEVICES
    with pytest.raises(KeyRevokedError):
        await accounts.sign_in_by_key(KeySignIn(key(VOID_MAX + 5), "", "ann"))


async def test_one_key_is_never_two_players(database):
    accounts = SqlAccounts(database)
    ann = await accounts.sign_in_by_key(KeySignIn(KEY, "", "ann"))
    other = await accounts.sign_in(None, "ben")
    again = await accounts.sign_in_by_key(KeySignIn(KEY, "", "ben", token=other.token))
    assert (again.player, again.name) == (ann.player, "ann")
    assert (await accounts.sign_in(other.token, "ben")).player == other.player


class Codes:
    """Codes of ann, who is player 1, and ben, who is player 2, at `now` in seconds since 1970."""

    def __init__(self, database: SqlDatabase) -> None:
        self.now = 1000.0
        self.accounts = SqlAccounts(database, lambda: self.now)
        self._keys = map(key, count(1))

    async def make(self, *players: int) -> list[str]:
        """Ask for codes, one after the other."""
        for name in ("ann", "ben"):
            await self.accounts.sign_in_by_key(KeySignIn(next(self._keys), "", name))
        return [await self.accounts.make_link_code(player) for player in players]

    async def use(self, code: str) -> int | None:
        """Whose device a new key becomes; None where the code is no good."""
        try:
            return (await self.accounts.sign_in_by_key(KeySignIn(next(self._keys), "", "", code=code))).player
        except WrongCodeError:
            return None


async def test_a_code_is_good_once(database):
    codes = Codes(database)
    (code,) = await codes.make(1)
    assert [await codes.use(code), await codes.use(code)] == [1, None]


async def test_a_code_is_good_for_five_minutes(database):
    codes = Codes(database)
    early, late = await codes.make(1, 2)
    codes.now += GOOD_FOR_S - 1
    assert await codes.use(early) == 1
    codes.now += 1
    assert await codes.use(late) is None


async def test_another_code_voids_the_players_own_alone(database):
    codes = Codes(database)
    first, bens, second = await codes.make(1, 2, 1)
    assert [await codes.use(code) for code in (first, bens, second)] == [None, 2, 1]


async def test_of_two_nodes_that_are_told_a_code_at_once_one_takes_it(postgres_url):
    """The second reads that it is good, and waits for the first, which has used it up."""
    first, second = (open_node(postgres_url, STORES)[0] for _ in range(2))
    code = await SqlAccounts(first, lambda: NOW).make_link_code(1)
    taken, may_store = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def take_and_wait(connection: SqlConnection) -> int | None:
        player = devices.take_code(connection, code, NOW)
        loop.call_soon_threadsafe(taken.set)
        assert may_store.wait(PATIENCE_S)
        return player

    one = first.run(take_and_wait)
    await asyncio.wait_for(taken.wait(), PATIENCE_S)
    other = second.run(lambda connection: devices.take_code(connection, code, NOW))
    with psycopg.connect(postgres_url, autocommit=True) as watcher:
        await until(lambda: watcher.execute(WAITING).fetchone() == (1,))
    may_store.set()
    assert (await one, await other) == (1, None)
    for database in (first, second):
        await database.aclose()
