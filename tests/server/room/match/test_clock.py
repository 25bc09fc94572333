"""How long players may take, with the time passed in."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.room.match import clock
from server.room.match.clock import Countdown, SeatClock

SECONDS = st.integers(0, 1000).map(float)


@pytest.mark.parametrize(("deadline", "now", "seconds"), [(10.0, 4.0, 6.0), (10.0, 10.0, 0.0), (10.0, 99.0, 0.0)])
def test_what_is_left_is_never_less_than_nothing(deadline, now, seconds):
    assert clock.seconds_until(deadline, now) == seconds


@pytest.mark.parametrize(("deadline", "now", "is_up"), [(10.0, 9.9, False), (10.0, 10.0, True), (None, 99.0, False)])
def test_a_deadline_is_up_when_it_comes_and_none_never_is(deadline, now, is_up):
    assert clock.is_up(deadline, now) == is_up


def test_of_some_deadlines_the_first_counts():
    assert clock.earliest(None, 7.0, 5.0) == 5.0
    assert clock.earliest(None, None) is None


# A countdown.


def test_a_countdown_uses_up_its_time_while_it_runs_and_none_while_it_stands_still():
    countdown = Countdown(60.0)
    assert (countdown.left_at(999.0), countdown.due) == (60.0, None)
    running = countdown.start(100.0)
    assert (running.left_at(115.0), running.due) == (45.0, 160.0)
    assert running.stop(115.0) == Countdown(45.0)
    assert running.stop(300.0) == Countdown(0.0)


def test_what_lies_before_a_start_that_is_yet_to_come_counts_for_nobody():
    countdown = Countdown(60.0).start(130.0)
    assert countdown.left_at(100.0) == 60.0
    assert countdown.stop(110.0) == Countdown(60.0)
    assert countdown.due == 190.0


@given(SECONDS, st.lists(st.tuples(SECONDS, SECONDS), max_size=8))
def test_however_often_a_countdown_is_stopped_it_uses_up_exactly_the_time_that_it_ran(left_s, spells):
    now, ran, countdown = 0.0, 0.0, Countdown(left_s)
    for pause, spell in spells:
        countdown = countdown.start(now + pause).stop(now + pause + spell)
        now, ran = now + pause + spell, ran + spell
    assert countdown == Countdown(max(0.0, left_s - ran))


# A seat's seat_clock.


def test_a_turn_runs_both_the_moves_time_and_the_whole_games():
    seat_clock = SeatClock(total=Countdown(60.0)).start(100.0, 10.0)
    assert (seat_clock.due, seat_clock.left_at(104.0)) == (110.0, 6.0)
    assert SeatClock(total=Countdown(5.0)).start(100.0, 10.0).due == 105.0


def test_the_next_move_has_its_time_anew_and_the_whole_game_what_is_left_of_it():
    seat_clock = SeatClock(total=Countdown(60.0)).start(100.0, 10.0).stop(104.0)
    assert seat_clock == SeatClock(None, Countdown(56.0))
    assert seat_clock.start(200.0, 10.0) == SeatClock(Countdown(10.0, 200.0), Countdown(56.0, 200.0))


def test_a_move_earns_the_increment():
    assert SeatClock(total=Countdown(60.0)).start(100.0, None).stop(104.0, 3) == SeatClock(None, Countdown(59.0))


def test_a_watch_without_limits_is_never_up():
    seat_clock = SeatClock().start(100.0, None)
    assert (seat_clock, seat_clock.due, seat_clock.left_at(999.0)) == (SeatClock(), None, None)
    assert seat_clock.stop(999.0, 5) == SeatClock()


def test_a_credit_makes_what_runs_wait_and_leaves_alone_what_does_not():
    seat_clock = SeatClock(total=Countdown(60.0)).start(100.0, 10.0).with_credit(104.0, 30.0)
    assert seat_clock == SeatClock(Countdown(6.0, 134.0), Countdown(56.0, 134.0))
    assert seat_clock.with_credit(110.0, 0) == SeatClock(Countdown(6.0, 110.0), Countdown(56.0, 110.0))
    still = SeatClock(None, Countdown(56.0))
    assert still.with_credit(104.0, 30.0) == still
