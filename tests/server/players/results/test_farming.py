"""What a rating comes to that somebody makes for themselves, with accounts that are theirs or against the computer.

Where computers were rated like people and every account counted at once, the first two of these farms came to 2818 and
2162. Where accounts counted as soon as they were known, however far below, others came to 1820, 1960, 2240, and a row
of accounts that each beat the one before rose by 300 an account without end. Now accounts that are not ranked are worth
nothing, and those that are pay for what they lift, and lift nobody more than `REACH` above themselves.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import chain, pairwise
from random import Random
from typing import Any

import pytest

from engines import catalog
from server.players.results.game_record import COMPUTER, GameRecord, RatedPlayer
from server.players.results.ratings import COUNTS_FROM, RATED_A_DAY, REACH
from server.storage.sql.records import SqlResultStore
from tests.support.builders.game_records import between, in_a_row

pytestmark = pytest.mark.slow

MAIN, OTHER = 1, 2
FARM = 1000
"""The account whose rating is made, another, and the first of those that are thrown away."""
RANDOM = RatedPlayer(COMPUTER, "random")
MIDDLE = RatedPlayer(COMPUTER, "wise-4")


@pytest.fixture
def records(sqlite_database) -> SqlResultStore:
    return SqlResultStore(sqlite_database)


def person(number: int) -> RatedPlayer:
    return RatedPlayer(number)


def throw_aways(number: int) -> list[RatedPlayer]:
    return [person(FARM + each) for each in range(number)]


def won(winner: RatedPlayer, loser: RatedPlayer, **changes: Any) -> GameRecord:
    """A game of Blocky that counts, as far as its table goes."""
    for level in (rival.level for rival in (winner, loser) if rival.player == COMPUTER):
        changes["computer_rating"] = catalog.find("blocky").bots.rating_of(level)
    return between(winner, loser, game="blocky", **changes)


async def made(records: SqlResultStore, games: Iterable[GameRecord], player: int = MAIN) -> float:
    """What an account is rated at once these games are stored, in their order."""
    await records.keep([], [replace(game, room=f"KQFM-{player}") for game in in_a_row(*games)])
    return (await records.rank(player, "blocky")).rating.value


async def test_a_level_fed_by_throw_aways_is_worth_no_more_to_beat(records):
    honest = await made(records, [won(person(OTHER), RANDOM)] * 15, OTHER)
    fed = [won(RANDOM, each) for each in throw_aways(200)]
    assert await made(records, [*fed, *[won(person(MAIN), RANDOM)] * 15]) == honest == 1500


async def test_new_accounts_that_resign_after_a_move_are_worth_nothing(records):
    assert await made(records, [won(person(MAIN), each) for each in throw_aways(30)]) == 1500


async def test_thirty_accounts_from_elsewhere_that_lose_five_games_are_worth_nothing(records):
    rounds = [won(person(MAIN), each) for each in throw_aways(30) for _ in range(COUNTS_FROM)]
    assert await made(records, rounds) == 1500


@pytest.mark.parametrize("lost", [1, 5])
async def test_accounts_that_beat_the_weakest_computer_first_are_worth_nothing(records, lost):
    rounds = [
        game for each in throw_aways(30) for game in [*[won(each, RANDOM)] * 5, *[won(person(MAIN), each)] * lost]
    ]
    assert await made(records, rounds) == 1500


async def test_accounts_that_have_lifted_one_another_are_worth_nothing_until_they_are_ranked(records):
    pairs = zip(throw_aways(30)[::2], throw_aways(30)[1::2], strict=True)
    among = [game for one, other in pairs for game in [won(one, other), won(other, one)] * COUNTS_FROM]
    rounds = [won(person(MAIN), each) for each in throw_aways(30) for _ in range(COUNTS_FROM)]
    assert await made(records, [*among, *rounds]) == 1500


@pytest.mark.parametrize("lost", [1, 5])
async def test_accounts_that_have_become_known_lift_nobody_far_above_what_they_have_shown(records, lost):
    known = [[won(each, MIDDLE), won(MIDDLE, each)] * 6 for each in throw_aways(30)]
    rounds = [won(person(MAIN), each) for each in throw_aways(30) for _ in range(lost)]
    assert await made(records, [*chain(*known), *rounds]) <= 1500 + REACH


async def test_accounts_that_became_known_by_losing_are_worth_nothing(records):
    known = [[won(RANDOM, each)] * 12 for each in throw_aways(30)]
    rounds = [won(person(MAIN), each) for each in throw_aways(30) for _ in range(COUNTS_FROM)]
    assert await made(records, [*chain(*known), *rounds]) == 1500


def known_to_one_another(number: int) -> list[GameRecord]:
    """Games that rank so many accounts, each with another."""
    pairs = zip(throw_aways(number)[::2], throw_aways(number)[1::2], strict=True)
    return [game for one, other in pairs for game in [won(one, other), won(other, one)] * (RATED_A_DAY // 2)]


async def test_a_row_of_accounts_that_each_beat_the_one_before_comes_to_an_end(records):
    row = [*throw_aways(12), person(MAIN)]
    lifted = [won(after, before) for before, after in pairwise(row) for _ in range(RATED_A_DAY)]
    assert await made(records, lifted) <= 1500 + REACH


@pytest.mark.parametrize("doublings", [2, 3, 4])
async def test_whoever_climbs_half_a_reach_needs_twice_as_many_ranked_accounts(records, doublings):
    """The best way that we know: of two rated alike one loses all games to the other, and so on with winners."""
    games, left = known_to_one_another(2**doublings), throw_aways(2**doublings)
    while len(left) > 1:
        half = len(left) // 2
        games += [won(one, other) for one, other in zip(left[:half], left[half:], strict=True)] * RATED_A_DAY
        left = left[:half]
    assert 1500 < await made(records, games, left[0].player) <= 1500 + doublings * (REACH / 2 + 1)


async def test_all_the_points_of_ranked_accounts_stay_what_they_were(records):
    chance, crowd = Random(7), throw_aways(12)
    pairs = [chance.sample(crowd, 2) for _ in range(400)]
    games = [*known_to_one_another(12), *(won(one, other) for one, other in pairs)]
    await records.keep([], in_a_row(*games))
    values = [(await records.rank(each.player, "blocky")).rating.value for each in crowd]
    assert max(values) - min(values) > 50
    assert sum(values) == pytest.approx(12 * 1500)


async def test_who_is_known_well_is_fed_by_nobody_who_is_not(records):
    alone, known = [[won(person(each), MIDDLE), won(MIDDLE, person(each))] * 10 for each in (OTHER, MAIN)]
    fed = [won(person(MAIN), each) for each in throw_aways(30) for _ in range(COUNTS_FROM)]
    assert await made(records, [*known, *fed]) == await made(records, alone, OTHER)


async def test_one_account_is_worth_no_more_than_a_days_games(records):
    beaten = await made(records, [won(person(MAIN), person(FARM))] * RATED_A_DAY)
    assert await made(records, [won(person(MAIN), person(FARM))] * 200) == beaten <= 1500 + REACH / 2


async def test_accounts_of_ones_own_address_are_worth_nothing(records):
    games = [won(person(MAIN), each, shares_address=True) for each in throw_aways(30) for _ in range(COUNTS_FROM)]
    assert await made(records, games) == 1500
