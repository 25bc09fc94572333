"""What becomes of a tower: which bricks are worth keeping, and which can still come."""

from __future__ import annotations

import pytest

from engines.tower_blaster import rules
from engines.tower_blaster.bots.estimate import LOW_PILE, REACH, TowerEstimate, coming, home, with_brick
from engines.tower_blaster.view import BRICKS
from tests.support.games.towers import STABLE, TOPSY, UPSIDE_DOWN, bricks, play, table


def prospect(tower, without=()):
    """A tower's prospect when every brick outside it can still come, but for some."""
    inside = bricks(tower)
    return TowerEstimate(inside, tuple(brick for brick in BRICKS if brick not in (*inside, *without)))


@pytest.mark.parametrize(("brick", "slot"), [(1, 1), (6, 1), (7, 2), (30, 5), (31, 6), (54, 9), (55, 10), (60, 10)])
def test_six_bricks_belong_in_each_slot(brick, slot):
    assert home(brick) == slot


def test_a_stable_tower_need_not_wait():
    assert prospect(STABLE).wait() == 0


def test_a_tower_with_more_bricks_worth_keeping_is_finished_sooner():
    one_wrong, two_wrong = "2 7 13 20 26 31 38 44 50 1", "2 7 13 20 26 60 38 44 50 1"
    assert 0 < prospect(one_wrong).wait() < prospect(two_wrong).wait() < prospect(UPSIDE_DOWN).wait()


def test_a_gap_with_more_bricks_that_fit_is_filled_sooner():
    assert prospect("2 7 13 20 26 31 38 44 50 1").wait() < prospect("2 7 13 20 26 31 38 44 58 1").wait()


def test_a_brick_that_finishes_the_tower_is_best_used_for_that():
    use = prospect("2 7 13 20 26 31 38 44 50 1").best(57)
    assert (use.wait, use.slot) == (0, 10)


def test_a_brick_that_can_go_in_one_gap_only_goes_there():
    assert prospect("4 9 17 12 24 31 44 38 52 57").best(20).slot == 4


def test_a_brick_that_helps_nowhere_shortens_no_wait():
    ready = prospect("2 7 13 20 26 31 38 44 50 1")
    assert ready.best(8).wait >= ready.wait()


@pytest.mark.parametrize("brick", [3, 30, 57])
def test_a_first_brick_goes_where_it_belongs_or_next_to_it(brick):
    assert prospect(UPSIDE_DOWN).best(brick).astray <= 1


@pytest.mark.parametrize("tower", [STABLE, TOPSY, UPSIDE_DOWN, "4 9 17 12 24 31 44 38 52 57"])
def test_a_tower_with_a_brick_placed_is_the_tower_with_that_brick(tower):
    before = prospect(tower, without=(33,))
    before.uses(33)  # So that there is something to be remembered.
    for slot in range(1, 11):
        after = TowerEstimate(with_brick(bricks(tower), 33, slot), before.coming)
        assert before.with_brick(33, slot).turns() == after.turns()
        assert before.with_brick(33, slot).uses(20) == after.uses(20)


@pytest.mark.parametrize("tower", [TOPSY, UPSIDE_DOWN, "4 9 17 12 24 31 44 38 52 57"])
def test_the_least_is_that_of_the_best_use_in_reach_but_no_more_than_is_asked_for(tower):
    before = prospect(tower)
    for brick in before.coming:
        reached = min(use.wait for use in before.uses(brick) if use.astray <= REACH)
        assert before.least(brick, 99.0) == reached
        assert before.least(brick, reached - 0.1) == reached - 0.1


def test_a_gap_whose_bricks_cannot_come_is_given_up():
    tower = "2 7 13 20 22 31 38 44 50 1"
    fits = prospect(tower).best(57)
    assert fits.slot == 10
    wedged = TowerEstimate(bricks("2 7 13 20 60 22 38 44 50 57"), tuple(brick for brick in BRICKS if brick != 21))
    assert wedged.best(30).slot == 6


def test_whatever_is_in_sight_cannot_come():
    view = rules.view(play(table(discard="3 4"), "take discard", "place 7", "take pile"), 1)
    assert set(coming(view)) == set(BRICKS) - {*bricks(TOPSY), 3, 4, 24, 1}


def test_a_brick_in_hand_cannot_come():
    assert 8 not in coming(rules.view(play(table(pile="8 9"), "take pile"), 0))


def test_what_was_thrown_away_can_come_again_once_the_main_pile_is_low():
    high = " ".join(
        map(str, [brick for brick in BRICKS if brick not in bricks(f"{UPSIDE_DOWN} {TOPSY} 3 4")][: LOW_PILE + 1])
    )
    low = " ".join(high.split()[:LOW_PILE])
    assert 3 not in coming(rules.view(table(discard="3 4", pile=high), 0))
    assert 3 in coming(rules.view(table(discard="3 4", pile=low), 0))


def test_after_the_main_pile_is_filled_only_what_went_into_it_can_come():
    discard = " ".join(str(brick) for brick in BRICKS if brick not in bricks(f"{UPSIDE_DOWN} {TOPSY} 58"))
    state = play(table(discard=discard, pile="58"), "take pile", "place 1")
    assert coming(rules.view(state, 1)) == tuple(sorted(state.pile))
