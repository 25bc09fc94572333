"""A game against computers waits: given a room, when its only person looks elsewhere or comes back, then this runs."""

from __future__ import annotations

import pytest

from server.room import disconnections, snapshot
from server.room import replay as replays
from server.room import step as rooms
from server.room.inputs import (
    Back,
    CloseTable,
    EndTable,
    Leave,
    Pause,
    Resign,
    Restart,
    Resume,
    TakeBack,
    Tick,
)
from server.room.match.clock import ClockLimits
from server.room.match.occupants import Computer
from server.room.outputs import AskComputer, ShowTable
from server.room.player_view import table
from server.room.step import thinkers
from tests.support.builders.rooms import (
    ANN,
    BEN,
    after,
    answered,
    begun,
    choose,
    climb,
    climbing,
    flip,
    opened,
    person,
    play,
    playing,
)

pytestmark = pytest.mark.usefixtures("climb")

FLIP_S = 10.0


@pytest.fixture
def war():
    """ann plays War against the computer, which has flipped: her card turns by itself at 10 s."""
    room = begun(person(ANN), Computer("flipper"), auto_flip_s=10)
    return after(room, choose(room, 1, "flip"))


@pytest.fixture
def paused(war):
    return after(war, Pause(ANN), at=4.0)


def nobody(_player):
    return False


def everybody(_player):
    return True


# What stands still.


def test_nothing_is_due_in_a_paused_game_however_long_it_waits(war, paused):
    assert rooms.deadline(war) == FLIP_S
    assert rooms.deadline(paused) is None
    assert answered(paused, Tick(), at=5000.0) == ()


def test_who_comes_back_has_the_time_that_was_left(paused):
    room = after(paused, Resume(ANN), at=5000.0)
    assert rooms.deadline(room) == 5006.0
    assert table(room, 0, 5000.0).time_left_s == 6.0
    assert after(room, Tick(), at=5006.0).sitting.plies == (1, 1)


def test_while_it_waits_everybody_is_shown_the_time_left_as_it_was_and_that_it_waits(war, paused):
    for seat in (0, 1, None):
        before, seen = table(war, seat, 4.0), table(paused, seat, 5000.0)
        assert (seen.paused, seen.time_left_s, seen.lasted_s) == (True, 6.0, 4.0)
        assert (seen.view, seen.head, seen.turn) == (before.view, before.head, before.turn)
    assert not table(after(paused, Resume(ANN), at=5000.0), 0, 5000.0).paused


def test_a_paused_game_does_not_grow_older():
    room = after(after(climbing(ANN, computers=1), Pause(ANN), at=7.0), Resume(ANN), at=1007.0)
    assert table(room, 0, 1010.0).lasted_s == 10.0
    over = after(room, Resign(ANN), at=1012.0)
    assert over.sitting.lasted_s == 12.0


def test_the_clock_of_a_whole_game_and_the_games_own_end_wait_as_well():
    room = climbing(ANN, computers=1, limits=ClockLimits(None, 60, 0), game_s=100)
    room = after(after(room, Pause(ANN), at=20.0), Resume(ANN), at=1000.0)
    assert table(room, 0, 1000.0).totals == (40.0, None)
    assert room.sitting.ends == 1080.0
    assert after(room, Tick(), at=1040.0).phase == "over"


def test_no_computer_is_asked_and_what_one_was_thinking_of_is_dropped():
    room = climb(climbing(ANN, computers=1), ANN)
    paused = after(room, Pause(ANN), at=3.0)
    assert thinkers(paused) == ()
    assert answered(paused, choose(room, 1)) == ()
    result = rooms.step(paused, 9.0, Resume(ANN))
    assert result.outputs == (ShowTable(), AskComputer(1))
    assert after(result.room, choose(room, 1), at=9.5).sitting.plies == (1, 1)


# When.


def test_the_room_is_told_only_what_it_does_not_know_yet(war, paused):
    assert disconnections.pause_inputs(war, everybody) == ()
    assert disconnections.pause_inputs(war, nobody) == (Pause(ANN),)
    assert disconnections.pause_inputs(paused, nobody) == ()
    assert disconnections.pause_inputs(paused, everybody) == (Resume(ANN),)


def test_to_pause_or_to_go_on_twice_is_to_do_so_once(war, paused):
    assert answered(paused, Pause(ANN)) == answered(war, Resume(ANN)) == (ShowTable(asker=True),)
    assert answered(war, Pause(BEN)) == answered(paused, Resume(BEN)) == (ShowTable(asker=True),)


@pytest.mark.parametrize(
    "room",
    [
        pytest.param(playing, id="two people"),
        pytest.param(lambda: climbing(ANN, BEN, computers=1), id="two people and a computer"),
        pytest.param(lambda: after(climbing(ANN, BEN, computers=1), Leave(BEN)), id="once the other has left"),
        pytest.param(lambda: climbing(ANN, computers=1, serious=True), id="a serious table"),
        pytest.param(begun, id="before a game"),
        pytest.param(lambda: after(climbing(ANN, computers=1), Resign(ANN)), id="after it"),
    ],
)
def test_with_other_people_at_serious_tables_and_without_a_game_nothing_waits(room):
    room = room()
    assert disconnections.pause_inputs(room, nobody) == ()
    assert not rooms.step(room, 1.0, Pause(ANN)).record


def test_a_game_that_one_plays_alone_waits_as_well():
    room = climbing(ANN, move_s=50)
    assert rooms.deadline(room) == 50.0
    assert rooms.deadline(after(room, Pause(ANN), at=1.0)) is None


# What a person does in a paused game.


@pytest.mark.parametrize("event", [Resign(ANN), Leave(ANN), CloseTable(ANN)], ids=str)
def test_who_does_something_there_is_there(paused, event):
    assert not after(paused, event, at=900.0).is_paused
    assert after(paused, Resign(ANN), at=900.0).sitting.lasted_s == 4.0


def test_a_move_in_a_paused_game_wakes_it_and_the_computers():
    paused = after(climb(climbing(ANN, computers=2, together=True), ANN), Pause(ANN), at=3.0)
    result = rooms.step(paused, 500.0, play(paused, ANN, "1"))
    assert result.record
    assert not result.room.is_paused
    assert result.outputs == (ShowTable(), AskComputer(1), AskComputer(2))
    taken = rooms.step(paused, 500.0, TakeBack(ANN))
    assert (taken.room.is_paused, taken.room.sitting.state.heights) == (False, (0, 0, 0))


def test_what_is_refused_there_leaves_it_paused(paused):
    assert answered(paused, play(paused, ANN, "jump"), at=500.0)
    assert answered(paused, TakeBack(ANN), at=500.0)


def test_a_table_that_is_closed_while_it_waits_has_no_loser(paused):
    closed = after(paused, EndTable("Closed."), at=900.0)
    assert (closed.closed, closed.sitting.outcome) == (True, None)


# Restarts.


def test_a_paused_game_is_paused_after_a_restart_and_loses_no_time(paused):
    assert answered(paused, Restart(), at=4.0)
    assert rooms.deadline(after(paused, Resume(ANN), at=60.0)) == 66.0


def test_a_game_that_was_going_on_at_a_restart_waits_for_who_comes_back(war):
    room = after(after(war, Restart(), at=4.0), Pause(ANN), at=5.0)
    assert rooms.deadline(room) is None
    back = after(room, Back(ANN), Resume(ANN), at=100.0)
    assert rooms.deadline(back) == 106.0
    assert rooms.deadline(after(room, Resume(ANN), Back(ANN), at=100.0)) == 106.0


def test_its_journal_gives_the_same_room_again():
    making = opened(person(ANN), Computer("flipper"), auto_flip_s=10)
    room = rooms.begin(making, 0.0).room
    entries = [replays.pack(0.0, making)]
    steps = [(1.0, choose(room, 1, "flip")), (4.0, Pause(ANN)), (900.25, Resume(ANN)), (906.5, Tick())]
    for at, event in steps:
        room = after(room, event, at=at)
        entries.append(replays.pack(at, event))
        assert replays.replay(entries) == (room, at)


@pytest.mark.parametrize("made", [lambda: climb(climbing(ANN, computers=1), ANN), lambda: climbing(ANN, move_s=50)])
def test_a_snapshot_of_it_gives_the_same_room_again(made):
    paused = after(made(), Pause(ANN), at=4.0)
    resumed = after(paused, Resume(ANN), at=90.0)
    making = opened(*paused.chairs, game="climb", move_s=50 if paused.setting.move_s else 0)
    first = replays.pack(0.0, making)
    for room, at in ((paused, 4.0), (resumed, 90.0)):
        packed = snapshot.pack(room, at)
        assert packed is not None
        assert snapshot.unpack(first, packed) == (room, at)


def test_pausing_again_and_again_gives_nobody_time():
    room = climbing(ANN, move_s=10)
    for pause in range(5):
        began = pause * 102.0
        room = after(after(room, Pause(ANN), at=began + 2.0), Resume(ANN), at=began + 102.0)
    assert rooms.deadline(room) == 510.0
    assert after(room, Tick(), at=510.0).sitting.plies == (1,)


def test_flips_go_on_as_if_nothing_had_happened_after_a_pause(paused):
    room = after(paused, Resume(ANN), at=50.0)
    assert after(room, flip(room, ANN), at=51.0).sitting.plies == (1, 1)
