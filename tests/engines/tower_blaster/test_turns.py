"""How many turns a tower takes by the fitted formula."""

from __future__ import annotations

import pytest

from engines.tower_blaster.turns import FITTED, terms, turns


def test_a_tower_without_slots_to_fill_takes_no_turn():
    assert turns(0.0, 0) == 0


def test_the_formula_adds_up_its_weighted_terms():
    assert turns(9.0, 4, (1.0, 10.0, 0.0, 0.0, 0.0, 0.0)) == 49.0
    assert terms(9.0, 4) == (9.0, 4, 3.0, 6.0, 16, 1.0)
    assert len(FITTED) == len(terms(9.0, 4))


@pytest.mark.parametrize("slots", range(1, 11))
def test_what_waits_longer_takes_more_turns(slots):
    took = [turns(float(bricks), slots) for bricks in range(2 * slots, 60, 2)]
    assert took == sorted(took)


def test_something_is_expected_of_every_slot_that_is_to_be_filled():
    assert turns(0.0, 1, (0.0,) * 6) > 0
