"""What is kept of games comes to scores, standings and solutions."""

from __future__ import annotations

import asyncio

import pytest
from msgspec.structs import replace

from server.players.results.records import (
    PlayerStats,
    ResultRow,
    Solution,
    WinCount,
)
from server.storage.sql.records import SqlResultStore

pytestmark = pytest.mark.slow

ANN, BEN, CLEO = 1, 2, 3
WON = ResultRow("KQFM-1", 1, 0, ANN, "ann", "peak", "48213", 110, 90.5, True, True, "ab")  # noqa: FBT003 - in its order
LOST = replace(WON, won=False, solved=False, line="")


def games(*records: ResultRow) -> list[ResultRow]:
    """The records, of games that follow each other."""
    return [replace(record, number=number) for number, record in enumerate(records, start=1)]


@pytest.fixture
def records(database) -> SqlResultStore:
    return SqlResultStore(database)


# Scores.


async def test_a_score_tells_games_won_from_those_tied_and_lost(records):
    tied, agreed = replace(WON, tied=True), replace(LOST, tied=True)
    others = [replace(WON, player=BEN, seat=1, number=9)]
    await records.keep([*games(WON, LOST, WON, tied, agreed, WON), *others])
    assert await records.score(ANN, 0) == WinCount(won=3, tied=2, lost=1)
    assert await records.score(CLEO, 0) == WinCount()


async def test_a_score_counts_what_was_kept_since_then_alone(records):
    await records.keep([WON])
    assert await records.score(ANN, 2**40) == WinCount()


async def test_a_game_that_is_kept_twice_is_in_the_score_once(records):
    await records.keep([WON])
    await records.keep([WON])
    assert await records.score(ANN, 0) == WinCount(won=1)


# Standings.


async def test_a_standing_counts_games_played_and_won_and_times_and_moves_of_those_solved(records):
    await records.keep(games(WON, LOST, replace(WON, moves=100, seconds=200.0), replace(WON, moves=150, seconds=60.0)))
    standing = await records.standing(ANN, "peak")
    assert (standing.played, standing.won, standing.solved) == (4, 3, 3)
    assert (standing.best_moves, standing.total_moves) == (100, 360)
    assert (standing.best_s, standing.total_s) == (60.0, 350.5)


async def test_a_race_won_because_the_others_gave_up_has_no_moves_to_compare(records):
    await records.keep([replace(WON, moves=1, seconds=1.0, solved=False, line="")])
    standing = await records.standing(ANN, "peak")
    assert (standing.won, standing.streak, standing.solved, standing.best_moves, standing.best_s) == (
        1,
        1,
        0,
        None,
        None,
    )


@pytest.mark.parametrize(
    ("results", "streak", "longest"),
    [
        ("", 0, 0),
        ("w", 1, 1),
        ("l", 0, 0),
        ("wwl", 0, 2),
        ("wlww", 2, 2),
        ("wwwlww", 2, 3),
        ("lwwwwl", 0, 4),
    ],
)
async def test_a_streak_is_of_games_won_in_a_row_as_they_were_kept(records, results, streak, longest):
    for record in games(*[WON if result == "w" else LOST for result in results]):
        await records.keep([record])
    standing = await records.standing(ANN, "peak")
    assert (standing.streak, standing.longest) == (streak, longest)


async def test_every_player_and_every_game_stands_alone(records):
    await records.keep(
        [WON, replace(LOST, seat=1, player=BEN, name="ben"), replace(LOST, room="ABCD-1", game="war", deal="")]
    )
    assert (await records.standing(ANN, "peak")).won == 1
    for player, game in ((BEN, "peak"), (ANN, "war")):
        standing = await records.standing(player, game)
        assert (standing.played, standing.won) == (1, 0)
    assert await records.standing(BEN, "war") == PlayerStats()


async def test_records_of_different_seats_are_different_ones(records):
    await records.keep([WON, replace(WON, seat=1)])
    assert (await records.standing(ANN, "peak")).played == 2


async def test_a_record_kept_again_is_kept_once_as_it_was_first(records):
    again = replace(WON, moves=1, won=False)
    await records.keep([WON, again])
    for _ in range(3):
        await records.keep([again, *games(WON, LOST)])
    standing = await records.standing(ANN, "peak")
    assert (standing.played, standing.won, standing.best_moves, standing.streak) == (2, 1, 110, 0)
    assert await records.solution("peak", "48213", ANN) == Solution(110, "ann", "ab")


async def test_what_is_just_being_kept_is_counted_for_who_asks_afterwards(records):
    keeping = [asyncio.ensure_future(records.keep([record])) for record in games(*[WON] * 20)]
    await asyncio.sleep(0)
    assert (await records.standing(ANN, "peak")).played == 20
    await asyncio.gather(*keeping)


# Solutions.


async def test_a_deal_that_nobody_solved_has_no_solution(records):
    await records.keep([LOST])
    assert await records.solution("peak", "48213", ANN) is None


async def test_the_best_solution_has_the_fewest_moves_and_came_first(records):
    solved = (
        WON,
        replace(WON, player=BEN, name="ben", moves=99, line="bb"),
        replace(WON, player=CLEO, name="cleo", moves=99, line="cc"),
        replace(WON, moves=3, deal="7"),
        replace(WON, moves=2, game="war"),
        replace(LOST, moves=1),
    )
    await records.keep(games(*solved))
    assert await records.solution("peak", "48213", ANN) == Solution(99, "ben", "bb")


async def test_a_solution_is_shown_to_who_has_played_the_deal_to_an_end(records):
    await records.keep(games(WON, replace(LOST, player=BEN), replace(WON, player=CLEO, deal="7")))
    assert await records.solution("peak", "48213", BEN) == Solution(110, "ann", "ab")
    assert await records.solution("peak", "48213", CLEO) == Solution(110, "ann", "")


async def test_games_whose_deals_have_no_names_have_no_solutions(records):
    await records.keep([replace(WON, deal="", line="")])
    assert await records.solution("peak", "", ANN) is None


@pytest.mark.parametrize("deal", ["'; DROP TABLE records; --", "deal 7 ♠", "\x00", "x" * 1000])
async def test_any_text_names_a_deal(records, deal):
    await records.keep([replace(WON, deal=deal)])
    assert await records.solution("peak", deal, ANN) == Solution(110, "ann", "ab")
    assert await records.solution("peak", f"{deal} ", ANN) is None
