"""Taking back by consent: given a room, when somebody asks or answers, then it is another room and these are told."""

from __future__ import annotations

import pytest

from server.room import step as rooms
from server.room.inputs import AnswerOffer, Leave, Resign, Sit, TakeBack, Tick
from server.room.match.match import PendingOffer
from server.room.match.occupants import Computer
from server.room.match.offers import OFFER_S
from server.room.outputs import AskComputer, ShowTable
from server.room.player_view import table
from tests.support.builders.rooms import (
    ANN,
    BEN,
    CLEO,
    after,
    answered,
    begun,
    choose,
    climb,
    climbing,
    person,
    play,
    refusal,
)

pytestmark = pytest.mark.usefixtures("climb")

YES, NO = True, False


@pytest.fixture
def asked():
    """ann has gone up and asks ben and cleo to take that back."""
    return after(climb(climbing(ANN, BEN, CLEO), ANN), TakeBack(ANN), at=5.0)


def heights(room):
    return room.sitting.state.heights


def request(room):
    return room.sitting.request


# Asking.


def test_who_plays_alone_takes_a_move_back_at_once():
    result = rooms.step(climb(climbing(ANN), ANN), 5.0, TakeBack(ANN))
    assert result.record
    assert (heights(result.room), result.room.sitting.plies) == ((0,), (2,))
    assert result.outputs == (ShowTable(),)


def test_computers_agree_at_once_and_those_on_turn_are_asked_anew():
    room = climb(climbing(ANN, computers=2, together=True), ANN)
    result = rooms.step(room, 5.0, TakeBack(ANN))
    assert heights(result.room) == (0, 0, 0)
    assert result.outputs == (ShowTable(), AskComputer(1), AskComputer(2))


def test_a_computer_that_was_thinking_can_no_longer_move():
    room = climb(climbing(ANN, computers=1), ANN)
    assert answered(after(room, TakeBack(ANN)), choose(room, 1)) == (ShowTable(asker=True),)


def test_a_persons_move_that_was_under_way_is_old_and_acts_no_more():
    room = climb(climbing(ANN, BEN, together=True), ANN)
    back = after(room, TakeBack(ANN), AnswerOffer(BEN, YES))
    assert answered(back, play(room, BEN, "2")) == (ShowTable(asker=True),)
    assert heights(after(back, play(back, BEN, "2"))) == (0, 2)


def test_among_people_everyone_is_shown_who_asks_and_nothing_is_taken_back_yet(asked):
    assert request(asked) == PendingOffer("takeback", 0, (), 5.0 + OFFER_S)
    assert heights(asked) == (1, 0, 0)
    seen = [table(asked, seat, 7.0).request for seat in (0, 1, 2, None)]
    assert seen == [seen[0]] * 4
    assert (seen[0].kind, seen[0].seat, seen[0].agreed, seen[0].time_left_s) == ("takeback", 0, (), 28.0)


def test_to_ask_or_to_agree_twice_is_to_do_so_once(asked):
    some = after(asked, AnswerOffer(CLEO, YES))
    for room, event in ((asked, TakeBack(ANN)), (some, AnswerOffer(CLEO, YES)), (some, AnswerOffer(ANN, YES))):
        assert answered(room, event) == (ShowTable(asker=True),)


def test_without_a_game_there_is_nothing_to_take_back():
    over = after(climbing(ANN, BEN), Resign(ANN))
    for room in (begun(game="climb"), over):
        assert refusal(room, TakeBack(ANN)) == "not-now"
        assert refusal(room, AnswerOffer(ANN, YES)) == "not-now"


# Answering.


def test_once_everyone_has_agreed_the_move_is_taken_back(asked):
    some = after(asked, AnswerOffer(CLEO, YES))
    assert request(some).agreed == (2,)
    assert heights(some) == (1, 0, 0)
    result = rooms.step(some, 9.0, AnswerOffer(BEN, YES))
    assert result.record
    assert request(result.room) is None
    assert (heights(result.room), result.room.sitting.turn) == ((0, 0, 0), (0,))
    assert result.room.sitting.plies == (2, 1, 1)
    assert result.outputs == (ShowTable(),)


def test_only_people_are_asked():
    room = climb(climbing(ANN, BEN, computers=2), ANN)
    assert heights(after(room, TakeBack(ANN), AnswerOffer(BEN, YES))) == (0, 0, 0, 0)


def test_while_people_ask_and_answer_computers_think_on():
    room = climb(climbing(ANN, BEN, CLEO, computers=1, together=True), ANN)
    for event in (TakeBack(ANN), AnswerOffer(BEN, YES), AnswerOffer(CLEO, NO)):
        result = rooms.step(room, 1.0, event)
        assert result.outputs == (ShowTable(),)
        room = result.room


# What became of it.


def verdict(room):
    seen = [table(room, seat, 9.0).verdict for seat in (0, 1, 2, None)]
    assert seen == [seen[0]] * 4
    return seen[0] and (seen[0].seat, seen[0].result, seen[0].by)


def test_everyone_is_told_what_became_of_it_and_by_whom(asked):
    assert verdict(asked) is None
    assert verdict(after(asked, AnswerOffer(BEN, YES))) is None
    assert verdict(after(asked, AnswerOffer(BEN, YES), AnswerOffer(CLEO, YES))) == (0, "granted", None)
    assert verdict(after(asked, AnswerOffer(BEN, YES), AnswerOffer(CLEO, NO))) == (0, "declined", 2)
    assert verdict(after(asked, AnswerOffer(ANN, NO))) == (0, "declined", 0)
    assert verdict(climb(asked, BEN)) == (0, "moved", 1)
    assert verdict(after(asked, Tick(), at=35.0)) == (0, "late", None)


@pytest.mark.parametrize("event", [Resign(CLEO), Resign(ANN), Leave(CLEO), Leave(BEN), Leave(ANN), Tick()], ids=str)
def test_who_gives_up_and_the_end_of_the_game_leave_no_verdict(event):
    room = after(climb(climbing(ANN, BEN, CLEO, game_s=20), ANN), TakeBack(ANN))
    room = after(room, event, at=20.0)
    assert (request(room), verdict(room)) == (None, None)


def test_a_move_that_ends_the_game_leaves_no_verdict():
    over = climb(after(climb(climbing(ANN, BEN, CLEO, steps=2), ANN), TakeBack(ANN)), BEN, "2")
    assert (over.phase, request(over), verdict(over)) == ("over", None, None)


def test_it_is_told_with_one_entry_only(asked):
    declined = after(asked, AnswerOffer(BEN, NO))
    assert verdict(climb(declined, BEN)) is None
    assert verdict(after(declined, Resign(CLEO))) is None
    two = after(climb(climbing(ANN, BEN, CLEO, together=True), ANN), TakeBack(ANN), AnswerOffer(BEN, NO))
    assert verdict(after(climb(two, BEN), TakeBack(BEN))) is None
    out = after(climb(climbing(ANN, BEN, CLEO), ANN), Resign(CLEO), TakeBack(ANN), AnswerOffer(BEN, NO))
    assert verdict(after(out, Leave(CLEO))) is None


def test_what_changes_nothing_leaves_it_told(asked):
    declined = after(asked, AnswerOffer(BEN, NO))
    for event in (TakeBack(ANN), AnswerOffer(BEN, YES), Sit(BEN, "ben"), Tick(), play(declined, CLEO, "1")):
        assert rooms.step(declined, 9.0, event).room is declined


# What ends a request.


def test_a_move_that_is_refused_or_old_leaves_it_standing(asked):
    assert refusal(asked, play(asked, CLEO, "1")) == "not-your-turn"
    assert not rooms.step(asked, 6.0, play(climbing(ANN, BEN, CLEO), ANN, "1")).record


def test_who_leaves_after_giving_up_leaves_it_standing():
    room = after(climb(climbing(ANN, BEN, CLEO), ANN), Resign(CLEO), TakeBack(ANN))
    assert request(after(room, Leave(CLEO))) == request(room)
    assert heights(after(room, Leave(CLEO), AnswerOffer(BEN, YES))) == (0, 0, 0)


def test_it_ends_by_itself_after_a_while(asked):
    assert rooms.deadline(asked) == 5.0 + OFFER_S
    assert not rooms.step(asked, 34.9, Tick()).record
    result = rooms.step(asked, 35.0, Tick())
    assert result.record
    assert request(result.room) is None
    assert result.outputs == (ShowTable(),)
    assert result.room.sitting.plies == asked.sitting.plies
    assert rooms.deadline(result.room) is None


def test_a_tick_does_only_what_is_due():
    room = after(climb(climbing(ANN, BEN, move_s=50), ANN, at=0.0), TakeBack(ANN), at=5.0)
    assert rooms.deadline(room) == 35.0
    room = after(room, Tick(), at=35.0)
    assert (request(room), heights(room), rooms.deadline(room)) == (None, (1, 0), 50.0)
    room = after(room, Tick(), at=50.0)
    assert heights(room) == (1, 1)


# Who gave up.


def test_who_gave_up_is_not_asked_and_does_not_ask():
    room = after(climb(climbing(ANN, BEN, CLEO), ANN), Resign(CLEO), TakeBack(ANN))
    assert refusal(room, AnswerOffer(CLEO, YES)) == refusal(room, AnswerOffer(CLEO, NO)) == "not-now"
    assert refusal(room, TakeBack(CLEO)) == "not-now"
    assert (table(room, 0, 0.0).request.agreed, table(room, 0, 0.0).gave_up) == ((), (2,))
    assert heights(after(room, AnswerOffer(BEN, YES))) == (0, 0, 0)


def test_where_all_others_gave_up_a_move_is_taken_back_at_once():
    room = after(climb(climbing(ANN, BEN, alone=True), ANN), Resign(BEN), TakeBack(ANN))
    assert (heights(room), room.sitting.turn, room.sitting.gave_up) == ((0, 0), (0,), (1,))


# Against computers, with their replies.


def dealt():
    return begun(person(ANN), Computer("random"), game="blocky", depth=2, moves=5)


@pytest.fixture
def replied():
    """ann has turned the board of Blocky, and the computer has swapped its halves; it is her turn again."""
    room = dealt()
    room = after(room, play(room, ANN, "rotate clockwise board"), at=1.0)
    return after(room, choose(room, 1, "swap horizontally board"), at=2.0)


def made(room):
    return room.sitting.state.made


def test_against_a_computer_a_move_is_taken_back_with_the_reply_to_it(replied):
    result = rooms.step(replied, 9.0, TakeBack(ANN))
    assert result.outputs == (ShowTable(),)
    assert (made(result.room), result.room.sitting.turn) == ((0, 0), (0,))
    assert result.room.sitting.state.board == dealt().sitting.state.board
    assert (table(result.room, 0, 9.0).verdict.result, result.room.sitting.takebacks) == ("granted", 1)


def test_so_are_several_moves_one_after_the_other(replied):
    room = after(replied, play(replied, ANN, "pass"), at=3.0)
    room = after(room, choose(room, 1, "pass"), TakeBack(ANN), TakeBack(ANN), at=4.0)
    assert made(room) == (0, 0)
    assert refusal(room, TakeBack(ANN)) == "illegal"


def test_the_answer_of_a_computer_that_thinks_about_the_old_position_is_dropped(replied):
    thinking = after(replied, play(replied, ANN, "pass"), at=3.0)
    room = after(thinking, TakeBack(ANN), at=4.0)
    assert (made(room), room.sitting.turn) == ((1, 1), (0,))
    assert answered(room, choose(thinking, 1, "pass")) == (ShowTable(asker=True),)


def test_a_move_stands_once_a_smash_has_answered_it(replied):
    room = after(replied, play(replied, ANN, "pass"), at=3.0)
    room = after(room, choose(room, 1, "smash 3"), at=4.0)
    assert refusal(room, TakeBack(ANN)) == "illegal"


def test_at_a_serious_table_no_move_against_a_computer_is_taken_back():
    room = begun(person(ANN), Computer("random"), game="blocky", serious=True, depth=2, moves=5)
    room = after(room, play(room, ANN, "pass"), at=1.0)
    assert refusal(room, TakeBack(ANN)) == "not-now"
    room = after(room, choose(room, 1, "pass"), at=2.0)
    assert refusal(room, TakeBack(ANN)) == "not-now"


def test_where_somebody_else_plays_a_reply_ends_the_takeback():
    room = begun(person(ANN), Computer("random"), person(BEN), game="blocky", depth=2, moves=5)
    room = after(room, play(room, ANN, "pass"), at=1.0)
    room = after(room, choose(room, 1, "pass"), at=2.0)
    assert refusal(room, TakeBack(ANN)) == "illegal"
