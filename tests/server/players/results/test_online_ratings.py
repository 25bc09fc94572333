"""The ranks of those who are connected are in memory, and of nobody else."""

from __future__ import annotations

import asyncio

import pytest

from server.ops.tasks import Tasks
from server.players.results.online_ratings import OnlineRatings
from tests.support.builders.game_records import ANN, BEN, CLEO, between, in_a_row
from tests.support.fakes.held_stores import HeldRecords
from tests.support.games.climb import PEAK


class Told:
    """Who is told of ranks. Mutable: it keeps the newest, and counts."""

    def __init__(self) -> None:
        self.ratings = {}
        self.times = 0

    def __call__(self, player, game, rating) -> None:
        self.ratings[player, game] = rating
        self.times += 1


@pytest.fixture
async def online_ratings(climb):
    """A renown with its records, which hold a game that ann has won against ben, and who is told."""
    records, tasks, sent = HeldRecords(), Tasks(), Told()
    await records.keep((), [between(ANN, BEN)])
    yield OnlineRatings(records, tasks, sent), records, sent
    await tasks.aclose()


async def idle():
    for _ in range(5):
        await asyncio.sleep(0)


async def test_who_comes_is_looked_up_in_every_rated_game(online_ratings):
    known, records, sent = online_ratings
    known.add_player(ANN)
    await idle()
    assert sent.ratings == {(ANN, PEAK.name): await records.rank(ANN, PEAK.name)}
    assert sent.ratings[ANN, PEAK.name].games == 1


async def test_of_who_has_played_nothing_nobody_is_told(online_ratings):
    known, _, sent = online_ratings
    known.add_player(CLEO)
    await idle()
    assert sent.times == 0


async def test_a_game_that_is_kept_counts_at_once_for_who_is_here(online_ratings):
    known, records, sent = online_ratings
    known.add_player(ANN)
    await records.keep((), in_a_row(between(ANN, BEN), between(ANN, BEN)))
    known.renew(PEAK.name, (ANN, BEN))
    await idle()
    assert sent.ratings.keys() == {(ANN, PEAK.name)}
    assert sent.ratings[ANN, PEAK.name].games == 2


async def test_of_who_is_gone_nothing_is_kept_even_where_it_was_just_being_looked_up(online_ratings):
    known, _, sent = online_ratings
    known.add_player(ANN)
    await idle()
    known.add_player(BEN)
    known.remove_player(BEN)
    known.remove_player(ANN)
    known.remove_player(ANN)
    await idle()
    assert (sent.ratings.keys(), sent.times) == ({(ANN, PEAK.name)}, 1)


async def test_where_the_disk_refuses_nothing_is_known_and_nothing_fails(online_ratings, caplog):
    known, records, sent = online_ratings
    records.refuse_reads(1)
    known.add_player(ANN)
    await idle()
    assert (sent.times, caplog.text) == (0, "")
    known.renew(PEAK.name, (ANN,))
    await idle()
    assert sent.ratings[ANN, PEAK.name].games == 1
