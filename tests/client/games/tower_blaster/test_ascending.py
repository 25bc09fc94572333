"""Which bricks can stay in a tower, worked out by hand, and against trying everything."""

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.games.tower_blaster.ascending import (
    best_slot,
    brick_to_place,
    bricks_to_fix,
    helpful_slots,
    stable_slots,
    with_brick,
)
from engines.tower_blaster.view import BRICKS, HEIGHT, is_stable
from tests.support.games.tower_tables import MINE, seen, state
from tests.support.games.towers import STABLE, UPSIDE_DOWN, bricks, play

pytestmark = pytest.mark.slow

TOWERS = st.permutations(BRICKS).map(lambda order: tuple(order[:HEIGHT]))


def by_trying(tower):
    """How many bricks have to be replaced, found by trying every set that might stay, the largest first."""
    ends = (0, *tower, BRICKS.stop)
    for size in range(HEIGHT, -1, -1):
        for slots in combinations(range(1, HEIGHT + 1), size):
            kept = (0, *slots, HEIGHT + 1)
            if all(ends[low] - ends[high] >= low - high for high, low in pairwise(kept)):
                return HEIGHT - size
    raise AssertionError("nothing has to stay")


def test_of_two_bricks_that_exclude_each_other_the_upper_one_stays():
    assert bricks_to_fix(bricks(MINE)) == 2
    assert stable_slots(bricks(MINE)) == frozenset(range(HEIGHT)) - {3, 7}


@pytest.mark.parametrize(
    ("tower", "left"),
    [
        (STABLE, 0),
        (UPSIDE_DOWN, 9),
        ("1 2 60 3 5 6 7 8 9 10", 2),  # 60 has to go, and 3 leaves no room for what replaces it
        ("50 51 52 53 54 55 56 57 58 59", 0),
        ("52 1 2 3 4 5 6 7 8 9", 10),  # nothing as wide as 52 or more has nine below it
    ],
)
def test_bricks_stay_only_where_there_is_room_for_others_between_them(tower, left):
    assert bricks_to_fix(bricks(tower)) == left


@pytest.mark.parametrize(
    ("tower", "brick", "best", "helpful"),
    [
        (MINE, 20, 3, (3,)),
        (UPSIDE_DOWN, 5, 0, (0, 1, 2, 3, 4)),
        (UPSIDE_DOWN, 59, 9, (8, 9)),
        ("60 59 20 27 34 40 45 50 54 57", 5, 0, (0, 1)),
        (STABLE, 1, 0, ()),
    ],
)
def test_a_brick_is_best_where_it_leaves_least_to_fix_and_of_equals_where_it_belongs(tower, brick, best, helpful):
    assert best_slot(bricks(tower), brick) == best
    assert helpful_slots(bricks(tower), brick) == helpful


@pytest.mark.parametrize(
    ("moves", "seat", "brick"), [([], 1, 41), (["take pile"], 1, 20), (["take pile"], 0, 41), (["take discard"], 0, 1)]
)
def test_the_brick_in_question_is_the_one_in_ones_own_hand_or_on_the_discard_pile(moves, seat, brick):
    assert brick_to_place(seen(play(state(), *moves), seat)) == brick


@given(TOWERS)
def test_what_has_to_be_replaced_is_what_trying_everything_finds(tower):
    assert bricks_to_fix(tower) == by_trying(tower)


@given(TOWERS, st.sampled_from(BRICKS))
def test_the_best_slot_is_no_worse_than_any_other(tower, brick):
    if brick in tower:
        return
    left = bricks_to_fix(with_brick(tower, best_slot(tower, brick), brick))
    assert left == min(bricks_to_fix(with_brick(tower, slot, brick)) for slot in range(HEIGHT))
    assert (bricks_to_fix(tower) == 0) == is_stable(tower)


@pytest.mark.parametrize("slot", range(HEIGHT))
def test_a_tower_short_of_one_brick_is_finished_by_it(slot):
    tower = bricks(STABLE)
    wrong = with_brick(tower, slot, 60 if slot < 9 else 1)
    assert best_slot(wrong, tower[slot]) == slot
