"""The planner: what it sees coming."""

from __future__ import annotations

import pytest

from engines.blocky import rules
from engines.blocky.block import text
from engines.blocky.bots import weigh
from engines.blocky.goals import nearly_connected, planes
from engines.blocky.moves import Pass, Smash, applied
from engines.blocky.moves import read as move_of
from engines.blocky.plans import plan
from engines.blocky.view import board_of, legal
from engines.chance import Chance
from tests.support.boards import board_of_chance, play, random_board, table

pytestmark = pytest.mark.thorough


def chance(number=0):
    return Chance.from_seed(bytes(32), "planner", number)


@pytest.mark.parametrize("kind", ["blob", "perimeter"])
@pytest.mark.parametrize("number", range(10))
def test_the_last_move_of_all_is_the_one_that_is_worth_most(kind, number):
    state = play(table(text(random_board(number, 3)), kind=kind, depth=3, moves=1), "pass")
    view = rules.view(state, 1)
    assert plan(view, chance()) == weigh(view, chance())


@pytest.mark.parametrize("number", range(5))
def test_alone_the_last_move_is_the_one_that_is_worth_most(number):
    """On boards of cells, where no smash is left to chance."""
    state = table(text(board_of_chance(number, depth=3)), colours=(0,), kind="blob", depth=3, moves=1)
    view = rules.view(state, 0)
    assert plan(view, chance()) == weigh(view, chance())


def test_alone_it_brings_cells_near_a_group_while_there_are_moves_to_connect_them():
    """A rotation of the lower left block brings its cell within a gap of the corner's group, and no score yet."""
    board = "((1111)(1100)(1101)(1111))"
    early, late = (rules.view(table(board, colours=(0,), moves=moves), 0) for moves in (20, 1))
    assert plan(late, chance()) == weigh(late, chance())
    assert nearness(early, plan(early, chance())) > nearness(early, Pass())


def test_alone_it_smashes_a_large_block_far_from_its_group_while_there_are_moves_to_use_what_that_brings():
    """The group lies in the upper left corner; of the 64 cells in the lower right quarter, 16 should be its colour."""
    board = "((1111)(1011)(1111)3)"
    early, late = (rules.view(table(board, colours=(0,), depth=4, moves=moves), 0) for moves in (20, 1))
    assert plan(early, chance()) == Smash((3,))
    assert plan(late, chance()) != Smash((3,))


@pytest.mark.parametrize("kind", ["blob", "perimeter"])
def test_who_is_left_alone_plays_as_who_plays_alone(kind):
    board = text(random_board(2, 3))
    left = rules.give_up(table(board, colours=(0, 1), kind=kind, depth=3), 1)
    alone = table(board, colours=(0,), kind=kind, depth=3)
    assert plan(rules.view(left, 0), chance()) == plan(rules.view(alone, 0), chance())


def nearness(view, move):
    after = applied(board_of(view), view.depth, 0, move, chance())
    return nearly_connected(planes(after, view.depth)[0], view.depth)


def test_it_does_not_leave_the_next_seat_what_can_be_taken_from_it():
    lost = {weigh: 0, plan: 0}
    for level in lost:
        for number in range(12):
            state = table(text(random_board(number, 3)), depth=3, kind="perimeter", moves=1)
            state = rules.apply(state, 0, level(rules.view(state, 0), chance(number)), chance(number))
            answers = (rules.apply(state, 1, move, chance(number)) for move in legal(rules.view(state, 1)))
            lost[level] += max((after.scores[1], after.scores[1] - after.scores[0]) for after in answers)[1]
    assert lost[plan] < lost[weigh]


def test_where_all_is_won_it_passes():
    for kind in ("blob", "perimeter"):
        view = rules.view(table("((0000)000)", colours=(0,), kind=kind), 0)
        assert plan(view, chance()) == Pass()


def test_it_paints_a_corner_where_that_is_all_there_is_to_do():
    view = rules.view(table("((2111)(1111)(1111)(1111))", colours=(2,), kind="perimeter", moves=1), 0)
    assert plan(view, chance()) in [move_of(f"paint {part}.{part}") for part in (1, 2, 3)]
