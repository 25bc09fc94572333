"""The odds of filling gaps, against what can be worked out by hand."""

from __future__ import annotations

from math import exp

import pytest

from engines.tower_blaster.bots.gap_wait import DONE, NEVER, SPAN, TIMES, both, filling_odds, gap, lead, soonest


def wait(odds):
    """The mean time until it is done."""
    return SPAN - lead(odds)


def test_a_gap_without_slots_is_filled_already():
    assert filling_odds(0, 0) == filling_odds(0, 7) == DONE
    assert wait(DONE) == pytest.approx(0)


@pytest.mark.parametrize(("slots", "bricks"), [(1, 0), (3, 2), (10, 9)])
def test_too_few_bricks_never_fill_a_gap(slots, bricks):
    assert filling_odds(slots, bricks) == NEVER
    assert wait(NEVER) >= TIMES[-1] - 0.01


@pytest.mark.parametrize("bricks", [1, 2, 10, 40])
def test_one_slot_waits_for_the_first_of_its_bricks(bricks):
    assert filling_odds(1, bricks) == pytest.approx([1 - exp(-bricks * time) for time in TIMES])
    assert wait(filling_odds(1, bricks)) == pytest.approx(1 / bricks, rel=0.1)


def test_as_many_slots_as_bricks_wait_for_every_brick():
    assert filling_odds(3, 3) == pytest.approx([(1 - exp(-time)) ** 3 for time in TIMES], abs=0.05)


@pytest.mark.parametrize(("slots", "bricks"), [(1, 4), (2, 9), (5, 25), (10, 40)])
def test_odds_grow_with_time_and_are_odds(slots, bricks):
    odds = filling_odds(slots, bricks)
    assert list(odds) == sorted(odds)
    assert 0 <= odds[0] < odds[-1] <= 1 + 1e-9


@pytest.mark.parametrize("slots", range(1, 8))
def test_more_bricks_fill_a_gap_sooner_and_more_slots_later(slots):
    waits = [wait(filling_odds(slots, bricks)) for bricks in (10, 20, 40)]
    assert waits == sorted(waits, reverse=True)
    assert wait(filling_odds(slots, 20)) < wait(filling_odds(slots + 1, 20))


def test_two_gaps_take_longer_than_either():
    one, other = filling_odds(1, 5), filling_odds(2, 12)
    assert wait(both(one, other)) > max(wait(one), wait(other))


def test_the_soonest_has_the_shortest_wait_and_nothing_is_never():
    assert soonest([filling_odds(2, 5), filling_odds(1, 5), filling_odds(3, 5)]) == filling_odds(1, 5)
    assert soonest([]) == NEVER


def test_a_gap_keeps_the_odds_of_filling_it_and_what_they_add_up_to():
    assert gap(2, 5).odds == filling_odds(2, 5)
    assert sum(gap(2, 5).weighted) == pytest.approx(gap(2, 5).lead) == lead(filling_odds(2, 5))
