"""Statements about several rows: what they find and write in either engine, and that an index finds it."""

from __future__ import annotations

import re

import pytest

from server.storage.connection import upsert
from server.storage.sql import ratings, records
from server.storage.sql.players import removal
from server.storage.sqlite.connection import ROWS_MAX

pytestmark = pytest.mark.slow

FORMER = "INSERT INTO former_players {rows}"
KEEP_NOTES = upsert("notes", "player", "text", "{rows}")
NOTES = "SELECT player, text FROM notes ORDER BY player"
STANDINGS = "SELECT * FROM standings ORDER BY player"
UNSOLVED = (1, "war", 5, 3, 1, 2, 0, None, 0, None, 0.0)
SOLVED = (2, "blocky", 5, 3, 1, 2, 1, 17, 17, 2.5, 2.5)


@pytest.mark.parametrize("count", [0, 1, 2, 7, ROWS_MAX, 3 * ROWS_MAX - 1])
async def test_all_rows_are_written_and_found_however_many_there_are(database, count):
    players = [(player,) for player in range(1, 2 * count, 2)]
    await database.run(lambda connection: connection.execute_rows(FORMER, players))
    asked = [(player,) for player in range(2 * count)]
    found = await database.run(lambda connection: connection.execute_rows(removal.FORMER_OF, asked))
    assert sorted(found) == players


@pytest.mark.parametrize("rows", [[UNSOLVED], [SOLVED], [UNSOLVED, SOLVED]])
async def test_values_are_what_they_were_and_so_is_none(database, rows):
    await database.run(lambda connection: connection.execute_rows(records.KEEP_STANDINGS, rows))
    assert await database.run(lambda connection: connection.execute(STANDINGS).fetchall()) == rows


async def test_rows_take_the_place_of_those_with_the_same_key(database):
    for text in ("one", "another"):
        await database.run(lambda connection, text=text: connection.execute_rows(KEEP_NOTES, [(1, text)]))
    assert await database.run(lambda connection: connection.execute(NOTES).fetchall()) == [(1, "another")]


async def test_games_are_numbered_in_the_order_of_the_rows(database):
    games = [(0, f"room-{number % 7}", number, b"told") for number in range(50)]
    await database.run(lambda connection: connection.execute_rows(ratings.KEEP, games))
    query = "SELECT number FROM games ORDER BY past"
    assert await database.run(lambda connection: connection.execute(query).fetchall()) == [(n,) for n in range(50)]


@pytest.mark.parametrize("text", [ratings.KEPT, records.KEPT, records.STANDINGS, removal.FORMER_OF])
async def test_an_index_finds_the_rows(sqlite_database, text):
    asked = [(1, 2, 3)[: text.count("column") or 1]] * 2
    plan = await sqlite_database.run(lambda connection: connection.execute_rows(f"EXPLAIN QUERY PLAN {text}", asked))
    steps = " / ".join(step for *_, step in plan)
    assert re.search(r"SEARCH (TABLE )?(games|records|standings|former_players) ", steps)
    assert not re.search(r"SCAN (TABLE )?(games|records|standings|former_players)", steps)
