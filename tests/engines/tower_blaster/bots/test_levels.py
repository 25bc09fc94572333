"""Tower Blaster's computer players: what they do in positions worked out by hand, and how strong they are."""

from __future__ import annotations

import pytest

from bench.computers.tower_players import expect, sort_plainly
from engines.chance import Chance
from engines.tower_blaster import rules
from engines.tower_blaster.bots.levels import count, draw, foresee, settle, tidy
from engines.tower_blaster.view import Options, Reject, Take, is_stable, legal, text
from tests.support.games.towers import TOPSY, UPSIDE_DOWN, play, table

pytestmark = pytest.mark.slow

CHANCE = Chance.from_seed(bytes(32), "unused")
PLAYERS = [draw, tidy, settle, count, foresee]
PATIENCE = 400
"""Turns, both seats' together, in which a tower is finished if nobody interferes."""


def chosen(choose, state):
    return text(choose(rules.view(state, state.mover), CHANCE))


def idle(view, chance):
    return Take("pile") if view.source is None else Reject()


def any_move(view, chance):
    return chance.choice(legal(view))


def game(number, *players, turn_limit=PATIENCE):
    """A whole game between computers, from a seed of its own."""
    chance = Chance.from_seed(bytes(32), "computers", number)
    state = rules.setup(Options(turn_limit=turn_limit), 2, chance)
    while rules.turn(state):
        choose = players[state.mover]
        state = rules.apply(state, state.mover, choose(rules.view(state, state.mover), chance), chance)
    return state


def finishes(choose, numbers):
    """The numbers of games in which a computer finishes its tower against a seat that rejects every brick."""
    return [number for number in numbers if is_stable(game(number, choose, idle).towers[0])]


def wins(one, other, pairs):
    """How many of twice as many games the one wins against the other, each of them beginning in half of them."""
    first = [rules.outcome(game(number, one, other)).winners == (0,) for number in range(pairs)]
    second = [rules.outcome(game(number, other, one)).winners == (1,) for number in range(pairs)]
    return sum(first) + sum(second)


SETTLED = "60 9 48 42 36 30 24 18 12 6"
"""A tower with a brick at home in slot 2."""
GAP = "4 9 17 12 24 31 44 38 52 57"
FILLED = "4 9 17 20 24 31 44 38 52 57"
OTHER = "59 53 47 41 35 29 23 17 11 4"
DECISIONS = {
    "drawing takes no discarded brick that does not win": (
        draw, table("60 51 9 20 26 31 38 44 50 57", discard="3 8"), "take pile",
    ),
    "drawing takes a discarded brick that wins": (
        draw, table("2 51 13 20 26 31 38 44 50 57", discard="3 8"), "take discard",
    ),
    "tidy leaves a discarded brick where its own is near": (
        tidy, table("60 24 9 42 36 30 18 12 6 5", OTHER, discard="3 8"), "take pile",
    ),
    "tidy takes a discarded brick where its own is far astray": (
        tidy, table("60 54 9 42 36 30 18 12 6 5", OTHER, discard="3 8"), "take discard",
    ),
    "careful takes a discarded brick whose home is not settled": (settle, table(discard="3 8"), "take discard"),
    "careful brings it home": (settle, play(table(discard="3 8"), "take discard"), "place 2"),
    "careful draws where the home of the discarded brick is settled": (
        settle, table(SETTLED, discard="3 8"), "take pile",
    ),
    "careful rejects a brick whose home is settled": (settle, play(table(SETTLED, pile="8 10"), "take pile"), "reject"),
    "careful places a brick that it had to take at home": (
        settle, play(table(SETTLED, discard="3 8"), "take discard"), "place 2",
    ),
    **{
        f"{name} {does}": (choose, state, move)
        for name, choose in (("counting", count), ("foreseeing", foresee))
        for does, state, move in (
            ("takes the discarded brick that leaves one slot to fix", table(GAP, discard="3 20"), "take discard"),
            ("places it there", play(table(GAP, discard="3 20"), "take discard"), "place 4"),
            ("rejects a brick that helps nowhere", play(table(FILLED, pile="2 10"), "take pile"), "reject"),
        )
    },
}  # fmt: skip


@pytest.mark.parametrize(("choose", "state", "move"), DECISIONS.values(), ids=DECISIONS)
def test_a_computer_decides_as_its_level_does(choose, state, move):
    assert chosen(choose, state) == move


def test_counting_does_not_wait_for_a_brick_that_cannot_come():
    tower = "4 9 17 20 24 31 40 38 52 57"
    assert chosen(count, play(table(tower, pile="35 1", discard="3"), "take pile")) == "place 7"
    # With 32 to 37 buried, a brick between 31 and 38 may never come, so the other one of the wrong pair goes.
    buried = "32 33 34 35 36 37 3"
    assert chosen(count, play(table(tower, discard=buried), "take pile")) != "place 7"


def test_counting_draws_where_the_discarded_brick_saves_a_turn_only():
    state = table("4 9 17 20 24 31 44 38 52 57", discard="3 34")
    assert chosen(count, state) == "take discard"
    assert chosen(count, table("4 33 17 20 24 40 44 38 52 57", discard="3 10")) == "take pile"


# Any level.


@pytest.mark.parametrize("choose", PLAYERS)
@pytest.mark.parametrize("source", ["discard", "pile"])
def test_a_brick_that_wins_is_placed_where_it_wins(choose, source):
    tower = "2 7 13 20 26 31 38 44 50 1"
    state = table(tower, discard="3 53", pile="53 8") if source == "pile" else table(tower, discard="3 53")
    assert chosen(choose, play(state, f"take {source}")) == "place 10"
    assert source == "pile" or chosen(choose, state) == "take discard"


@pytest.mark.parametrize("choose", PLAYERS)
@pytest.mark.parametrize("tower", [UPSIDE_DOWN, TOPSY])
@pytest.mark.parametrize("brick", [1, 2, 3, 4, 57, 58])
def test_no_narrow_brick_goes_to_the_bottom_and_no_wide_one_to_the_top(choose, tower, brick):
    state = play(table(tower, tower, discard="33", pile=f"{brick} 8"), "take pile")
    move = chosen(choose, state)
    assert move not in (
        [f"place {slot}" for slot in range(3, 11)] if brick < 5 else [f"place {slot}" for slot in range(1, 9)]
    )


# Strength, in games from fixed seeds: the same games, and so the same numbers, every time.


@pytest.mark.parametrize("choose", PLAYERS)
def test_a_tower_is_finished_when_nobody_interferes(choose):
    assert finishes(choose, range(10)) == list(range(10))


@pytest.mark.thorough
@pytest.mark.parametrize("choose", [draw, tidy, settle, count])
def test_a_thousand_towers_are_finished_when_nobody_interferes(choose):
    assert finishes(choose, range(1000)) == list(range(1000))


def test_the_weakest_beats_any_moves_always():
    assert wins(draw, any_move, 20) == 40


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("stronger", "weaker", "pairs"), [(tidy, draw, 200), (settle, tidy, 200), (count, settle, 100)]
)
def test_a_level_beats_the_one_below_in_60_to_75_games_of_100(stronger, weaker, pairs):
    assert 0.60 <= wins(stronger, weaker, pairs) / (2 * pairs) <= 0.75


# Few games, as these take long; `make strength` plays a thousand of each.
@pytest.mark.thorough
@pytest.mark.parametrize(("weaker", "least", "most"), [(count, 0.6, 0.75), (sort_plainly, 0.8, 1), (expect, 0.5, 1)])
def test_foreseeing_beats_the_level_below_and_the_references(weaker, least, most):
    assert least <= wins(foresee, weaker, 30) / 60 <= most
