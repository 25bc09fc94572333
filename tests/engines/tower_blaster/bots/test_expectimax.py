"""What a tower's next turn may bring, against what can be worked out by hand."""

from __future__ import annotations

import pytest

from engines.tower_blaster.bots.estimate import TowerEstimate
from engines.tower_blaster.bots.expectimax import best_use, draw_outlook, outlook, worth_taking
from engines.tower_blaster.view import Place, Reject
from tests.support.games.towers import STABLE, bricks

ONE_WRONG = bricks("2 7 13 20 26 31 38 44 50 1")
"""Bricks from 51 up finish it in the last slot."""


def test_a_finished_tower_takes_no_turn():
    assert outlook(TowerEstimate(bricks(STABLE), (3, 4, 5))) == 0


def test_a_tower_that_every_brick_finishes_takes_one_turn():
    assert outlook(TowerEstimate(ONE_WRONG, (55, 56, 58))) == 1


def test_a_turn_is_lost_only_where_neither_the_brick_in_sight_nor_the_one_drawn_finishes():
    # One brick in two finishes: the one in sight in half of all turns, and otherwise the one drawn in half of those.
    left = TowerEstimate(ONE_WRONG, (14, 58)).turns()
    assert outlook(TowerEstimate(ONE_WRONG, (14, 58))) == pytest.approx(1 + left / 4, abs=1e-5)


def test_a_tower_without_bricks_to_come_is_judged_as_it_is():
    assert outlook(TowerEstimate(ONE_WRONG, ())) == TowerEstimate(ONE_WRONG, ()).turns()


def test_a_drawn_brick_is_placed_where_it_helps_and_rejected_where_it_does_not():
    assert draw_outlook(TowerEstimate(ONE_WRONG, (14, 58))) == TowerEstimate(ONE_WRONG, (14, 58)).turns() / 2
    assert draw_outlook(TowerEstimate(ONE_WRONG, ())) == TowerEstimate(ONE_WRONG, ()).turns()


def test_a_brick_that_finishes_is_worth_taking_and_one_that_helps_nowhere_is_not():
    prospect = TowerEstimate(ONE_WRONG, (14, 15, 58))
    assert worth_taking(prospect, 56)
    assert not worth_taking(prospect, 8)


def test_a_brick_is_put_where_it_finishes_however_far_from_where_it_belongs():
    assert best_use(TowerEstimate(bricks("1 2 3 4 5 6 7 8 11 9"), (50, 55)), 20, may_reject=True) == Place(10)


def test_a_brick_that_helps_nowhere_is_rejected_where_that_is_allowed():
    prospect = TowerEstimate(ONE_WRONG, (14, 55, 58))
    assert best_use(prospect, 8, may_reject=True) == Reject()
    assert isinstance(best_use(prospect, 8, may_reject=False), Place)
