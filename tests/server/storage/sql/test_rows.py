"""Statements about several rows: what they find and write, and that an index finds it."""

from __future__ import annotations

import re

import pytest

from server.storage.sql import ratings, records
from server.storage.sql.players import removal
from server.storage.sql.rows import ROWS_MAX, select_rows, write_rows

pytestmark = pytest.mark.slow

FORMER = "INSERT INTO former_players {rows}"


@pytest.mark.parametrize("count", [0, 1, 2, 7, ROWS_MAX, 3 * ROWS_MAX - 1])
async def test_all_rows_are_written_and_found_however_many_there_are(database, count):
    players = [(player,) for player in range(1, 2 * count, 2)]
    await database.run(lambda connection: write_rows(connection, FORMER, players))
    asked = [(player,) for player in range(2 * count)]
    found = await database.run(lambda connection: select_rows(connection, removal.FORMER_OF, asked))
    assert sorted(found) == players


@pytest.mark.parametrize("text", [ratings.KEPT, records.KEPT, records.STANDINGS, removal.FORMER_OF])
async def test_an_index_finds_the_rows(sqlite_database, text):
    asked = [(1, 2, 3)[: text.count("column") or 1]] * 2
    plan = await sqlite_database.run(lambda connection: select_rows(connection, f"EXPLAIN QUERY PLAN {text}", asked))
    steps = " / ".join(step for *_, step in plan)
    assert re.search(r"SEARCH (TABLE )?(games|records|standings|former_players) ", steps)
    assert not re.search(r"SCAN (TABLE )?(games|records|standings|former_players)", steps)
