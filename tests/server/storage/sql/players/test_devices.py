"""The keys of a player outlive the server, and of void ones only some are remembered."""

from __future__ import annotations

import pytest

from server.players.accounts.devices import MAX_DEVICES, VOID_MAX, KeyRevokedError, KeySignIn
from server.room.journal import StorageUnavailableError
from server.storage.sql.players.accounts import SqlAccounts
from tests.support.fakes.disks import files_of_at_most, opened_store

pytestmark = pytest.mark.slow

KEY = bytes(32)


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
