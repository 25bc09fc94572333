"""Rooms for one, three and four: seats, giving up while others play on, limits of a whole game, rematches."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec import structs

from engines.game import Outcome
from server.room import step as rooms
from server.room.inputs import AddComputers, Leave, Rematch, Resign, Sit, TakeBack, Tick
from server.room.match.occupants import Computer, OpenSeat
from server.room.outputs import AskComputer, SeatGiven, SeatLeft, ShowDeal, ShowTable, UpdateListing
from server.room.player_view import table
from tests.support.builders.changed_games import with_rules
from tests.support.builders.rooms import (
    ANN,
    BEN,
    CLEO,
    DORA,
    after,
    begun,
    choose,
    climb,
    climbing,
    opened,
    person,
    play,
    refusal,
)
from tests.support.games.climb import GAME

LEFT = "You left table KQFM."

pytestmark = pytest.mark.usefixtures("climb")

PLODDER = Computer("plodder")
FOUR = (ANN, BEN, CLEO, DORA)


def heights(room):
    return room.sitting.state.heights


def outcome(room):
    return room.sitting.outcome


# One.


def test_a_game_for_one_begins_as_its_room_is_made():
    made = rooms.begin(opened(person(ANN), game="climb"), 0.0)
    assert (made.room.phase, made.room.sitting.turn) == ("playing", (0,))
    assert set(made.outputs) == {SeatGiven(0), UpdateListing(), ShowTable(), ShowDeal()}


def test_one_alone_plays_to_the_end_and_at_once_again():
    room = climb(climb(climbing(ANN, steps=2), ANN), ANN)
    assert (room.phase, outcome(room).winners, room.won) == ("over", (0,), (1,))
    again = after(room, Rematch(ANN))
    assert (again.phase, again.sitting.number, again.chairs, again.won) == ("playing", 2, (person(ANN),), (1,))


def test_one_alone_gives_up_to_nobody_and_plays_again():
    room = after(climbing(ANN), Resign(ANN))
    assert (outcome(room).scores, outcome(room).winners, outcome(room).reason) == ((), (), "resigned 0")
    assert room.won == (0,)
    assert after(room, Rematch(ANN)).is_playing


# Chairs of many.


def test_a_room_for_four_waits_for_the_fourth():
    room = begun(person(ANN), OpenSeat(), OpenSeat(), OpenSeat(), game="climb")
    room = after(room, Sit(BEN, "ben"), Sit(CLEO, "cleo"))
    assert (room.phase, rooms.deadline(room)) == ("waiting", None)
    result = rooms.step(room, 0.0, Sit(DORA, "dora"))
    assert result.room.chairs == tuple(map(person, FOUR))
    assert result.room.phase == "playing"
    assert set(result.outputs) == {SeatGiven(3), ShowTable(), ShowDeal(), UpdateListing()}


def test_the_seats_left_open_are_all_filled_with_computers():
    room = begun(person(ANN), OpenSeat(), person(BEN), OpenSeat(), game="climb")
    room = after(room, AddComputers(BEN, "plodder"))
    assert room.chairs == (person(ANN), PLODDER, person(BEN), PLODDER)


def test_a_rematch_of_four_moves_everyone_and_what_they_won_one_seat_along():
    room = climb(climbing(*FOUR, steps=1), ANN)
    assert room.won == (1, 0, 0, 0)
    room = after(room, Rematch(ANN), Rematch(CLEO), Rematch(DORA))
    assert room.phase == "over"
    again = after(room, Rematch(BEN))
    assert again.chairs == (person(BEN), person(CLEO), person(DORA), person(ANN))
    assert again.won == (0, 0, 0, 1)
    assert again.sitting.plies == (0, 0, 0, 0)


def test_computers_on_turn_together_are_asked_together_and_each_once():
    made = rooms.begin(opened(person(ANN), *[PLODDER] * 3, game="climb", together=True), 0.0)
    assert [output for output in made.outputs if isinstance(output, AskComputer)] == [
        AskComputer(1),
        AskComputer(2),
        AskComputer(3),
    ]
    room = made.room
    assert rooms.step(room, 0.0, play(room, ANN, "1")).outputs == (ShowTable(),)
    assert rooms.step(room, 0.0, choose(room, 2)).outputs == (ShowTable(), AskComputer(2))


def test_a_tie_of_some_is_won_by_nobody():
    room = climbing(*FOUR[:3], together=True, game_s=60)
    room = after(climb(climb(room, ANN), BEN), Tick(), at=60.0)
    assert outcome(room).winners == (0, 1)
    assert room.won == (0, 0, 0)


# Giving up while others play on.


def test_who_resigns_keeps_the_chair_and_the_others_play_on():
    room = climbing(*FOUR)
    result = rooms.step(room, 1.0, Resign(ANN))
    assert result.record
    assert result.outputs == (ShowTable(),)
    room = result.room
    assert (room.phase, room.chairs, room.sitting.turn) == ("playing", tuple(map(person, FOUR)), (1,))
    assert refusal(room, play(room, ANN, "1")) == "not-your-turn"
    assert table(room, 0, 1.0).seat == 0


def test_who_leaves_leaves_an_open_seat_that_nobody_takes_during_the_game():
    room = climbing(*FOUR)
    result = rooms.step(room, 1.0, Leave(BEN))
    assert set(result.outputs) == {SeatLeft(BEN, LEFT), ShowTable(), UpdateListing()}
    room = result.room
    assert (room.phase, room.chairs[1]) == ("playing", OpenSeat())
    assert refusal(room, Sit(BEN, "ben")) == "room-full"
    assert refusal(room, Sit(5, "eve")) == "room-full"
    assert refusal(room, AddComputers(ANN, "plodder")) == "not-now"


def test_the_seat_left_open_is_taken_after_the_game():
    room = after(climbing(ANN, BEN, CLEO, steps=1), Leave(BEN))
    over = after(climb(room, ANN), Rematch(ANN), Rematch(CLEO))
    assert over.phase == "over"
    again = after(over, Sit(DORA, "dora"))
    assert again.chairs == (person(DORA), person(CLEO), person(ANN))
    assert again.won == (0, 0, 1)


def test_everyone_sees_who_gave_up_by_resigning_or_leaving_in_order_and_to_the_end():
    room = climbing(*FOUR)
    gone = []
    for event, seats in ((Resign(CLEO), (2,)), (Leave(ANN), (2, 0)), (Resign(DORA), (2, 0, 3))):
        room = after(room, event)
        gone.append([table(room, seat, 0.0).gave_up for seat in (0, 1, 2, 3, None)] == [seats] * 5)
    assert gone == [True] * 3
    assert (room.phase, table(room, 1, 0.0).gave_up) == ("over", (2, 0, 3))
    assert table(after(room, Leave(BEN)), None, 0.0).gave_up == (2, 0, 3)


def test_who_gave_up_is_told_whatever_the_game_ended_with_and_forgotten_with_the_next():
    given_up = after(climbing(ANN, BEN, CLEO, steps=1), Resign(ANN))
    for over in (climb(given_up, BEN), after(climbing(ANN, BEN, game="stiff"), Resign(ANN))):
        assert (over.phase, table(over, None, 0.0).gave_up) == ("over", (0,))
    again = after(climb(given_up, BEN), *map(Rematch, (ANN, BEN, CLEO)))
    assert table(again, None, 0.0).gave_up == ()


def test_a_computer_gives_up_and_the_others_play_on():
    room = climb(climbing(ANN, computers=2), ANN)
    result = rooms.step(room, 1.0, choose(room, 1, None))
    assert result.record
    assert result.outputs == (ShowTable(), AskComputer(2))
    room = result.room
    assert (room.phase, room.sitting.turn, room.sitting.plies) == ("playing", (2,), (1, 0, 0))
    assert table(room, None, 1.0).gave_up == (1,)
    assert refusal(room, choose(room, 1)) == "not-your-turn"
    assert refusal(room, choose(room, 1, None)) == "not-your-turn"


def test_where_all_computers_give_up_the_rules_say_what_becomes_of_who_is_left():
    room = climb(climbing(ANN, computers=1), ANN)
    over = after(room, choose(room, 1, None))
    assert (outcome(over).winners, outcome(over).reason) == ((0,), "The climb is over.")
    room = climb(climbing(ANN, computers=1, alone=True), ANN)
    assert after(room, choose(room, 1, None)).sitting.turn == (0,)


def test_a_computer_that_gives_up_ends_a_game_in_which_nobody_can_play_on():
    room = climb(climbing(ANN, computers=2, game="stiff"), ANN)
    over = after(room, choose(room, 1, None))
    assert (outcome(over).scores, outcome(over).winners) == ((), (0, 2))
    assert outcome(over).reason == "gave-up 1"
    assert over.won == (0, 0, 0)


def test_a_computer_that_is_not_on_turn_or_thought_of_another_position_does_not_give_up():
    room = climbing(ANN, computers=1)
    assert refusal(room, choose(room, 1, None)) == "not-your-turn"
    room = climb(room, ANN)
    moved = after(room, choose(room, 1))
    assert not rooms.step(climb(moved, ANN), 0.0, choose(room, 1, None)).record


def test_a_computer_that_gives_up_ends_what_was_asked():
    room = climb(climb(climbing(ANN, BEN, computers=1), ANN), BEN)
    room = after(room, TakeBack(BEN))
    assert room.sitting.request is not None
    assert after(room, choose(room, 2, None)).sitting.request is None


def test_who_resigned_may_leave_and_the_others_play_on_as_they_were():
    room = climb(after(climbing(*FOUR), Resign(ANN)), BEN)
    left = after(room, Leave(ANN))
    assert (left.phase, left.chairs[0]) == ("playing", OpenSeat())
    assert left.sitting == room.sitting


def test_where_who_resigned_leaves_no_computer_is_asked_twice():
    room = after(climbing(ANN, BEN, computers=1, together=True), Resign(ANN))
    assert rooms.step(room, 0.0, Leave(ANN)).outputs == (SeatLeft(ANN, LEFT), ShowTable(), UpdateListing())


def test_once_one_is_left_the_rules_say_how_it_ended():
    room = after(climbing(ANN, BEN, CLEO), Resign(ANN), Leave(CLEO))
    assert (outcome(room).winners, outcome(room).reason) == ((1,), "The climb is over.")
    assert room.won == (0, 1, 0)
    assert rooms.deadline(room) is None


@pytest.mark.parametrize(
    ("room", "event", "winners", "reason"),
    [
        pytest.param(
            lambda: climbing(*FOUR, game="stiff"),
            Resign(BEN),
            (0, 2, 3),
            "resigned 1",
            id="rules that allow no more",
        ),
        pytest.param(
            lambda: after(climbing(ANN, BEN, computers=2), Resign(ANN)),
            Resign(BEN),
            (2, 3),
            "resigned 1",
            id="the last person resigns",
        ),
        pytest.param(
            lambda: after(climbing(ANN, BEN, computers=2), Resign(ANN)),
            Leave(BEN),
            (2, 3),
            "left 1",
            id="the last person leaves",
        ),
    ],
)
def test_a_game_that_cannot_go_on_is_won_by_all_who_are_left_and_by_nobody_alone(room, event, winners, reason):
    over = after(room(), event)
    assert outcome(over) == Outcome((), winners, reason)
    assert (over.closed, over.won, rooms.thinkers(over)) == (False, (0, 0, 0, 0), ())


def test_one_computer_that_is_left_has_won():
    room = after(climb(climbing(ANN, computers=1), ANN), Resign(ANN))
    assert room.won == (0, 1)


@pytest.mark.parametrize(("serious", "won"), [(False, (0, 0)), (True, (0, 1))])
def test_a_game_that_its_only_person_left_untouched_is_won_by_nobody_but_at_a_serious_table(serious, won):
    room = climbing(ANN, computers=1, together=True, serious=serious)
    assert after(room, choose(room, 1), Resign(ANN)).won == won


def test_once_the_last_person_has_left_the_room_is_closed_whoever_is_left():
    room = after(climbing(ANN, BEN, computers=2), Leave(ANN))
    assert not room.closed
    assert after(room, Leave(BEN)).closed


def test_computers_on_turn_are_asked_anew_since_the_position_is_another():
    room = climbing(ANN, BEN, computers=2, together=True)
    assert rooms.step(room, 0.0, Resign(BEN)).outputs == (ShowTable(), AskComputer(2), AskComputer(3))
    assert rooms.step(room, 0.0, Leave(BEN)).outputs == (
        SeatLeft(BEN, LEFT),
        ShowTable(),
        UpdateListing(),
        AskComputer(2),
        AskComputer(3),
    )


def test_a_computer_is_asked_when_who_gave_up_was_on_turn_before_it():
    assert rooms.step(climbing(ANN, BEN, computers=1), 0.0, Resign(ANN)).outputs == (ShowTable(),)
    room = climb(climbing(ANN, BEN, computers=1), ANN)
    assert rooms.step(room, 0.0, Resign(BEN)).outputs == (ShowTable(), AskComputer(2))


def test_nobody_moves_for_a_seat_that_was_left():
    room = after(climbing(ANN, BEN, CLEO, together=True, move_s=10), Leave(BEN))
    assert rooms.thinkers(room) == ()
    room = after(room, Tick(), at=10.0)
    assert heights(room) == (1, 0, 1)


def test_a_move_under_way_when_another_gives_up_still_counts():
    room = climbing(ANN, BEN, CLEO, together=True)
    under_way = play(room, ANN, "2")
    assert heights(after(room, Resign(BEN), under_way)) == (2, 0, 0)


def test_a_game_that_a_seat_wins_whose_player_has_left_is_counted_for_nobody():
    room = after(climbing(ANN, BEN, CLEO), Leave(BEN))
    generous = replace(
        with_rules(GAME, outcome=lambda state: Outcome(state.heights, (1,), "It is up.")),
        timing=replace(GAME.timing, game=replace(GAME.timing.game, finish=lambda state: state)),
    )
    room = structs.replace(
        room,
        setting=replace(room.setting, game=generous),
        sitting=structs.replace(room.sitting, ends=15.0),
    )
    over = after(room, Tick(), at=15.0)
    assert (over.phase, outcome(over).winners, over.won) == ("over", (1,), (0, 0, 0))


# The limit of a whole game.


def test_when_the_games_time_is_up_it_is_over_in_one_entry():
    room = climb(climbing(*FOUR, move_s=10, game_s=15), ANN, at=8.0)
    assert rooms.deadline(room) == 15.0
    assert not rooms.step(room, 14.9, Tick()).record
    result = rooms.step(room, 15.0, Tick())
    assert result.record
    assert (result.room.phase, outcome(result.room).reason) == ("over", "Time is up.")
    assert (heights(result.room), result.room.won) == ((1, 0, 0, 0), (1, 0, 0, 0))
    assert result.outputs == (ShowDeal(), ShowTable(), UpdateListing())
    assert rooms.deadline(result.room) is None


@pytest.mark.parametrize(("now", "left"), [(0.0, 10.0), (8.0, 7.0), (15.0, 0.0)])
def test_the_table_tells_the_nearer_of_the_two_limits(now, left):
    room = climbing(ANN, BEN, move_s=10, game_s=15)
    if now:
        room = climb(room, ANN, at=now)
    assert table(room, 0, now).time_left_s == left
