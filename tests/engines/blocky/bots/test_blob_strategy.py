"""Playing alone for a blob: what pays later is begun early."""

from __future__ import annotations

import pytest

from engines.blocky import rules
from engines.blocky.block import text
from engines.blocky.bots.blob_strategy import best_growing
from engines.blocky.bots.evaluation import Stakes
from engines.blocky.bots.levels import weigh
from engines.blocky.goals import nearly_connected, planes
from engines.blocky.moves import Pass, Smash, apply_move
from engines.blocky.view import board_of
from engines.chance import Chance
from tests.support.games.boards import board_of_chance, table

pytestmark = pytest.mark.slow

CHANCE = Chance.from_seed(bytes(32), "growth")
FAR = "((1111)(1011)(1111)3)"
"""The group of colour 0 lies in the upper left corner. Of the 64 cells in the other one, 16 should be its colour."""


def best(view):
    """The move on a fresh chance, so that equal views get equal moves."""
    chance = Chance.from_seed(bytes(32), "growth")
    return best_growing(Stakes.of(view).footing(board_of(view)), view.moves - view.made[0], chance)


def played(choose, state):
    """The states after each move of a seat that plays alone."""
    states = []
    while rules.turn(state):
        state = rules.apply(state, 0, choose(rules.view(state, 0)), Chance(bytes(32), len(states)))
        states.append(state)
    return states


@pytest.mark.parametrize("number", range(5))
def test_the_last_move_is_the_one_that_is_worth_most(number):
    """On boards of cells, where no smash is left to chance."""
    state = table(text(board_of_chance(number, depth=3)), colours=(0,), depth=3, moves=1)
    view = rules.view(state, 0)
    assert best(view) == weigh(view, CHANCE)


def test_cells_are_brought_near_a_group_while_there_are_moves_to_connect_them():
    """A rotation of the lower left block brings its cell within a gap of the corner's group, and no score yet."""
    board = "((1111)(1100)(1101)(1111))"
    early, late = (rules.view(table(board, colours=(0,), moves=moves), 0) for moves in (20, 1))
    assert best(late) == weigh(late, CHANCE)
    assert nearness(early, best(early)) > nearness(early, Pass())


def nearness(view, move):
    after = apply_move(board_of(view), view.depth, 0, move, CHANCE)
    return nearly_connected(planes(after, view.depth)[0], view.depth)


def test_a_large_block_far_from_the_group_is_smashed_while_there_are_moves_to_use_what_that_brings():
    first_moves = played(best, table(FAR, colours=(0,), depth=4, moves=20))[:6]
    assert "smash 3" in [state.log[-1].move for state in first_moves]
    assert best(rules.view(table(FAR, colours=(0,), depth=4, moves=1), 0)) != Smash((3,))


def test_two_moves_made_for_each_other_bring_more_than_two_that_are_each_worth_most():
    states = [table(text(board_of_chance(number, depth=3)), colours=(0,), depth=3, moves=2) for number in range(30)]
    planned = sum(played(best, state)[-1].scores[0] for state in states)
    greedy = sum(played(lambda view: weigh(view, CHANCE), state)[-1].scores[0] for state in states)
    assert planned > greedy


def test_where_all_is_won_nothing_is_done():
    assert best(rules.view(table("((0000)000)", colours=(0,)), 0)) == Pass()
