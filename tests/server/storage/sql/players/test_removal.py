"""Accounts that go: what of them is removed, what stays without a name, and which numbers are never given again."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import msgspec
import pytest

from protocol import messages as m
from protocol.dealing import FORMER_PLAYER
from server.players.accounts.accounts import NameTakenError
from server.players.results.records import ResultRow
from server.storage.connection import SqlDatabase
from server.storage.sql.players import removal
from server.storage.sql.players.accounts import SqlAccounts
from server.storage.sql.records import SqlResultStore
from server.storage.sqlite.database import MemoryDatabase
from server.storage.stores import SCHEMA, STORES
from tests.support.builders.game_records import ANN, BEN, between, in_a_row

DAY_S = 86_400.0
TABLES = re.findall(r"CREATE TABLE IF NOT EXISTS (\w+)", STORES)
ALL = m.GetHistory(ref=1, game=None, room=None, before=None)


class Kept:
    """A database with ann and ben in it, and a day that a test turns. Mutable."""

    def __init__(self, database: SqlDatabase) -> None:
        self.now = 20_000 * DAY_S
        self.database = database
        self.accounts = SqlAccounts(self.database, lambda: self.now)
        self.archive = self.accounts.archive
        self.results = SqlResultStore(self.database)

    async def rows(self, query: str) -> list[tuple]:
        return await self.database.run(lambda connection: connection.execute(query).fetchall())

    async def columns(self, table: str) -> set[str]:
        query = f"SELECT * FROM {table}"
        return await self.database.run(lambda connection: {name for name, *_ in connection.execute(query).description})


@pytest.fixture
async def kept(any_database) -> Kept:
    made = Kept(any_database)
    assert [(await made.accounts.sign_in(None, name)).player for name in ("ann", "ben")] == [ANN, BEN]
    return made


def row(game, seat: int, **changes) -> ResultRow:
    """What ann or ben did in a game, by seat."""
    named = {ANN: "ann", BEN: "ben"}[game.rivals[seat].player]
    whole = ResultRow(
        room=game.room, number=game.number, seat=seat, player=game.rivals[seat].player, name=named, game=game.game,
        deal="", moves=3, seconds=4.0, won=seat in game.ending.winners, solved=False, line="",
    )  # fmt: skip
    return msgspec.structs.replace(whole, **changes)


async def play(kept: Kept, count: int = 1, **changes) -> list:
    """Have ann win games against ben."""
    games = in_a_row(*[between(ANN, BEN) for _ in range(count)])
    games = [
        replace(game, ending=msgspec.structs.replace(game.ending, reason="ben resigned, as ann2 saw."))
        for game in games
    ]
    await kept.results.keep([row(game, seat, **changes) for game in games for seat in (0, 1)], games)
    return games


async def remove(kept: Kept, player: int) -> None:
    await kept.archive.remove(player)
    while await kept.archive.erase_some(player):
        pass


async def test_every_table_with_players_in_it_is_known_to_the_removal(kept):
    with_players = {name for name in TABLES if "player" in await kept.columns(name)}
    assert with_players == {*removal.OWN_TABLES, *removal.RESULT_TABLES, "former_players"}


async def test_nothing_that_is_a_players_own_is_left(kept):
    await play(kept)
    await kept.accounts.rename(BEN, "benno")
    await remove(kept, BEN)
    for table in (*removal.OWN_TABLES, *removal.RESULT_TABLES):
        if table != "claimed_names":
            assert await kept.rows(f"SELECT * FROM {table} WHERE player = {BEN}") == []
    assert {name for (name,) in await kept.rows("SELECT name FROM claimed_names")} == {""}


async def test_no_table_has_the_name_any_more_and_others_keep_their_games(kept):
    await play(kept, 3, deal="14", solved=True, line="a b")
    await remove(kept, BEN)
    kept.now += 31 * DAY_S
    await kept.archive.expire([])
    for table in TABLES:
        for found in await kept.rows(f"SELECT * FROM {table}"):
            assert not any(value in ("ben", b"ben") or '"ben' in str(value) for value in found)
    games = [stored.game for stored in await kept.results.games(ANN, ALL)]
    assert [[player.name for player in game.players] for game in games] == [["ann", FORMER_PLAYER]] * 3
    assert [game.ending.reason for game in games] == [f"{FORMER_PLAYER} resigned, as ann2 saw."] * 3
    assert (await kept.results.standing(ANN, "peak")).won == 3
    ((_, met),) = await kept.results.encounters(ANN, "peak")
    assert (met.name, met.played, met.won) == (FORMER_PLAYER, 3, 3)
    assert [player.player for player, _ in await kept.results.leaders("peak")] == [ANN]


async def test_a_solution_stays_the_best_and_nobodys(kept):
    await play(kept, deal="14", solved=True, line="a b")
    await remove(kept, ANN)
    await remove(kept, BEN)
    assert (await kept.results.solution("peak", "14", BEN)).by == FORMER_PLAYER


async def test_it_is_known_who_has_no_account_any_more(kept):
    assert await kept.archive.former([ANN, BEN, 99]) == {99}
    await kept.archive.remove(BEN)
    assert await kept.archive.former([ANN, BEN]) == {BEN}
    assert await kept.archive.removed() == {BEN}


async def test_games_are_rewritten_in_steps_and_an_interrupted_removal_is_known(kept, monkeypatch):
    monkeypatch.setattr(removal, "GAMES_AT_ONCE", 2)
    await play(kept, 3)
    await kept.archive.remove(BEN)
    assert await kept.archive.unfinished() == [BEN]
    assert [await kept.archive.erase_some(BEN) for _ in range(2)] == [True, False]
    assert await kept.archive.unfinished() == []


async def test_a_game_that_ends_as_its_player_leaves_counts_for_the_other_alone(kept):
    await remove(kept, BEN)
    await play(kept)
    assert await kept.results.rank(BEN, "peak") is None
    assert (await kept.results.standing(BEN, "peak")).played == 0
    assert (await kept.results.standing(ANN, "peak")).played == 1
    ((_, _, game, _),) = await kept.results.games(ANN, ALL)
    assert game.players[1].name == FORMER_PLAYER


@pytest.mark.parametrize("gone", [ANN, BEN])
async def test_the_number_of_an_account_that_is_gone_is_never_given_again(kept, gone):
    await remove(kept, gone)
    assert (await kept.accounts.sign_in(None, "cleo")).player == 3
    await kept.archive.expire([3])
    assert (await kept.accounts.sign_in(None, "dora")).player == 4


async def test_the_token_of_an_account_that_is_gone_is_a_strangers_and_its_name_is_nobodys_for_a_while(kept):
    ann = await kept.accounts.sign_in(None, "zoe")
    await remove(kept, ann.player)
    again = await kept.accounts.sign_in(ann.token, "zoe")
    assert (again.player, again.name) == (4, "zoe2")
    with pytest.raises(NameTakenError):
        await kept.accounts.rename(BEN, "ZOE")
    kept.now += 31 * DAY_S
    assert await kept.accounts.rename(BEN, "zoe") == "zoe"


# Accounts that were never used.


async def test_an_account_without_a_finished_game_is_unused_after_its_time_and_others_never_are(kept):
    await play(kept)
    cleo, dora = [await kept.accounts.sign_in(None, name) for name in ("cleo", "dora")]
    kept.now += 60 * DAY_S
    await kept.accounts.sign_in(dora.token, "-")
    kept.now += 31 * DAY_S
    assert await kept.archive.unused(90 * DAY_S, 0) == [cleo.player]
    assert await kept.archive.unused(90 * DAY_S, cleo.player) == []
    await kept.archive.expire([cleo.player])
    assert await kept.archive.unused(90 * DAY_S, 0) == []
    assert (await kept.accounts.sign_in(None, "cleo")).name == "cleo"


async def test_the_day_of_a_sign_in_is_written_once():
    kept = Kept(MemoryDatabase(SCHEMA))
    ann = await kept.accounts.sign_in(None, "zoe")
    before = await kept.rows("SELECT total_changes()")
    await kept.database.run(lambda connection: removal.note_seen(connection, ann.player, kept.now + 3600))
    assert await kept.rows("SELECT total_changes()") == before
    await kept.database.run(lambda connection: removal.note_seen(connection, ann.player, kept.now + DAY_S))
    assert await kept.rows(f"SELECT day FROM last_seen WHERE player = {ann.player}") == [(20_001,)]


# What is written out.


async def export(kept: Kept, player: int) -> tuple[dict[str, list], int]:
    sections: dict[str, list] = {}
    at, pages = None, 0
    while True:
        page = await kept.archive.export(player, at)
        sections.setdefault(page.section, []).extend(json.loads(page.rows))
        at, pages = page.following, pages + 1
        if at is None:
            return sections, pages


async def test_all_that_is_kept_of_a_player_is_written_out(kept):
    await kept.accounts.rename(ANN, "anna")
    (game,) = await play(kept)
    sections, _ = await export(kept, ANN)
    assert sections["account"] == [{"player": ANN, "name": "anna", "last_seen": "2024-10-04", "tokens": 1}]
    assert sections["names_kept"] == [{"name": "ann", "until": "2024-11-03 00:00:00"}]
    assert [(each["game"], each["games"]) for each in sections["ratings"]] == [("peak", 1)]
    assert [(each["game"], each["won"]) for each in sections["statistics"]] == [("peak", 1)]
    assert [(each["name"], each["won"]) for each in sections["opponents"]] == [("ben", 1)]
    (told,) = sections["games"]
    assert (told["code"], told["number"], told["won"]) == (game.room.split("-")[0], game.number, 1)
    assert [player["name"] for player in told["players"]] == ["ann", "ben"]


async def test_what_is_much_comes_in_pages_that_a_frame_has_room_for_and_nothing_is_left_out(kept):
    await play(kept, 60, line="x" * 10_000)
    sections, pages = await export(kept, ANN)
    assert len(sections["games"]) == 60
    assert pages > len(sections) + 3
    assert max([len((await kept.archive.export(ANN, f"games:{n}")).rows) for n in (0, 12, 55)]) < 200_000


@pytest.mark.parametrize(
    "at", ["", "games", "games:", "games:-1", "games:x", "players:0", "games:9999999999", "games:٣"]
)
async def test_there_is_no_page_but_those_that_were_named(kept, at):
    page = await kept.archive.export(ANN, at)
    assert page is None or (at == "" and page.section == "account")
