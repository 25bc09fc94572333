"""Files of older servers: names that look alike, one token a player, results without ties or ratings."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from protocol import messages as m
from server.players.accounts.tokens import digest
from server.players.results.game_record import RatedPlayer
from server.players.results.ratings import HeadToHead
from server.players.results.records import ResultRow, Solution, WinCount
from server.storage.sql.players.accounts import SqlAccounts
from server.storage.sql.records import SOLUTION, SqlResultStore
from tests.support.builders.game_records import ANN, BEN, PLODDER, between
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


async def test_players_from_before_tokens_changed_come_back_with_the_one_they_have(tmp_path):
    """They were kept with one token each."""
    with closing(sqlite3.connect(tmp_path / "parlour.db")) as old:
        old.execute(
            "CREATE TABLE players (player INTEGER PRIMARY KEY, name TEXT NOT NULL, "
            "folded TEXT NOT NULL UNIQUE, token BLOB NOT NULL UNIQUE)"
        )
        old.execute("INSERT INTO players VALUES (7, 'Ann', 'ann', ?)", (digest("a token"),))
        old.commit()
    for token, known in (("a token", (7, "Ann")), (None, (8, "Ann2"))):
        async with opened_store(tmp_path, SqlAccounts) as accounts:
            account = await accounts.sign_in(token, "Ann")
            assert (account.player, account.name) == known


WON = ResultRow("KQFM-1", 1, 0, 1, "ann", "peak", "48213", 110, 90.5, True, True, "ab")  # noqa: FBT003 - in its order
ALL = m.GetHistory(ref=1, game=None, room=None, before=None)
OLD_RECORDS = """
CREATE TABLE records (
    kept INTEGER PRIMARY KEY, kept_at INTEGER NOT NULL DEFAULT (CAST(strftime('%s', 'now') AS INTEGER)),
    room TEXT NOT NULL, number INTEGER NOT NULL, seat INTEGER NOT NULL, player INTEGER NOT NULL, name TEXT NOT NULL,
    game TEXT NOT NULL, deal TEXT NOT NULL, moves INTEGER NOT NULL, seconds REAL NOT NULL,
    won INTEGER NOT NULL, solved INTEGER NOT NULL, line TEXT NOT NULL, UNIQUE (room, number, seat)
);
INSERT INTO records (room, number, seat, player, name, game, deal, moves, seconds, won, solved, line)
VALUES ('KQFM-1', 1, 0, 1, 'ann', 'peak', '48213', 110, 90.5, 1, 1, 'ab');
"""


async def test_records_from_before_ties_were_told_apart_are_taken_over(tmp_path):
    with closing(sqlite3.connect(tmp_path / "parlour.db")) as old:
        old.executescript(OLD_RECORDS)
    for _ in range(2):
        async with opened_store(tmp_path, SqlResultStore) as records:
            await records.keep([replace(WON, number=2, tied=True)])
            assert await records.score(1, 0) == WinCount(won=1, tied=1)


OLDER = """
CREATE TABLE records (
    kept INTEGER PRIMARY KEY, kept_at INTEGER NOT NULL DEFAULT 0, room TEXT NOT NULL, number INTEGER NOT NULL,
    seat INTEGER NOT NULL, player INTEGER NOT NULL, name TEXT NOT NULL, game TEXT NOT NULL, deal TEXT NOT NULL,
    moves INTEGER NOT NULL, seconds REAL NOT NULL, won INTEGER NOT NULL, solved INTEGER NOT NULL, line TEXT NOT NULL,
    UNIQUE (room, number, seat)
);
"""
"""What a server without an archive had of it."""


VERSION_2 = """
CREATE TABLE ranks (
    game TEXT NOT NULL, player INTEGER NOT NULL, level TEXT NOT NULL, value REAL NOT NULL, deviation REAL NOT NULL,
    volatility REAL NOT NULL, name TEXT NOT NULL, games INTEGER NOT NULL, change REAL NOT NULL,
    room TEXT NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (game, player, level)
) WITHOUT ROWID;
CREATE INDEX leaders ON ranks (game, value);
CREATE TABLE encounters (
    player INTEGER NOT NULL, game TEXT NOT NULL, whom INTEGER NOT NULL, level TEXT NOT NULL, name TEXT NOT NULL,
    played INTEGER NOT NULL, won INTEGER NOT NULL, lost INTEGER NOT NULL, PRIMARY KEY (player, game, whom, level)
) WITHOUT ROWID;
INSERT INTO ranks VALUES ('peak', 1, '', 1600.0, 90.0, 0.06, 'ann', 12, 3.5, 'KQFM', 12);
INSERT INTO ranks VALUES ('peak', -1, 'plodder', 2517.0, 60.0, 0.06, 'plodder', 200, 1.0, 'KQFM', 12);
INSERT INTO encounters VALUES (1, 'peak', -1, 'plodder', 'plodder', 12, 7, 5);
PRAGMA user_version = 2;
"""
"""What a server had that rated computers like people."""


async def test_the_ratings_that_computers_had_go_and_those_of_people_stay(tmp_path):
    with closing(sqlite3.connect(tmp_path / "parlour.db")) as older:
        older.executescript(VERSION_2)
    for _ in range(2):
        async with opened_store(tmp_path, SqlResultStore) as records:
            ((ann, rank),) = await records.leaders("peak")
            assert (ann, rank.rating.value, rank.games, rank.note) == (RatedPlayer(ANN), 1600.0, 12, "")
            assert await records.encounters(ANN, "peak") == [(PLODDER, HeadToHead("plodder", 12, 7, 5))]
    async with opened_store(tmp_path, SqlResultStore) as records:
        await records.keep([], [between(ANN, PLODDER), between(ANN, BEN, number=2)])
        assert (await records.rank(ANN, "peak")).games == 14


async def test_a_database_of_an_older_server_is_taken_over_and_grows_an_archive(tmp_path):
    with closing(sqlite3.connect(tmp_path / "parlour.db")) as older:
        older.executescript(OLDER)
    async with opened_store(tmp_path, SqlResultStore) as records:
        assert await records.games(ANN, ALL) == []
        await records.keep([], [between(ANN, BEN)])
        ((_, ended, _, _),) = await records.games(BEN, ALL)
        assert abs(time.time() - ended) < 60


async def test_the_best_solutions_of_an_older_file_are_found_by_an_index_and_not_by_two(tmp_path):
    with closing(sqlite3.connect(tmp_path / "parlour.db")) as old:
        old.executescript(OLD_RECORDS)
        old.execute("CREATE INDEX solutions ON records (game, deal, moves) WHERE deal != '' AND solved")
    async with opened_store(tmp_path, SqlResultStore) as records:
        assert await records.solution("peak", "48213", 2) == Solution(110, "ann", "")
    with closing(sqlite3.connect(tmp_path / "parlour.db")) as file:
        plan = file.execute(f"EXPLAIN QUERY PLAN {SOLUTION}", {"game": "peak", "deal": "1", "reader": 1}).fetchall()
        indexes = {name for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'index'")}
    assert "SEARCH records USING INDEX best_solutions (game=? AND deal=?)" in [step for *_, step in plan]
    assert "solutions" not in indexes
