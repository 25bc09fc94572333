"""Hints of Blocky: they are the planner's moves, and the points they tell are those the move brings."""

from __future__ import annotations

import re

import pytest

from engines.blocky import rules
from engines.blocky.block import text as board_text
from engines.blocky.bots.hints import change, hint
from engines.blocky.bots.levels import plan
from engines.blocky.game import GAME
from engines.blocky.moves import Pass, Smash, cost
from engines.blocky.moves import read as move_of
from engines.chance import Chance
from engines.game import Hint
from tests.support.games.boards import random_board, table

pytestmark = pytest.mark.slow

TABLES = [
    table(board_text(random_board(number, depth)), colours=colours, kind=kind, depth=depth, moves=moves)
    for depth, moves in ((2, 1), (3, 2), (4, 20))
    for kind in ("blob", "perimeter")
    for colours in ((0,), (1, 2), (3, 0, 2, 1))
    for number in range(3)
]


SECRET = {"board": "((1111)(1111)(0000)(1111))", "kind": "perimeter", "moves": 2, "goals": "secret"}


def chance(number=0):
    return Chance.from_seed(bytes(32), "hint", number)


def told(state) -> Hint:
    return hint(rules.view(state, state.mover), chance())


def numbers(reason):
    """What a reason tells: the points that the move brings, those it costs, and those that the others get."""
    own = re.search(r": it (adds|loses) (?:about )?(\d+)", reason)
    price = re.search(r" costs (\d+)", reason)
    others = re.search(r"and (takes|gives) (?:about )?(\d+)", reason)
    return (
        int(own[2]) * (1 if own[1] == "adds" else -1) if own else 0,
        int(price[1]) if price else 0,
        int(others[2]) * (1 if others[1] == "gives" else -1) if others else 0,
    )


@pytest.mark.parametrize("state", TABLES)
def test_a_hint_is_the_planners_move_in_a_sentence(state):
    view = rules.view(state, 0)
    found = hint(view, chance())
    assert found.move == GAME.rules.text(plan(view, chance()))
    assert re.fullmatch(r"[A-Z][^:]*: [^:]*[a-z0-9]\.|Pass: .*\.", found.reason)


@pytest.mark.parametrize("state", TABLES)
def test_the_points_that_a_hint_tells_are_those_that_the_move_brings(state):
    found = told(state)
    move = move_of(found.move)
    if isinstance(move, Pass):
        return
    outcomes = 400 if isinstance(move, Smash) else 1
    after = [rules.apply(state, 0, move, chance(number)) for number in range(outcomes)]
    own = sum(then.worth[0] - state.worth[0] for then in after) / outcomes
    others = sum(sum(then.worth[1:]) - sum(state.worth[1:]) for then in after) / outcomes
    # What a smash brings spreads by up to a quarter of the board, and is told to whole points.
    error = 0 if outcomes == 1 else 1 + 4 ** (state.depth - 1) / 5
    assert numbers(found.reason) == (
        pytest.approx(own, abs=error),
        cost(move),
        pytest.approx(others, abs=error * len(state.colours)),
    )


def test_a_sure_gain_is_told_with_its_cost():
    found = told(table(SECRET["board"], colours=(2,), kind="perimeter", moves=1))
    assert re.fullmatch(r"Paint the (\w+ \w+) quarter of the \1: it adds 2 on the edge and costs 1\.", found.reason)


def test_what_a_move_takes_from_another_is_told():
    found = told(table(SECRET["board"], colours=(2, 1), kind="perimeter", moves=1))
    assert re.fullmatch(
        r"Paint the (\w+ \w+) quarter of the \1: it adds 2 on the edge, costs 1 and takes 2 from the other player\.",
        found.reason,
    )


def test_only_known_colours_are_told_of():
    views = [rules.view(table(**SECRET, colours=(0, colour)), 0) for colour in (1, 2, 3)]
    assert change(views[0], move_of("paint 0.0"), chance()) == (2, 0)
    assert len({hint(view, chance()) for view in views}) == 1


def test_where_nothing_brings_anything_the_hint_is_to_pass():
    assert told(table("((0000)000)", colours=(0,))) == Hint("pass", "Pass: no move should gain more than it costs.")


def test_the_game_gives_hints():
    assert GAME.help.hint is hint
