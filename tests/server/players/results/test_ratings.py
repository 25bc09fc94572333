"""What an archive does: everybody finds their own games, and what all of them come to."""

from __future__ import annotations

from dataclasses import replace

import pytest

from protocol import messages as m
from server.players.results.game_record import COMPUTER, RatedPlayer
from server.players.results.glicko2 import UNKNOWN, GlickoRating, GlickoResult, update_rating
from server.players.results.ratings import (
    COMPUTER_DEVIATION,
    COUNTS_FROM,
    LEADERS,
    OPPONENTS,
    PAGE_GAMES,
    RATED_A_DAY,
    REACH,
    HeadToHead,
    PlayerRating,
    best_rating,
    rate_game,
    rating_in,
)
from server.storage.sql.ratings import LEADING
from server.storage.sql.records import SqlResultStore
from tests.support.builders.game_records import ANN, BEN, CLEO, PLODDER, between, in_a_row

pytestmark = pytest.mark.slow


@pytest.fixture
def records(database) -> SqlResultStore:
    return SqlResultStore(database)


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


NO_NEWCOMER = PlayerRating(UNKNOWN, games=COUNTS_FROM - 1)


def rated_before(deviation, value=1600.0, games=30):
    return PlayerRating(GlickoRating(value, deviation), games=games)


def test_a_newcomer_and_another_become_surer_where_they_are():
    ratings = rate_game(between(ANN, BEN), {RatedPlayer(ANN): NO_NEWCOMER, RatedPlayer(BEN): NO_NEWCOMER})
    for player, other, score in ((ANN, "ben", 1.0), (BEN, "ann", 0.0)):
        rank = ratings[RatedPlayer(player)]
        after = update_rating(UNKNOWN, [GlickoResult(UNKNOWN, score)])
        assert rank.rating == after._replace(value=UNKNOWN.value)
        assert (rank.change, rank.games, rank.room, rank.number) == (0, COUNTS_FROM, "KQFM", 1)
        assert rank.note == f"Your rating is unchanged, but more certain: yours or {other}'s is provisional."


def test_a_newcomers_game_makes_their_own_rating_alone_more_certain():
    ratings = rate_game(between(ANN, BEN), {RatedPlayer(ANN): NO_NEWCOMER})
    ann, ben = ratings[RatedPlayer(ANN)], ratings[RatedPlayer(BEN)]
    unchanged = "Your rating is unchanged: ben is new to rated games."
    assert (ann.rating, ann.games, ann.note) == (UNKNOWN, COUNTS_FROM, unchanged)
    assert (ben.rating.deviation < UNKNOWN.deviation, ben.games) == (True, 1)


@pytest.mark.parametrize(
    ("own", "other", "changes"), [(60.0, 109.0, True), (60.0, 111.0, False), (109.0, 111.0, False)]
)
def test_who_is_ranked_is_changed_only_by_others_who_are(own, other, changes):
    before = {RatedPlayer(ANN): rated_before(own), RatedPlayer(BEN): rated_before(other)}
    ann = rate_game(between(BEN, ANN), before)[RatedPlayer(ANN)]
    assert (ann.change < 0, ann.games) == (changes, 31)
    assert (ann.rating.deviation != own) == changes
    assert ann.note == ("" if changes else "Your rating is unchanged: ben's is still too uncertain to count.")


@pytest.mark.parametrize("other", [60.0, 300.0])
@pytest.mark.parametrize(
    ("own", "won", "change"),
    [(own, True, 1) for own in (1300, 1495)]
    + [(own, won, 0) for own, won in ((1500, True), (1650, True), (1300, False), (1500, False))]
    + [(own, False, -1) for own in (1505, 1650)],
)
def test_while_one_is_provisional_people_move_a_rating_only_towards_the_beginning(other, own, won, change):
    before = {RatedPlayer(ANN): rated_before(300.0, own), RatedPlayer(BEN): rated_before(other, 1700.0)}
    ann = rate_game(between(ANN, BEN, winners=(0 if won else 1,)), before)[RatedPlayer(ANN)]
    assert (ann.change > 0) - (ann.change < 0) == change
    assert min(own, UNKNOWN.value) <= ann.rating.value <= max(own, UNKNOWN.value)
    assert ann.rating.deviation < 300.0
    unchanged = "Your rating is unchanged, but more certain: yours or ben's is provisional."
    assert ann.note == ("" if change else unchanged)


@pytest.mark.parametrize("winners", [(0,), (1,), (0, 1)])
@pytest.mark.parametrize(("own", "other"), [(60.0, 60.0), (105.0, 40.0), (40.0, 105.0)])
@pytest.mark.parametrize("gap", [-250.0, 0.0, 100.0])
def test_what_one_ranked_player_gains_the_other_loses(winners, own, other, gap):
    before = {RatedPlayer(ANN): rated_before(own, 1500 + gap), RatedPlayer(BEN): rated_before(other, 1500.0)}
    after = rate_game(between(ANN, BEN, winners=winners), before)
    ann, ben = after[RatedPlayer(ANN)], after[RatedPlayer(BEN)]
    assert ann.change == -ben.change
    assert (ann.change == 0) == (gap == 0 and len(winners) == 2)
    sure, opponent, score = (ANN, BEN, winners) if own <= other else (BEN, ANN, [1 - seat for seat in winners])
    score = {(0,): 1.0, (1,): 0.0}.get(tuple(score), 0.5)
    full = update_rating(before[RatedPlayer(sure)].rating, [GlickoResult(before[RatedPlayer(opponent)].rating, score)])
    assert after[RatedPlayer(sure)].rating.value == pytest.approx(full.value)


async def test_two_newcomers_count_for_each_other_from_the_fifth_of_their_games_on(records):
    counted = []
    for number in range(1, COUNTS_FROM + 2):
        await records.keep([], [between(ANN, BEN, number=number, winners=(number % 2,))])
        ranks = [await records.rank(player, "peak") for player in (ANN, BEN)]
        counted.append([(rank.games, rank.rating.deviation < UNKNOWN.deviation) for rank in ranks])
    assert counted == [[(number, number >= COUNTS_FROM)] * 2 for number in range(1, COUNTS_FROM + 2)]


@pytest.mark.parametrize(
    ("above", "score", "change"), [(299, 1, 1), (300, 1, 0), (400, 1, 0), (400, 0.5, -1), (400, 0, -1)]
)
def test_a_win_lifts_nobody_more_than_a_reach_above_an_opponent(above, score, change):
    before = {
        RatedPlayer(ANN): PlayerRating(GlickoRating(1500.0 + above, 60.0), games=80),
        RatedPlayer(BEN): PlayerRating(GlickoRating(1500.0, 60.0), games=80),
    }
    winners = {1: (0,), 0.5: (0, 1), 0: (1,)}[score]
    after = rate_game(between(ANN, BEN, winners=winners), before)
    ann, ben = after[RatedPlayer(ANN)], after[RatedPlayer(BEN)]
    assert (ann.change > 0) - (ann.change < 0) == change
    assert ann.rating.value <= 1500 + max(above, REACH)
    assert ben.change == -ann.change
    for rank, other in ((ann, "ben"), (ben, "ann")):
        unchanged = f"Your rating is unchanged: yours and {other}'s are 300 or more apart."
        assert rank.note == ("" if change else unchanged)


@pytest.mark.parametrize(("own", "change"), [(1650.0, 1), (1700.0, 0), (1750.0, 0)])
def test_a_win_over_a_computer_lifts_nobody_more_than_a_reach_above_it(own, change):
    game = between(ANN, PLODDER, computer_rating=1400.0)
    ann = rate_game(game, {RatedPlayer(ANN): rated_before(60.0, own)})[RatedPlayer(ANN)]
    assert (ann.change > 0) - (ann.change < 0) == change
    assert ann.note == ("" if change else "Your rating is unchanged: yours and plodder's are 300 or more apart.")


def test_no_game_changes_a_computers_rating():
    game = between(ANN, PLODDER, computer_rating=1400.0)
    ratings = rate_game(game, {PLODDER: PlayerRating(GlickoRating(2500.0, 60.0), games=200)})
    fixed = GlickoRating(1400.0, COMPUTER_DEVIATION)
    assert {player: rank.rating for player, rank in ratings.items()} == {
        RatedPlayer(ANN): update_rating(UNKNOWN, [GlickoResult(fixed, 1.0)])
    }


async def test_two_who_play_on_after_a_days_games_are_told_that_they_are_not_rated(records):
    await records.keep([], in_a_row(*[between(ANN, BEN), between(BEN, ANN)] * (RATED_A_DAY // 2)))
    before = await records.rank(ANN, "peak")
    await records.keep([], [between(BEN, ANN, number=RATED_A_DAY + 1)])
    after = await records.rank(ANN, "peak")
    assert (after.rating, after.games, after.change) == (before.rating, RATED_A_DAY, 0.0)
    assert (before.note, after.note) == ("", "Not rated: you and ben have already played 20 rated games today.")
    assert after.number == RATED_A_DAY + 1
    assert [kept.game.rated for kept in await records.games(ANN, sought())][:2] == [False, True]


async def test_a_days_games_are_those_of_one_pair_in_one_game(records):
    await records.keep([], in_a_row(*[between(ANN, BEN)] * RATED_A_DAY))
    await records.keep([], in_a_row(between(ANN, CLEO, room="KQFM-2"), between(ANN, BEN, game="climb", room="KQFM-2")))
    assert [kept.game.rated for kept in await records.games(ANN, sought())][:2] == [True, True]


async def test_the_next_day_two_are_rated_again(database, records):
    await records.keep([], in_a_row(*[between(ANN, BEN)] * RATED_A_DAY))
    await database.run(lambda connection: connection.execute("UPDATE encounters SET day = day - 1").rowcount)
    await records.keep([], [between(ANN, BEN, room="KQFM-2")])
    assert (await records.rank(ANN, "peak")).games == RATED_A_DAY + 1


async def test_two_from_one_address_are_told_that_their_game_is_not_rated(records):
    await records.keep([], [between(ANN, BEN, shares_address=True)])
    rank = await records.rank(BEN, "peak")
    assert (rank.rating, rank.games) == (UNKNOWN, 0)
    assert rank.note == "Not rated: you and ann play from the same address."
    assert [kept.game.rated for kept in await records.games(ANN, sought())] == [False]
    assert await records.leaders("peak") == []


async def test_ratings_follow_from_the_games_in_their_order(records):
    games = in_a_row(between(ANN, BEN), between(BEN, ANN), between(ANN, PLODDER, winners=(1,)), between(BEN, PLODDER))
    expected = {}
    for game in games:
        await records.keep([], [game])
        expected |= rate_game(game, expected)
    for player in (ANN, BEN):
        assert await records.rank(player, "peak") == expected[RatedPlayer(player)]
    assert dict(await records.leaders("peak")) == expected


async def test_games_that_are_kept_together_come_to_the_same_as_one_after_the_other(records):
    dave, eve = 11, 12
    wins = [ANN, BEN, ANN, PLODDER, BEN] * 20

    def played(one: int, other: int, room: str):
        places = {ANN: between(one, other), BEN: between(other, one), PLODDER: between(one, PLODDER, winners=(1,))}
        return [replace(places[win], room=room, number=number) for number, win in enumerate(wins, start=1)]

    await records.keep([], [*(together := played(ANN, BEN, "KQFM-1")), *together[:3]])
    for game in played(dave, eve, "KQFM-2"):
        await records.keep([], [game])
    for one, other in ((ANN, dave), (BEN, eve)):
        names = {"name": "", "note": ""}
        assert replace(await records.rank(one, "peak"), **names) == replace(await records.rank(other, "peak"), **names)
        ((_, scores), (_, others)) = [
            zip(*await records.encounters(player, "peak"), strict=True) for player in (one, other)
        ]
        assert [replace(met, name="") for met in scores] == [replace(met, name="") for met in others]
        assert await numbers(records, one) == await numbers(records, other)
        rated = [[kept.game.rated for kept in await records.games(player, sought())] for player in (one, other)]
        assert rated[0] == rated[1]
        assert not all(rated[0])


async def test_leaders_are_people_the_highest_first_and_provisional_ones_last(records):
    even = [between(ANN, PLODDER), between(PLODDER, ANN)] * 10
    better = [between(BEN, PLODDER)] * 9 + [between(PLODDER, BEN)] * 9
    await records.keep([], in_a_row(*even, *better, between(CLEO, PLODDER)))
    leaders = await records.leaders("peak")
    assert [rank.is_provisional for _, rank in leaders] == [False, False, True]
    assert {rival for rival, _ in leaders[:2]} == {RatedPlayer(ANN), RatedPlayer(BEN)}
    assert leaders[0][1].rating.value >= leaders[1][1].rating.value
    assert leaders[2][0] == RatedPlayer(CLEO)


async def test_few_leaders_and_opponents_are_told_of(records):
    crowd = [between(ANN, 100 + number) for number in range(LEADERS + 5)]
    await records.keep([], in_a_row(*crowd))
    assert len(await records.leaders("peak")) == LEADERS
    assert len(await records.encounters(ANN, "peak")) == OPPONENTS


async def test_leaders_are_read_off_an_index_however_many_are_rated(sqlite_database):
    records = SqlResultStore(sqlite_database)
    await records.keep([], [between(ANN, BEN)])
    query = f"EXPLAIN QUERY PLAN {LEADING}"
    plan = await sqlite_database.run(lambda connection: connection.execute(query, ("peak",)).fetchall())
    assert [step for *_, step in plan] == ["SEARCH ranks USING INDEX ranking (game=?)"]


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
