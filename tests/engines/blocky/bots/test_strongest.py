"""The planner: one way to think alone for a blob, one alone for the edge, one with others."""

from __future__ import annotations

import pytest

from engines.blocky import rules
from engines.blocky.block import text
from engines.blocky.bots.blob_strategy import best_growing
from engines.blocky.bots.evaluation import Stakes
from engines.blocky.bots.levels import plan
from engines.blocky.bots.perimeter_bound import best_alone
from engines.blocky.bots.reply_search import best_after_reply
from engines.blocky.view import board_of
from engines.chance import Chance
from tests.support.games.boards import random_board, table

pytestmark = pytest.mark.slow

BOARD = text(random_board(2, 3))


def chance():
    return Chance.from_seed(bytes(32), "planner")


def view_of(**options):
    return rules.view(table(BOARD, **{"depth": 3, "moves": 6, **options}), 0)


def test_alone_it_plans_for_the_edge():
    view = view_of(colours=(0,), kind="perimeter")
    assert plan(view, chance()) == best_alone(board_of(view), 3, 0, 6)


def test_alone_it_lets_a_blob_grow():
    view = view_of(colours=(0,), kind="blob")
    assert plan(view, chance()) == best_growing(Stakes.of(view).footing(board_of(view)), 6, chance())


@pytest.mark.parametrize("kind", ["blob", "perimeter"])
def test_with_others_it_expects_their_answer(kind):
    view = view_of(colours=(0, 1, 2), kind=kind)
    assert plan(view, chance()) == best_after_reply(Stakes.of(view).footing(board_of(view)), chance())
