"""What is left to fill above a slot, against what is seen with the naked eye."""

from __future__ import annotations

import pytest

from engines.tower_blaster.bots.gap_wait import SPAN, gap
from engines.tower_blaster.bots.mirrored import NARROWEST, NOTHING, WIDEST, Side, count_narrower, flip_brick, mirror
from engines.tower_blaster.view import BRICKS
from tests.support.games.towers import STABLE, UPSIDE_DOWN, bricks


def side(tower: str, without: tuple[int, ...] = ()) -> Side:
    """A tower from its top when every brick outside it can still come, but for some."""
    inside = bricks(tower)
    return Side(inside, count_narrower(brick for brick in BRICKS if brick not in (*inside, *without)))


def test_in_a_stable_tower_nothing_is_to_be_filled() -> None:
    assert side(STABLE).whole() == NOTHING
    assert NOTHING.lead == SPAN


def test_a_brick_beside_a_narrower_one_that_stays_leaves_nothing_between_them() -> None:
    assert side("2 7 13 60 59 58 56 55 54 53").above(4, 20) == NOTHING


def test_what_is_out_of_order_is_a_gap_for_the_bricks_between_those_that_stay() -> None:
    tower = "2 7 60 59 26 58 56 55 54 53"
    # 8 to 25 fit the two slots between 7 and 26.
    assert side(tower).above(5, 26) == (*gap(2, 18)[::2], 2)


def test_a_gap_that_cannot_be_filled_is_widened_by_throwing_a_brick_out() -> None:
    # Nothing fits between 7 and 9, so 7 goes: 3 to 8 without 7 fit the two slots under 2.
    assert side("2 7 60 9 26 31 38 44 50 57", without=(8,)).above(4, 9).slots == 2


@pytest.mark.parametrize("slot", range(1, 11))
def test_a_brick_placed_changes_nothing_above_it(slot: int) -> None:
    before = side(UPSIDE_DOWN)
    after = before.with_brick(33, slot)
    assert [after.above(other, 50) for other in range(1, slot + 1)] == [
        before.above(other, 50) for other in range(1, slot + 1)
    ]


def test_a_brick_is_narrower_than_those_that_are_counted_after_it() -> None:
    assert count_narrower((3, 5))[NARROWEST:8] == (0, 0, 0, 0, 1, 1, 2, 2)
    assert len(count_narrower(())) == WIDEST + 2


def test_a_mirrored_tower_is_upside_down_and_twice_mirrored_is_itself() -> None:
    assert (flip_brick(1), flip_brick(60), flip_brick(NARROWEST)) == (60, 1, WIDEST)
    assert mirror((2, 7, 57)) == (4, 54, 59)
    assert mirror(mirror(bricks(STABLE))) == bricks(STABLE)
