"""Accounts on a disk: they outlive the server, and their tokens are not to be read there."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from server.players.accounts.accounts import Account
from server.players.accounts.tokens import TokenRevokedError
from server.room.journal import StorageUnavailableError
from server.storage.sql.players.accounts import SqlAccounts
from tests.support.fakes.disks import files_of_at_most, opened_store


def opened(folder: Path) -> AbstractAsyncContextManager[SqlAccounts]:
    return opened_store(folder, SqlAccounts)


async def test_a_player_comes_back_after_a_restart(open_store):
    async with open_store(SqlAccounts) as accounts:
        ann = await accounts.sign_in(None, "ann")
    async with open_store(SqlAccounts) as accounts:
        back = await accounts.sign_in(ann.token, "ann")
        assert (back.player, back.name) == (ann.player, "ann")
        assert (await accounts.sign_in(None, "ann")).player == ann.player + 1


async def test_no_token_stands_in_the_file(tmp_path):
    async with opened(tmp_path) as accounts:
        ann = await accounts.sign_in(None, "ann")
        assert any(b"ann" in file.read_bytes() for file in tmp_path.iterdir())
    assert not any(ann.token.encode() in file.read_bytes() for file in tmp_path.iterdir())


async def test_a_disk_that_refuses_makes_no_account_and_changes_no_name(tmp_path):
    async with opened(tmp_path) as accounts:
        ann = await accounts.sign_in(None, "ann")
        with files_of_at_most((tmp_path / "parlour.db-wal").stat().st_size):
            with pytest.raises(StorageUnavailableError):
                await accounts.sign_in(None, "ben")
            with pytest.raises(StorageUnavailableError):
                await accounts.rename(ann.player, "anna")
            assert await accounts.sign_in(ann.token, "ann") == ann
        assert (await accounts.sign_in(None, "ben")).name == "ben"


async def test_which_tokens_are_good_outlives_the_server(open_store):
    async with open_store(SqlAccounts) as accounts:
        ann = await accounts.sign_in(None, "ann")
        second = await accounts.sign_in(ann.token, "ann")
        third = await accounts.sign_in(second.token, "ann")
    async with open_store(SqlAccounts) as accounts:
        with pytest.raises(TokenRevokedError):
            await accounts.sign_in(ann.token, "ann")
        for token in (second.token, third.token):
            assert (await accounts.sign_in(token, "ann")).player == ann.player


async def test_while_the_disk_refuses_a_new_token_that_is_shown_voids_nothing(tmp_path):
    async with opened(tmp_path) as accounts:
        ann = await accounts.sign_in(None, "ann")
        fresh = (await accounts.sign_in(ann.token, "ann")).token
        with files_of_at_most((tmp_path / "parlour.db-wal").stat().st_size):
            assert await accounts.sign_in(fresh, "ann") == Account(ann.player, "ann", fresh)
            assert await accounts.sign_in(ann.token, "ann") == ann
            with pytest.raises(StorageUnavailableError):
                await accounts.sign_out(ann.player)
        await accounts.sign_in(fresh, "ann")
        with pytest.raises(TokenRevokedError):
            await accounts.sign_in(ann.token, "ann")
