"""How long turns last, with the time passed in."""

import pytest

from server import clock


def test_a_turn_lasts_as_long_as_the_limit():
    assert clock.from_now(100.0, 10.0) == 110.0


def test_a_turn_without_a_limit_lasts_for_ever():
    assert clock.from_now(100.0, None) is None


@pytest.mark.parametrize(
    ("before", "mover", "turn", "due"),
    [
        pytest.param((0, 1), 0, (1,), 10.0, id="the slow one of two keeps the time there was"),
        pytest.param((1,), 1, (0, 1), 14.0, id="time begins anew once both have moved"),
        pytest.param((0,), 0, (1,), 14.0, id="the next in turn has a time of their own"),
        pytest.param((0,), 0, (0,), 14.0, id="who moves again has time anew"),
        pytest.param((0, 1, 2), 1, (0, 2), 10.0, id="the slow two of three keep the time there was"),
        pytest.param((0, 1), 0, (1, 2), 14.0, id="a newcomer to the turn brings time anew"),
    ],
)
def test_the_deadline_after_a_move(before, mover, turn, due):
    assert clock.after_move(10.0, before, mover, turn, now=4.0, limit_s=10.0) == due


def test_without_a_limit_no_move_sets_a_deadline():
    assert clock.after_move(None, (0,), 0, (1,), now=4.0, limit_s=None) is None


@pytest.mark.parametrize(("deadline", "now", "seconds"), [(10.0, 4.0, 6.0), (10.0, 10.0, 0.0), (10.0, 99.0, 0.0)])
def test_what_is_left_is_never_less_than_nothing(deadline, now, seconds):
    assert clock.left(deadline, now) == seconds


@pytest.mark.parametrize(("deadline", "now", "is_up"), [(10.0, 9.9, False), (10.0, 10.0, True), (None, 99.0, False)])
def test_a_deadline_is_up_when_it_comes_and_none_never_is(deadline, now, is_up):
    assert clock.is_up(deadline, now) == is_up


def test_of_some_deadlines_the_first_counts():
    assert clock.earliest(None, 7.0, 5.0) == 5.0
    assert clock.earliest(None, None) is None
