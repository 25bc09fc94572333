"""What an archive does: everybody finds their own games, and what all of them come to."""

from __future__ import annotations

from dataclasses import replace

import pytest

from protocol import messages as m
from server.players.results.game_record import COMPUTER, RatedPlayer
from server.players.results.glicko2 import UNKNOWN, GlickoRating, GlickoResult, update_rating
from server.players.results.ratings import (
    LEADERS,
    OPPONENTS,
    PAGE_GAMES,
    HeadToHead,
    PlayerRating,
    best_rating,
    rate_game,
    rating_in,
)
from server.storage.sqlite.records import SqliteResultStore
from tests.support.builders.game_records import ANN, BEN, CLEO, PLODDER, between, in_a_row

pytestmark = pytest.mark.slow


@pytest.fixture
def records(database) -> SqliteResultStore:
    return SqliteResultStore(database)


def sought(game=None, room=None, before=None):
    return m.GetHistory(ref=1, game=game, room=room, before=before)


async def numbers(records, player, **wanted):
    return [kept.game.number for kept in await records.games(player, sought(**wanted))]


# Games.


async def test_a_game_comes_back_as_it_was_kept_with_ones_own_seat(records):
    game = between(ANN, BEN, winners=(1,))
    await records.keep([], [game])
    for player, seat in ((ANN, 0), (BEN, 1)):
        ((_, _, told, own),) = await records.games(player, sought())
        assert (told, own) == (game, seat)


async def test_games_come_newest_first_and_only_ones_own(records):
    await records.keep([], in_a_row(between(ANN, BEN), between(BEN, CLEO), between(ANN, PLODDER), between(ANN, CLEO)))
    assert await numbers(records, ANN) == [4, 3, 1]
    assert await numbers(records, CLEO) == [4, 2]
    assert await numbers(records, COMPUTER) == []


async def test_games_can_be_sought_by_game_and_by_table(records):
    here, there = between(ANN, BEN), between(ANN, BEN, room="ABCD-1", code="ABCD", number=5)
    await records.keep([], [here, there, between(ANN, BEN, game="climb", number=7)])
    assert await numbers(records, ANN, game="peak") == [5, 1]
    assert await numbers(records, ANN, room="KQFM") == [7, 1]
    assert await numbers(records, ANN, game="climb", room="ABCD") == []


async def test_there_is_one_game_more_than_a_page_where_there_are_others_and_they_come_behind_it(records):
    await records.keep([], in_a_row(*[between(ANN, BEN)] * (PAGE_GAMES + 3)))
    first = await records.games(ANN, sought())
    assert len(first) == PAGE_GAMES + 1
    assert await numbers(records, ANN, before=first[PAGE_GAMES - 1].past) == [3, 2, 1]
    assert await numbers(records, ANN, before=0) == []


async def test_a_game_kept_again_counts_once(records):
    games = in_a_row(between(ANN, BEN), between(ANN, BEN))
    for _ in range(3):
        await records.keep([], games)
    await records.keep([], [replace(games[0], rivals=games[0].rivals[::-1])])
    assert await numbers(records, ANN) == [2, 1]
    assert (await records.rank(ANN, "peak")).games == 2
    assert await records.encounters(ANN, "peak") == [(RatedPlayer(BEN), HeadToHead("ben", 2, 2, 0))]


async def test_only_who_played_a_game_is_told_where_it_stands(records):
    await records.keep([], [between(ANN, BEN)])
    ((past, *_),) = await records.games(ANN, sought())
    assert await records.place(ANN, past) == ("KQFM-1", 1)
    assert await records.place(CLEO, past) is None
    assert await records.place(ANN, past + 1) is None
    assert await records.place(ANN, 0) is None


# Ratings.


async def test_nobody_has_a_rating_before_the_first_rated_game(records):
    await records.keep([], [between(ANN, BEN, rated=False)])
    assert await records.rank(ANN, "peak") is None
    assert await records.leaders("peak") == []


async def test_both_are_rated_by_what_the_other_was_before(records):
    await records.keep([], [between(ANN, BEN)])
    for player, score in ((ANN, 1.0), (BEN, 0.0)):
        rank = await records.rank(player, "peak")
        assert rank.rating == update_rating(UNKNOWN, [GlickoResult(UNKNOWN, score)])
        assert rank.change == rank.rating.value - UNKNOWN.value
        assert (rank.games, rank.room, rank.number) == (1, "KQFM", 1)


async def test_ratings_follow_from_the_games_in_their_order(records):
    games = in_a_row(between(ANN, BEN), between(BEN, ANN), between(ANN, PLODDER, winners=(1,)), between(BEN, PLODDER))
    expected = {}
    for game in games:
        await records.keep([], [game])
        expected |= rate_game(game, expected)
    for player in (ANN, BEN):
        assert await records.rank(player, "peak") == expected[RatedPlayer(player)]
    assert dict(await records.leaders("peak")) == expected


async def test_a_level_is_rated_in_each_game_by_itself(records):
    await records.keep([], [between(ANN, PLODDER), between(ANN, PLODDER, game="climb", number=2)])
    for game in ("peak", "climb"):
        ranks = dict(await records.leaders(game))
        assert (ranks[PLODDER].name, ranks[PLODDER].games) == ("plodder", 1)


async def test_leaders_come_highest_first_and_provisional_ones_last(records):
    await records.keep([], in_a_row(*[between(ANN, PLODDER), between(PLODDER, ANN)] * 10, between(BEN, CLEO)))
    leaders = await records.leaders("peak")
    assert [rank.is_provisional for _, rank in leaders] == [False, False, True, True]
    assert [rival for rival, _ in leaders[2:]] == [RatedPlayer(BEN), RatedPlayer(CLEO)]
    assert leaders[0][1].rating.value >= leaders[1][1].rating.value


async def test_few_leaders_and_opponents_are_told_of(records):
    crowd = [between(ANN, RatedPlayer(COMPUTER, f"level-{number}")) for number in range(LEADERS + 5)]
    await records.keep([], in_a_row(*crowd))
    assert len(await records.leaders("peak")) == LEADERS
    assert len(await records.encounters(ANN, "peak")) == OPPONENTS


# Opponents.


async def test_whom_one_has_played_against_is_counted_from_the_most(records):
    played = [between(ANN, PLODDER, winners=(1,)), *[between(ANN, BEN, winners=(0, 1))] * 2, between(BEN, ANN)]
    await records.keep([], in_a_row(*played))
    assert await records.encounters(ANN, "peak") == [
        (RatedPlayer(BEN), HeadToHead("ben", 3, 0, 1)),
        (PLODDER, HeadToHead("plodder", 1, 0, 1)),
    ]
    assert await records.encounters(ANN, "climb") == []


async def test_at_a_table_of_three_everybody_has_met_everybody(records):
    await records.keep([], [between(ANN, BEN, CLEO, winners=(2,))])
    assert dict(await records.encounters(BEN, "peak")) == {
        RatedPlayer(ANN): HeadToHead("ann", 1, 0, 0),
        RatedPlayer(CLEO): HeadToHead("cleo", 1, 0, 1),
    }


# Ratings beside names.


KNOWN = {
    ANN: {
        "blocky": PlayerRating(GlickoRating(1489.6, 80.0), games=20),
        "tower_blaster": PlayerRating(GlickoRating(1611.2, 290.0), games=1),
    },
    BEN: {},
}


SURE = m.RatingBadge(game="blocky", rating=1490, provisional=False)
UNSURE = m.RatingBadge(game="tower_blaster", rating=1611, provisional=True)


def test_a_rating_is_told_in_whole_points_of_the_game_that_is_asked_about():
    assert [rating_in(KNOWN, ANN, game) for game in ("blocky", "tower_blaster")] == [SURE, UNSURE]


@pytest.mark.parametrize(
    ("player", "game"),
    [(None, "blocky"), (99, "blocky"), (BEN, "blocky"), (ANN, "war")],
    ids=["a computer", "not here", "without a rated game", "without one of that game"],
)
def test_where_no_rating_is_known_none_is_told(player, game):
    assert rating_in(KNOWN, player, game) is None


@pytest.mark.parametrize(("player", "badge"), [(ANN, SURE), (BEN, None), (99, None)])
def test_a_person_goes_by_the_rating_that_is_known_best(player, badge):
    assert best_rating(KNOWN, player) == badge
