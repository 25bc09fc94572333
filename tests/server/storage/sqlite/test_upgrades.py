"""Names in files of older servers, which told fewer of those that look alike."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

import pytest

from server.storage.sql.players.accounts import SqlAccounts
from tests.support.builders.older_players import keep_players
from tests.support.fakes.disks import opened_store


async def names_after(folder: Path, tokens: Iterable[str]) -> list[str]:
    async with opened_store(folder, SqlAccounts) as accounts:
        return [(await accounts.sign_in(token, "-")).name for token in tokens]


UPGRADED = [
    (["ann", "ben"], ["ann", "ben"]),
    (["modern", "rnodern"], ["modern", "rnodern2"]),
    (["rnodern", "modern"], ["rnodern", "modern2"]),
    (["bob", "ꓐꓳꓐ", "bob2"], ["bob", "ꓐꓳꓐ3", "bob2"]),
    (["bob", "b๐b", "b०b", "b௦b"], ["bob", "b๐b2", "b०b3", "b௦b4"]),
    (["Nina", "ΝΙΝΑ"], ["Nina", "ΝΙΝΑ2"]),
    (["ꓢꓬꓢꓔꓰꓟ", "ᏚᎬᎡᏙᎬᎡ"], ["ꓢꓬꓢꓔꓰꓟ2", "ᏚᎬᎡᏙᎬᎡ2"]),
    (["ꓔꓳꓟ", "ᗪᗩᐯᗴ", "ⲥⲟⲥⲟ"], ["ꓔꓳꓟ", "ᗪᗩᐯᗴ", "ⲥⲟⲥⲟ"]),
]


@pytest.mark.parametrize(("before", "after"), UPGRADED)
async def test_of_two_players_whose_names_look_alike_the_older_keeps_it(tmp_path, before, after):
    keep_players(tmp_path, before)
    assert await names_after(tmp_path, before) == after


@pytest.mark.parametrize(("before", "after"), UPGRADED)
async def test_whoever_an_upgrade_renames_is_to_be_told_until_they_are(tmp_path, before, after):
    keep_players(tmp_path, before)
    renamed = [token for token, name in zip(before, after, strict=True) if token != name]
    for _ in range(2):
        async with opened_store(tmp_path, SqlAccounts) as accounts:
            told = {token: await accounts.sign_in(token, "-") for token in before}
            assert [token for token, account in told.items() if account.note] == renamed
            assert all(
                f"Your name is now {told[token].name}, because {token} " in told[token].note for token in renamed
            )
    async with opened_store(tmp_path, SqlAccounts) as accounts:
        for token in renamed:
            await accounts.forget_note(told[token].player)
    async with opened_store(tmp_path, SqlAccounts) as accounts:
        assert [(await accounts.sign_in(token, "-")).note for token in before] == [""] * len(before)


async def test_a_name_that_nobody_could_take_today_is_its_owners_and_looks_like_what_it_looks_like(tmp_path):
    keep_players(tmp_path, ["ꓔꓳꓟ"])
    async with opened_store(tmp_path, SqlAccounts) as accounts:
        assert (await accounts.sign_in("ꓔꓳꓟ", "-")).name == "ꓔꓳꓟ"
        assert (await accounts.sign_in(None, "Tom")).name == "Tom2"


async def test_names_are_folded_anew_once(tmp_path):
    """Afterwards a collision would have another reason, and nobody is renamed for that."""
    keep_players(tmp_path, ["ann", "ben"])
    await names_after(tmp_path, ["ann"])
    with closing(sqlite3.connect(tmp_path / "parlour.db")) as file, file:
        file.execute("UPDATE players SET folded = 'by hand' WHERE name = 'ben'")
    await names_after(tmp_path, ["ann"])
    with closing(sqlite3.connect(tmp_path / "parlour.db")) as file:
        assert file.execute("SELECT folded FROM players ORDER BY player").fetchall() == [("ann",), ("by hand",)]
