"""How many turns a tower takes by the fitted formula."""

from __future__ import annotations

import pytest

from engines.tower_blaster.bots.turns_left import FITTED, SLOTS_MAX, curves, terms


def test_a_tower_without_slots_to_fill_takes_no_turn():
    assert curves(FITTED)[0].turns(0.0) == 0


@pytest.mark.parametrize("slots", [1, 4, SLOTS_MAX])
def test_a_curve_adds_up_the_weighted_terms(slots):
    formula = (1.0, 10.0, 3.0, 5.0, 2.0, 4.0)
    added = sum(weight * term for weight, term in zip(formula, terms(9.0, slots), strict=True))
    assert curves(formula)[slots].turns(9.0) == pytest.approx(added)


def test_the_terms_are_bricks_slots_roots_a_square_and_a_constant():
    assert terms(9.0, 4) == (9.0, 4, 3.0, 6.0, 16, 1.0)
    assert len(FITTED) == len(terms(9.0, 4))


@pytest.mark.parametrize("slots", range(1, 11))
def test_what_waits_longer_takes_more_turns(slots):
    took = [curves(FITTED)[slots].turns(float(bricks)) for bricks in range(2 * slots, 60, 2)]
    assert took == sorted(took)


def test_something_is_expected_of_every_slot_that_is_to_be_filled():
    assert curves((0.0,) * 6)[1].turns(0.0) > 0
