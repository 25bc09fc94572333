"""How people go: sent away, with the table closed for everybody, or because their time is up."""

from __future__ import annotations

import pytest

from server.room import step as rooms
from server.room.inputs import (
    AddComputers,
    CloseTable,
    Expel,
    Forget,
    Kick,
    Leave,
    Play,
    Rematch,
    Resign,
    SendAway,
    Sit,
    Tick,
)
from server.room.match.clock import ClockLimits
from server.room.match.occupants import OpenSeat
from server.room.outputs import SeatLeft, ShowTable, UpdateListing
from server.room.player_view import table
from tests.support.builders.rooms import ANN, BEN, CLEO, after, begun, climb, climbing, person, playing, refusal

pytestmark = pytest.mark.usefixtures("climb")


@pytest.fixture
def three():
    """ann, whose table it is, ben and cleo, waiting for a fourth."""
    return begun(person(ANN), person(BEN), person(CLEO), OpenSeat(), game="climb")


def timed(*players, **limits):
    return climbing(*players, limits=ClockLimits(**limits))


# The host.


def test_the_host_is_who_made_the_table_and_then_whoever_comes_first(three):
    assert table(three, 1, 0.0).host_seat == 0
    assert table(after(three, Leave(BEN)), 0, 0.0).host_seat == 0
    passed_on = table(after(three, Leave(ANN)), 1, 0.0)
    assert (passed_on.host_seat, passed_on.host) == (1, "ben")
    assert table(after(three, Leave(ANN), Leave(BEN)), 2, 0.0).host == "cleo"


def test_the_host_stays_the_host_when_sides_are_swapped():
    room = after(climbing(ANN, BEN), Resign(ANN), Rematch(ANN), Rematch(BEN))
    assert (room.seat_of(ANN), table(room, 0, 0.0).host_seat) == (1, 1)


# Sent away.


def test_who_is_sent_away_stands_up_and_is_told_by_whom(three):
    result = rooms.step(three, 0.0, SendAway(ANN, BEN))
    assert result.room.chairs[1] == OpenSeat()
    assert set(result.outputs) == {SeatLeft(BEN, "ann sent you away from table KQFM."), ShowTable(), UpdateListing()}


def test_who_was_sent_away_may_not_sit_down_there_again(three):
    room = after(three, SendAway(ANN, BEN))
    assert refusal(room, Sit(BEN, "ben")) == "not-host"
    assert after(room, Sit(4, "dora")).seat_of(4) == 1


def test_who_sends_somebody_away_in_the_middle_of_a_game_has_given_that_up():
    before = climb(climbing(ANN, BEN), ANN)
    result = rooms.step(before, 0.0, SendAway(ANN, BEN))
    assert (result.room.sitting.reasons, result.room.sitting.outcome.winners) == (("sent-away 0 1",), (1,))
    assert (result.room.seq, result.room.chairs[1], result.room.banned) == (before.seq + 1, OpenSeat(), (BEN,))


def test_where_others_play_on_both_are_out():
    room = after(climbing(ANN, BEN, CLEO, 4), SendAway(ANN, CLEO))
    assert (room.sitting.gave_up, room.sitting.reasons) == ((0, 2), ("sent-away 0 2",) * 2)
    assert room.is_playing


def test_a_host_who_was_out_before_sends_somebody_away_and_that_one_is_out_as_well():
    room = after(climbing(ANN, BEN, CLEO, 4), Resign(ANN), SendAway(ANN, CLEO))
    assert room.sitting.gave_up == (0, 2)


def test_to_send_away_who_has_given_up_costs_nothing():
    room = after(climbing(ANN, BEN, CLEO), Resign(CLEO), SendAway(ANN, CLEO))
    assert room.sitting.gave_up == (2,)


def test_in_a_journal_of_an_older_server_it_was_given_up_by_who_was_sent_away():
    room = after(climbing(ANN, BEN, CLEO), Kick(ANN, "cleo"))
    assert (room.sitting.gave_up, room.sitting.reasons) == ((2,), ("sent-away 0 2",))
    assert room.is_playing


def test_in_a_journal_of_an_older_server_whoever_sat_first_under_a_name_was_meant():
    room = after(
        begun(person(ANN), OpenSeat(), OpenSeat(), OpenSeat(), game="climb"), Sit(BEN, "ben"), Sit(CLEO, "ben")
    )
    assert after(room, Expel(ANN, "ben")).players() == after(room, SendAway(ANN, BEN)).players()


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (SendAway(BEN, CLEO), "not-host"),
        (SendAway(ANN, 4), "not-now"),
        (SendAway(ANN, ANN), "not-now"),
        (SendAway(4, ANN), "not-seated"),
        (CloseTable(BEN), "not-host"),
        (CloseTable(4), "not-seated"),
    ],
)
def test_nobody_but_the_host_may_and_not_everything(three, event, code):
    assert refusal(three, event) == code


# The table closed.


def test_the_host_closes_the_table_and_everybody_is_told_by_whom(three):
    result = rooms.step(three, 0.0, CloseTable(ANN))
    reason = "ann closed table KQFM."
    assert result.room.closed
    assert result.room.farewell == reason
    assert set(result.outputs) == {
        *(SeatLeft(player, reason) for player in (ANN, BEN, CLEO)),
        ShowTable(),
        UpdateListing(),
    }


def test_who_closes_it_in_the_middle_of_a_game_has_given_that_up():
    room = after(climb(climbing(ANN, BEN), ANN), CloseTable(ANN))
    assert room.closed
    assert (room.sitting.reasons, room.sitting.outcome.winners) == (("closed 0",), (1,))


def test_a_seat_may_be_given_to_a_computer_after_somebody_was_sent_away(three):
    assert after(three, SendAway(ANN, BEN), AddComputers(ANN, "plodder")).is_playing


# Time.


def test_whose_time_for_the_game_is_up_has_lost():
    room = timed(ANN, BEN, total_s=60)
    assert rooms.deadline(room) == 60.0
    over = after(room, Tick(), at=60.0)
    assert (over.sitting.reasons, over.sitting.outcome.winners) == (("time-up 0",), (1,))


def test_in_a_game_of_more_the_others_play_on():
    room = after(timed(ANN, BEN, CLEO, total_s=60), Tick(), at=60.0)
    assert (room.is_playing, room.sitting.turn, rooms.deadline(room)) == (True, (1,), 120.0)


def test_only_the_time_of_who_is_on_turn_runs_and_a_move_earns_the_increment():
    room = timed(ANN, BEN, total_s=60, increment_s=5)
    room = after(room, Play(ANN, 1, 0, "1"), at=10.0)
    assert table(room, 0, 12.0).totals == (55.0, 58.0)
    room = after(room, Play(BEN, 1, 0, "1"), at=20.0)
    assert table(room, 0, 20.0).totals == (55.0, 55.0)


def test_a_move_that_is_late_is_made_and_the_whole_games_time_goes_on():
    room = after(timed(ANN, BEN, move_s=10, total_s=60), Tick(), at=10.0)
    assert (room.sitting.plies, room.sitting.turn) == ((1, 0), (1,))
    assert table(room, 1, 10.0).totals == (50.0, 60.0)


def test_a_computers_time_for_the_game_is_not_limited():
    assert table(climbing(ANN, computers=1, limits=ClockLimits(total_s=60)), 0, 0.0).totals == (60.0, None)


def test_at_the_end_everybodys_time_stands_still():
    over = after(timed(ANN, BEN, total_s=60), Resign(BEN), at=7.0)
    assert table(over, 0, 500.0).totals == (53.0, 60.0)


# Accounts that are deleted.


def test_nobody_is_told_the_name_any_more_of_somebody_who_left_and_deleted_their_account():
    room = after(playing(), Resign(BEN), Leave(BEN))
    assert table(room, 0, 0.0).reasons == ("ben resigned.",)
    result = rooms.step(room, 1.0, Forget(BEN))
    assert (result.record, result.outputs) == (True, (ShowTable(),))
    seen = table(result.room, 0, 1.0)
    assert (seen.reasons, seen.ending.reason) == (("A former player resigned.",), "A former player resigned.")
    assert result.room.sitting == room.sitting


def test_who_is_forgotten_already_or_never_played_there_changes_nothing():
    room = after(climbing(ANN, BEN), Resign(BEN), Leave(BEN), Forget(BEN))
    for player in (BEN, CLEO):
        assert not rooms.step(room, 1.0, Forget(player)).record
