"""With others at the table: what the next of them would do is seen coming."""

from __future__ import annotations

import pytest

from engines.blocky import rules
from engines.blocky.block import text
from engines.blocky.bots.evaluation import Stakes
from engines.blocky.bots.levels import weigh
from engines.blocky.bots.reply_search import best_after_reply
from engines.blocky.moves import Pass
from engines.blocky.view import board_of, legal
from engines.chance import Chance
from tests.support.games.boards import board_of_chance, play, random_board, table

pytestmark = pytest.mark.slow


def chance(number=0):
    return Chance.from_seed(bytes(32), "answers", number)


def best(view, chance):
    return best_after_reply(Stakes.of(view).footing(board_of(view)), chance)


@pytest.mark.parametrize("kind", ["blob", "perimeter"])
@pytest.mark.parametrize("number", range(10))
def test_the_last_move_of_all_is_the_one_that_is_worth_most(kind, number):
    state = play(table(text(random_board(number, 3)), kind=kind, depth=3, moves=1), "pass")
    view = rules.view(state, 1)
    assert best(view, chance()) == weigh(view, chance())


@pytest.mark.parametrize("kind", ["blob", "perimeter"])
def test_who_moves_next_for_a_secret_colour_is_not_foreseen(kind):
    view = rules.view(table(text(random_board(1, 3)), colours=(0, 1), kind=kind, depth=3, goals="secret"), 0)
    assert best(view, chance()) == weigh(view, chance())


def test_the_next_seat_is_not_left_what_it_can_take():
    lost = {weigh: 0, best: 0}
    for level in lost:
        for number in range(12):
            state = table(text(random_board(number, 3)), depth=3, kind="perimeter", moves=1)
            state = rules.apply(state, 0, level(rules.view(state, 0), chance(number)), chance(number))
            answers = (rules.apply(state, 1, move, chance(number)) for move in legal(rules.view(state, 1)))
            lost[level] += max((after.scores[1], after.scores[1] - after.scores[0]) for after in answers)[1]
    assert lost[best] < lost[weigh]


@pytest.mark.parametrize("kind", ["blob", "perimeter"])
def test_moves_that_bring_more_at_once_are_left_where_their_answers_take_more(kind):
    """On boards of cells alone, where nothing can be smashed, so that all is certain."""

    def made(state, seat, move):
        return rules.apply(state, seat, move, chance())

    def lead(state):
        return state.scores[0] - state.scores[1]

    def answered(after):
        return min(lead(made(after, 1, move)) for move in legal(rules.view(after, 1)))

    left = 0
    for number in range(6):
        state = table(text(board_of_chance(number, depth=2)), colours=(0, 1), kind=kind, depth=2)
        view = rules.view(state, 0)
        chosen = made(state, 0, best(view, chance()))
        bolder = [after for move in legal(view) if lead(after := made(state, 0, move)) > lead(chosen)]
        assert all(answered(after) <= answered(chosen) for after in bolder)
        left += len(bolder)
    assert left > 0


def test_who_has_the_whole_board_leaves_it_alone():
    view = rules.view(table("((1111)(1111)(1111)(1111))", colours=(1, 0), moves=1), 0)
    assert best(view, chance()) == Pass()
