"""How long players may take, as it is written, shown and said."""

from client.state.phrases import clocks
from client.state.store import FollowedTable
from client.state.table_view import time_limits
from protocol import messages as m
from tests.support.builders.tables import war_table, war_view
from tests.support.golden.sentences import error_of, for_each, golden_test

FIVE = m.TimeControl(move_s=None, total_s=300, increment_s=3)


def table(**changes):
    return war_table(war_view(), **{"clock": FIVE, "totals": (298.0, 300.0), "turn": (0,), **changes})


def test_a_clock_is_written_as_it_is_typed():
    assert time_limits(FIVE) == "5+3"
    assert time_limits(m.TimeControl(move_s=30, total_s=30, increment_s=0)) == "0.5+0, 30 s a move"
    assert time_limits(m.NO_CLOCK) == ""


def test_while_the_connection_is_lost_everybodys_time_stands_still_and_nobody_is_warned():
    seated = FollowedTable(table(time_left_s=298.0), 100.0, lost_at=103.0)
    assert clocks.faces(seated, 500.0) == "4:55 - 5:00"
    assert (clocks.warning_in_s(seated, 103.0), clocks.warning(seated, 371.0), clocks.low_at(seated)) == (
        None,
        (),
        None,
    )


def test_a_moves_time_is_shown_as_it_runs_out():
    limited = m.TimeControl(move_s=30, total_s=None, increment_s=0)
    seated = FollowedTable(table(clock=limited, totals=(None, None), time_left_s=30.0), 100.0)
    assert clocks.faces(seated, 104.5) == "26 s to move"


SAID = {
    "what is no clock is said to be none": lambda: for_each(
        lambda word: error_of(lambda: clocks.clock_of((word,))),
        ["clock=", "clock=x", "clock=5+x", "clock=0", "clock=1e9", "clock=5+9999", "clock=inf"],
    ),
    "a moves time is whole seconds": lambda: error_of(lambda: clocks.clock_of(("move-time=soon",))),
    "how much time one has is said as ones turn begins": lambda: (
        clocks.announce_time(
            (theirs := table(turn=(1,), time_left_s=300.0)), (mine := table(time_left_s=298.0, ply=1))
        ),
        clocks.announce_time(None, mine),
        clocks.announce_time(mine, mine),
        clocks.announce_time(mine, theirs),
        clocks.announce_time(None, war_table(war_view(), time_left_s=10.0)),
    ),
    "who is on turn is warned twice": lambda: (
        clocks.warning_in_s((seated := FollowedTable(table(time_left_s=40.0), 100.0)), 100.0),
        clocks.warning(seated, 110.0),
        clocks.warning_in_s(seated, 110.0),
        clocks.warning_in_s(seated, 130.0),
        clocks.warning_in_s(FollowedTable(table(turn=(1,), time_left_s=40.0), 100.0), 100.0),
        clocks.warning_in_s(None, 100.0),
    ),
    "the words for a clock": lambda: for_each(
        lambda words: ((clock := clocks.clock_of(words)).move_s, clock.total_s, clock.increment_s),
        [
            (),
            ("clock=5+3",),
            ("clock=5",),
            ("clock=0.5+1",),
            ("move-time=30",),
            ("clock=5+3", "move-time=30", "clock=1+0"),
        ],
    ),
    "a time is shown as a clock shows it": lambda: for_each(clocks.face, [298.0, 9.2, 0.0, 3600.0, 59.9]),
    "only the time of who is on turn runs and little is marked": lambda: (
        clocks.faces((seated := FollowedTable(table(), 100.0)), 100.0),
        clocks.faces(seated, 370.0),
        clocks.faces(FollowedTable(war_table(war_view()), 100.0), 100.0),
    ),
    "at the end everybodys time stands still": lambda: clocks.faces(
        FollowedTable(table(phase="over", turn=()), 100.0), 500.0
    ),
}

test_said = golden_test(__name__, SAID)
