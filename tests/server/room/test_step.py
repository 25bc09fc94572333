"""What a room makes of every input: given a room, when something happens, then it is another room."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engines.game import Outcome
from server.room import step as rooms
from server.room.inputs import (
    AddComputers,
    AnswerOffer,
    CloseDeserted,
    ComputerMove,
    EndTable,
    Leave,
    Play,
    Rematch,
    Resign,
    Sit,
    TakeBack,
    Tick,
)
from server.room.match.occupants import Computer, OpenSeat, Person
from server.room.outputs import AskComputer, SeatGiven, SeatLeft, ShowDeal, ShowTable, UpdateListing
from tests.support.builders.rooms import (
    ANN,
    BEN,
    CLEO,
    after,
    answered,
    begun,
    finished,
    flip,
    flipped,
    opened,
    person,
    playing,
    refusal,
)

FLIPPER = Computer("flipper")
EVERY_INPUT = [
    Play(ANN, 1, 0, "flip"),
    ComputerMove(1, 1, 0, "flip"),
    Tick(),
    Sit(CLEO, "cleo"),
    AddComputers(ANN, "flipper"),
    Resign(ANN),
    TakeBack(ANN),
    AnswerOffer(ANN, agree=True),
    Rematch(ANN),
    Leave(ANN),
    CloseDeserted(),
    EndTable("It ends."),
]


@pytest.fixture
def waiting():
    return begun()


@pytest.fixture
def war():
    return playing()


@pytest.fixture
def over():
    return after(playing(), Resign(ANN))


def ids(event):
    return type(event).__name__


# A room is made.


def test_a_new_room_waits_for_players_and_says_where_its_maker_sits():
    made = rooms.begin(opened(OpenSeat(), person(ANN)), 0.0)
    assert made.room.phase == "waiting"
    assert made.room.seq == 1
    assert set(made.outputs) == {SeatGiven(1), UpdateListing(), ShowTable()}


def test_a_room_made_under_other_rules_cannot_begin():
    with pytest.raises(ValueError, match="made under 999"):
        rooms.begin(opened(version=999), 0.0)


def test_another_seed_deals_other_cards():
    assert playing(seed=b"\x01" * 32).sitting.state.hands != playing().sitting.state.hands


def test_neither_the_key_nor_the_cards_are_in_a_rooms_repr():
    room = playing()
    assert repr(room.setting.seed) not in repr(room)
    assert "Card(" not in repr(room)


# Chairs.


def test_who_sits_down_last_starts_the_game(waiting):
    result = rooms.step(waiting, 5.0, Sit(BEN, "ben"))
    assert result.record
    assert result.room.phase == "playing"
    assert result.room.chairs == (Person(ANN, "ann"), Person(BEN, "ben"))
    assert result.room.sitting.turn == (0, 1)
    assert set(result.outputs) == {SeatGiven(1), ShowTable(), ShowDeal(), UpdateListing()}


def test_who_has_a_seat_gets_the_same_one_again(war):
    assert answered(war, Sit(BEN, "ben")) == (SeatGiven(1), ShowTable(asker=True))


def test_where_computers_begin_they_sit_down_before_the_people():
    room = after(begun(game="tower_blaster"), AddComputers(ANN, "careful"))
    assert room.chairs == (Computer("careful"), person(ANN))
    assert room.phase == "playing"


@pytest.mark.parametrize(
    "event",
    [AddComputers(CLEO, "flipper"), Resign(CLEO), Rematch(CLEO), Leave(CLEO), Play(CLEO, 1, 0, "flip")],
    ids=ids,
)
def test_who_has_no_seat_decides_nothing(waiting, war, over, event):
    assert [refusal(room, event) for room in (waiting, war, over)] == ["not-seated"] * 3


# Leaving.


def test_the_last_person_to_go_closes_the_room(waiting):
    result = rooms.step(waiting, 0.0, Leave(ANN))
    assert result.room.closed
    assert set(result.outputs) == {SeatLeft(ANN, "You left table KQFM."), ShowTable(), UpdateListing()}


def test_leaving_while_others_wait_opens_the_seat(over):
    room = after(over, Leave(BEN))
    assert room.chairs == (person(ANN), OpenSeat())
    assert not room.closed


@pytest.mark.parametrize(("event", "reason"), [(Leave(ANN), "left 0"), (Resign(ANN), "resigned 0")], ids=ids)
def test_who_gives_a_game_up_loses_it(war, event, reason):
    result = rooms.step(flipped(war, ANN), 1.0, event)
    assert (result.room.phase, result.room.won) == ("over", (0, 1))
    assert result.room.sitting.outcome == Outcome((), (1,), reason)
    assert (result.room.sitting.turn, result.room.sitting.deadline) == ((), None)
    assert {output for output in result.outputs if not isinstance(output, SeatLeft)} == {
        ShowTable(), ShowDeal(), UpdateListing(),
    }  # fmt: skip


def test_who_leaves_takes_their_wins_and_their_wish_for_a_rematch_along(over):
    room = after(over, Rematch(BEN), Leave(BEN))
    assert room.won == (0, 0)
    assert room.rematch == ()


@pytest.mark.parametrize(
    ("phases", "event"),
    [
        (("waiting", "over"), Resign(ANN)),
        (("waiting", "war"), Rematch(ANN)),
        (("waiting",), Play(ANN, 0, 0, "flip")),
        (("over",), Play(BEN, 1, 0, "flip")),
    ],
    ids=str,
)
def test_everything_has_its_time(phases, event, request):
    assert {refusal(request.getfixturevalue(phase), event) for phase in phases} == {"not-now"}


# A rematch.


def test_a_rematch_swaps_sides_and_what_was_won_goes_along(over):
    room = after(over, Rematch(BEN), Rematch(ANN))
    assert room.phase == "playing"
    assert room.chairs == (person(BEN), person(ANN))
    assert over.won == (0, 1)
    assert room.won == (1, 0)
    assert room.sitting.number == 2
    assert room.sitting.plies == (0, 0)
    assert room.rematch == ()


def test_a_rematch_deals_other_cards(war, over):
    again = after(over, Rematch(BEN), Rematch(ANN))
    assert again.sitting.state.hands != war.sitting.state.hands


def test_agreeing_twice_is_agreeing_once(over):
    assert answered(after(over, Rematch(BEN)), Rematch(BEN)) == (ShowTable(asker=True),)


def test_agreeing_again_to_a_game_that_has_begun_is_no_news_until_one_has_moved(over):
    room = after(over, Rematch(BEN), Rematch(ANN))
    assert answered(room, Rematch(BEN)) == (ShowTable(asker=True),)
    assert refusal(flipped(room, BEN), Rematch(BEN)) == "not-now"


def test_a_computer_always_agrees_to_a_rematch():
    room = after(begun(person(ANN), FLIPPER), Resign(ANN))
    result = rooms.step(room, 0.0, Rematch(ANN))
    assert result.room.chairs == (FLIPPER, person(ANN))
    assert AskComputer(0) in result.outputs


def test_a_newcomer_after_a_game_has_come_to_play_the_next_one(over):
    room = after(over, Leave(ANN), Sit(CLEO, "cleo"))
    assert room.phase == "over"
    assert room.won == (0, 1)
    again = after(room, Rematch(BEN))
    assert again.phase == "playing"
    assert again.chairs == (person(BEN), person(CLEO))
    assert again.won == (1, 0)


def test_a_newcomer_starts_the_next_game_where_the_other_has_agreed(over):
    room = after(over, Leave(ANN), Rematch(BEN), Sit(CLEO, "cleo"))
    assert room.phase == "playing"
    assert room.sitting.number == 2


def test_a_computer_for_who_left_plays_once_the_other_agrees(over):
    room = after(over, Leave(ANN), AddComputers(BEN, "flipper"))
    assert room.phase == "over"
    assert after(room, Rematch(BEN)).phase == "playing"


# A move.


def test_a_flip_counts_for_its_own_seat(war):
    result = rooms.step(war, 1.0, flip(war, ANN))
    assert result.record
    assert result.room.seq == war.seq + 1
    assert result.room.sitting.plies == (1, 0)
    assert result.room.sitting.turn == (1,)
    assert result.outputs == (ShowTable(),)


def test_two_who_flip_at_the_same_instant_are_both_heard(war):
    anns, bens = flip(war, ANN), flip(war, BEN)
    for first, second in ((anns, bens), (bens, anns)):
        room = after(war, first, second)
        assert room.sitting.plies == (1, 1)
        assert room.sitting.state.left == (25, 25)


@pytest.mark.parametrize("ply", [0, 5])
def test_a_move_sent_again_or_in_a_later_game_acts_no_more(war, ply):
    once = flipped(war, ANN)
    again = after(flipped(once, BEN), Resign(ANN), Rematch(ANN), Rematch(BEN))
    for room, event in ((once, Play(ANN, 1, 0, "flip")), (again, Play(ANN, 1, ply, "flip"))):
        assert answered(room, event) == (ShowTable(asker=True),)


@pytest.mark.parametrize(("number", "ply"), [(1, 1), (1, 99), (2, 0)])
def test_a_move_from_a_position_to_come_is_stale(war, number, ply):
    assert refusal(war, Play(ANN, number, ply, "flip")) == "stale"


@pytest.mark.parametrize("move", ["", "fold", "FLIP", "flip ", "flip\x00", "💥" * 60])
def test_what_is_no_move_is_unreadable(war, move):
    assert refusal(war, Play(ANN, 1, 0, move)) == "unreadable"


def test_a_move_that_breaks_a_rule_is_illegal(war):
    # War has no illegal move that is one's turn to make, so the table is told that seat 0 is on turn when it is not.
    once = flipped(war, ANN)
    lenient = replace(once, sitting=replace(once.sitting, turn=(0, 1)))
    assert refusal(lenient, flip(lenient, ANN)) == "illegal"


def test_a_computers_move_is_a_move_like_any():
    room = begun(person(ANN), FLIPPER)
    room = after(room, ComputerMove(1, 1, 0, "flip"))
    assert room.sitting.plies == (0, 1)
    assert not rooms.step(room, 0.0, ComputerMove(1, 1, 0, "flip")).record


def test_a_computer_is_asked_when_its_turn_comes_and_not_again_while_it_thinks():
    room = begun(person(ANN), FLIPPER)
    anns = rooms.step(room, 0.0, flip(room, ANN))
    assert anns.outputs == (ShowTable(),)
    its = rooms.step(anns.room, 0.0, ComputerMove(1, 1, 0, "flip"))
    assert its.outputs == (ShowTable(), AskComputer(1))


def test_after_a_restart_the_computers_on_turn_are_asked_again():
    room = begun(person(ANN), FLIPPER)
    assert rooms.thinkers(room) == (AskComputer(1),)
    assert rooms.thinkers(after(room, ComputerMove(1, 1, 0, "flip"))) == ()
    assert rooms.thinkers(begun()) == ()


@pytest.mark.parametrize(("seat", "won"), [(0, (1, 0)), (1, (0, 1))])
def test_the_winner_of_a_game_played_out_is_counted(seat, won):
    games = (finished(playing(seed=number.to_bytes(32))) for number in range(1000))
    over = next(room for room in games if room.sitting.outcome.winners == (seat,))
    assert (over.phase, over.won) == ("over", won)
    assert rooms.deadline(over) is None


# Time.


def test_without_a_limit_there_is_no_deadline(waiting):
    assert rooms.deadline(playing(auto_flip_s=0)) is None
    assert rooms.deadline(waiting) is None


def test_before_the_deadline_a_tick_is_nothing(war):
    assert answered(war, Tick(), at=9.999) == ()


def test_at_the_deadline_both_late_seats_flip_in_one_entry(war):
    result = rooms.step(war, 10.0, Tick())
    assert result.record
    assert result.room.seq == war.seq + 1
    assert result.room.sitting.plies == (1, 1)
    assert result.room.sitting.state.left == (25, 25)
    assert rooms.deadline(result.room) == 20.0
    assert result.outputs == (ShowTable(),)


def test_at_the_deadline_only_who_is_late_flips(war):
    room = after(flipped(war, BEN, at=3.0), Tick(), at=10.0)
    assert room.sitting.plies == (1, 1)


def test_a_late_computer_is_asked_for_its_next_move():
    result = rooms.step(begun(person(ANN), FLIPPER), 10.0, Tick())
    assert AskComputer(1) in result.outputs


def test_ticks_alone_play_a_game_to_its_end():
    room, ticks = playing(auto_flip_s=1), 0
    while room.is_playing:
        room, ticks = after(room, Tick(), at=rooms.deadline(room)), ticks + 1
    assert 0 < ticks <= 26
    assert room.seq == 1 + ticks


def test_a_rematch_has_its_own_time(over):
    room = after(over, Rematch(ANN), Rematch(BEN), at=50.0)
    assert rooms.deadline(room) == 60.0


# A closed room.


def test_the_house_closes_a_room_whatever_is_played_there(waiting, war, over):
    for room in (waiting, war, over):
        result = rooms.step(room, 0.0, CloseDeserted())
        assert result.record
        assert result.room.closed
        reveals = {ShowDeal()} if room.is_playing else set()
        gone = {SeatLeft(player, "Table KQFM is closed.") for player in room.players()}
        assert set(result.outputs) == {*gone, ShowTable(), UpdateListing(), *reveals}


def test_the_owner_ends_a_table_with_a_word_to_everyone_and_nobody_has_lost(waiting, war, over):
    for room in (waiting, war, over):
        result = rooms.step(room, 0.0, EndTable("It ends."))
        assert (result.record, result.room.closed, result.room.farewell) == (True, True, "It ends.")
        assert {output for output in result.outputs if isinstance(output, SeatLeft)} == {
            SeatLeft(player, "It ends.") for player in room.players()
        }
        assert result.room.won == room.won
        if room.is_playing:
            assert (result.room.sitting.outcome, result.room.sitting.gave_up) == (None, ())


@pytest.mark.parametrize("event", EVERY_INPUT, ids=ids)
def test_a_closed_room_refuses_everything(war, event):
    assert refusal(after(war, CloseDeserted()), event, at=1000.0) == "unknown-room"
