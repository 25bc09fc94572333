"""Finished games and ratings outlive the server."""

from __future__ import annotations

from protocol import messages as m
from server.storage.sql.records import SqlResultStore
from tests.support.builders.game_records import ANN, BEN, between, in_a_row

ALL = m.GetHistory(ref=1, game=None, room=None, before=None)


async def test_games_and_ratings_are_there_after_a_restart_and_go_on_from_there(open_store):
    first, second = in_a_row(between(ANN, BEN), between(BEN, ANN))
    async with open_store(SqlResultStore) as records:
        await records.keep([], [first])
        before = await records.rank(ANN, "peak")
    async with open_store(SqlResultStore) as records:
        await records.keep([], [first])
        assert await records.rank(ANN, "peak") == before
        await records.keep([], [second])
        assert (await records.rank(ANN, "peak")).games == 2
        assert [kept.game for kept in await records.games(ANN, ALL)] == [second, first]
