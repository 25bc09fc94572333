"""How long players may take, as it is written, shown and said."""

from __future__ import annotations

import pytest

from client import clocks
from client.store import Seated
from client.tables import time_limits
from protocol import messages as m
from tests.support.tables import war_table, war_view

FIVE = m.Clock(move_s=None, total_s=300, increment_s=3)


def table(**changes):
    return war_table(war_view(), **{"clock": FIVE, "totals": (298.0, 300.0), "turn": (0,), **changes})


@pytest.mark.parametrize(
    ("words", "limits"),
    [
        ((), (None, None, 0)),
        (("clock=5+3",), (None, 300, 3)),
        (("clock=5",), (None, 300, 0)),
        (("clock=0.5+1",), (None, 30, 1)),
        (("move-time=30",), (30, None, 0)),
        (("clock=5+3", "move-time=30", "clock=1+0"), (30, 60, 0)),
    ],
)
def test_the_words_for_a_clock(words, limits):
    clock = clocks.clock_of(words)
    assert (clock.move_s, clock.total_s, clock.increment_s) == limits


@pytest.mark.parametrize(
    "word", ["clock=", "clock=x", "clock=5+x", "clock=0", "clock=1e9", "clock=5+9999", "clock=inf"]
)
def test_what_is_no_clock_is_said_to_be_none(word):
    with pytest.raises(ValueError, match="clock takes minutes"):
        clocks.clock_of((word,))


def test_a_moves_time_is_whole_seconds():
    with pytest.raises(ValueError, match="move-time takes whole seconds"):
        clocks.clock_of(("move-time=soon",))


def test_a_clock_is_written_as_it_is_typed():
    assert time_limits(FIVE) == "5+3"
    assert time_limits(m.Clock(move_s=30, total_s=30, increment_s=0)) == "0.5+0, 30 s a move"
    assert time_limits(m.NO_CLOCK) == ""


@pytest.mark.parametrize(
    ("seconds", "face"), [(298.0, "4:58"), (9.2, "0:10"), (0.0, "0:00"), (3600.0, "1:00:00"), (59.9, "1:00")]
)
def test_a_time_is_shown_as_a_clock_shows_it(seconds, face):
    assert clocks.face(seconds) == face


def test_only_the_time_of_who_is_on_turn_runs_and_little_is_marked():
    seated = Seated(table(), 100.0)
    assert clocks.faces(seated, 100.0) == "▸4:58 - 5:00"
    assert clocks.faces(seated, 370.0) == "▸0:28! - 5:00"
    assert clocks.faces(Seated(war_table(war_view()), 100.0), 100.0) == ""


def test_while_the_connection_is_lost_everybodys_time_stands_still_and_nobody_is_warned():
    seated = Seated(table(time_left_s=298.0), 100.0, lost_at=103.0)
    assert clocks.faces(seated, 500.0) == "4:55 - 5:00"
    assert (clocks.warning_in_s(seated, 103.0), clocks.warning(seated, 371.0), clocks.low_at(seated)) == (
        None,
        (),
        None,
    )


def test_at_the_end_everybodys_time_stands_still():
    assert clocks.faces(Seated(table(phase="over", turn=()), 100.0), 500.0) == "4:58 - 5:00"


def test_a_moves_time_is_shown_as_it_runs_out():
    limited = m.Clock(move_s=30, total_s=None, increment_s=0)
    seated = Seated(table(clock=limited, totals=(None, None), time_left_s=30.0), 100.0)
    assert clocks.faces(seated, 104.5) == "26 s to move"


def test_how_much_time_one_has_is_said_as_ones_turn_begins():
    mine, theirs = table(time_left_s=298.0, ply=1), table(turn=(1,), time_left_s=300.0)
    assert clocks.time_told(theirs, mine) == ("You have 4:58 left.",)
    assert clocks.time_told(None, mine) == ("You have 4:58 left.",)
    assert clocks.time_told(mine, mine) == ()
    assert clocks.time_told(mine, theirs) == ()
    assert clocks.time_told(None, war_table(war_view(), time_left_s=10.0)) == ()


def test_who_is_on_turn_is_warned_twice():
    seated = Seated(table(time_left_s=40.0), 100.0)
    assert clocks.warning_in_s(seated, 100.0) == 10.0
    assert clocks.warning(seated, 110.0) == ("30 seconds left.",)
    assert clocks.warning_in_s(seated, 110.0) == 20.0
    assert clocks.warning_in_s(seated, 130.0) is None
    assert clocks.warning_in_s(Seated(table(turn=(1,), time_left_s=40.0), 100.0), 100.0) is None
    assert clocks.warning_in_s(None, 100.0) is None
