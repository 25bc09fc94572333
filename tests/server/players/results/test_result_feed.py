"""Connected players are told their ratings and the score they watch: at once, and after each of their games."""

from __future__ import annotations

import asyncio
from typing import cast

import pytest

from protocol import messages as m
from server.ops.tasks import Tasks
from server.players.results.records import ResultRow
from server.players.results.result_feed import ResultFeed
from server.players.sessions.client_session import ClientSession
from server.players.sessions.refusals import UNAVAILABLE
from tests.support.builders.game_records import ANN, BEN, CLEO, between, in_a_row
from tests.support.fakes.held_stores import HeldRecords
from tests.support.games.climb import PEAK

SINCE = m.WatchScore(since=0)
WON = ResultRow("KQFM-1", 1, 0, ANN, "ann", "peak", "", 11, 90.5, won=True, solved=True, line="")
LOST = ResultRow("KQFM-1", 2, 0, ANN, "ann", "peak", "", 3, 1.0, won=False, solved=False, line="")


class Caller:
    """A connected player, as far as it is told things."""

    def __init__(self) -> None:
        self.player = ANN
        self.heard: list[object] = []

    def tell(self, event: m.Event) -> None:
        self.heard.append(event)

    def deny(self, refusal: object, command: m.Command) -> None:
        self.heard.append((refusal, command))


class Feed(ResultFeed):
    """A feed whose `records` hold a game that ann has won against ben, with all the `ratings` it told of."""

    def __init__(self) -> None:
        self.records, self.tasks, self.ratings = HeldRecords(), Tasks(), []
        super().__init__(self.records, self.tasks, lambda *rating: self.ratings.append(rating))

    async def rank(self, player=ANN):
        return await self.records.rank(player, PEAK.name)

    def watch(self, caller: Caller, query: m.WatchScore = SINCE) -> None:
        self.watch_score(cast(ClientSession, caller), query)


@pytest.fixture
async def feed(climb):
    made = Feed()
    await made.records.keep([WON], [between(ANN, BEN)])
    yield made
    await made.tasks.aclose()


@pytest.fixture
def ann() -> Caller:
    return Caller()


async def idle():
    for _ in range(5):
        await asyncio.sleep(0)


def score(won: int, lost: int = 0, since: int = 0) -> m.Score:
    return m.Score(since=since, won=won, tied=0, lost=lost)


# Ratings.


async def test_who_comes_is_looked_up_in_every_rated_game_and_of_who_has_played_none_nothing_is_told(feed):
    feed.add_player(ANN)
    feed.add_player(CLEO)
    await idle()
    assert feed.ratings == [(ANN, PEAK.name, await feed.rank())]


async def test_a_game_that_is_kept_counts_at_once_for_who_is_here(feed):
    feed.add_player(ANN)
    await idle()
    await feed.records.keep((), in_a_row(between(ANN, BEN), between(ANN, BEN)))
    feed.renew(PEAK.name, (ANN, BEN))
    await idle()
    assert [(player, rating.games) for player, _, rating in feed.ratings] == [(ANN, 1), (ANN, 2)]


async def test_what_is_to_be_looked_up_in_one_turn_is_in_one_job(feed):
    feed.add_player(ANN)
    feed.add_player(BEN)
    feed.renew(PEAK.name, (ANN, BEN))
    before = feed.records.looked_up
    await idle()
    assert (feed.records.looked_up - before, {player for player, *_ in feed.ratings}) == (1, {ANN, BEN})


async def test_of_who_is_gone_nothing_is_told_even_where_it_was_just_being_looked_up(feed):
    feed.add_player(BEN)
    feed.remove_player(BEN)
    feed.remove_player(BEN)
    await idle()
    assert feed.ratings == []


async def test_where_the_disk_refuses_no_rating_is_told_and_nothing_fails(feed, caplog):
    feed.records.refuse_reads(1)
    feed.add_player(ANN)
    await idle()
    assert (feed.ratings, caplog.text) == ([], "")
    feed.renew(PEAK.name, (ANN,))
    await idle()
    assert feed.ratings == [(ANN, PEAK.name, await feed.rank())]


# Scores.


async def test_who_watches_the_score_is_told_and_told_again_when_a_game_of_theirs_is_kept(feed, ann):
    feed.watch(ann)
    await idle()
    await feed.records.keep([LOST])
    feed.renew(PEAK.name, (ANN, BEN))
    await idle()
    assert ann.heard == [score(1), score(1, 1)]


async def test_who_has_gone_is_told_no_score(feed, ann):
    feed.watch(ann)
    feed.end_watch(cast(ClientSession, ann))
    feed.renew(PEAK.name, (ANN, BEN))
    await idle()
    assert ann.heard == []


async def test_each_of_a_players_connections_is_told_the_score_that_it_asked_for(feed, ann):
    visit = Caller()
    feed.watch(ann)
    feed.watch(visit, m.WatchScore(since=2**40))
    await idle()
    assert (ann.heard, visit.heard) == ([score(1)], [score(0, since=2**40)])


async def test_the_newest_question_is_the_one_that_is_answered(feed, ann):
    feed.watch(ann)
    feed.watch(ann, m.WatchScore(since=2**40))
    await idle()
    feed.renew(PEAK.name, (ANN,))
    await idle()
    assert ann.heard == [score(0, since=2**40)] * 2


async def test_where_the_disk_refuses_the_score_it_is_said_and_the_next_game_is_told(feed, ann):
    feed.records.refuse_reads(1)
    feed.watch(ann)
    await idle()
    feed.renew(PEAK.name, (ANN,))
    await idle()
    assert ann.heard == [(UNAVAILABLE, SINCE), score(1)]
