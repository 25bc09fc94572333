"""What is said of Blocky, checked against positions written out by hand."""

from itertools import pairwise

import pytest

from client.games.blocky.words import newest, say, sentences, status
from engines.blocky.rules import give_up, takeback
from tests.support.blocky_tables import seen, state
from tests.support.boards import A, play, table

NAMES = ("ana", "ben")
FOUR = (*NAMES, "cleo", "dora")


def told(*states, seat=0, names=NAMES):
    """What a seat hears as one state follows another."""
    views = [seen(each, seat) for each in states]
    return tuple(sentence for old, new in pairwise(views) for sentence in sentences(old, new, names, seat))


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("rotate counter-clockwise 0", "ana turned 0 to the left, no change."),
        ("rotate clockwise board", "ana turned the whole board to the right, no change."),
        ("swap horizontally 0", "ana swapped left and right at 0, no change."),
        ("swap vertically board", "ana swapped top and bottom of the whole board, no change."),
        ("combine 0", "ana combined 0, -1."),
        ("paint 0.0", "ana painted 0.0, -1."),
        ("pass", "ana passed."),
    ],
)
def test_every_move_is_told_in_a_sentence_with_what_it_changed(move, sentence):
    before = table(A, colours=(1, 0))
    assert told(before, play(before, move), seat=None) == (sentence,)


def test_a_gain_is_told_with_its_sign():
    before = table("((3011)213)", colours=(3, 0))
    assert told(before, play(before, "rotate clockwise 0"), seat=None) == ("ana turned 0 to the right, +1.",)


def test_who_is_on_turn_next_hears_so():
    assert told(state(), play(state(), "combine 0.1"), seat=1) == (
        "ana combined 0.1, -1.",
        "It is your turn, with 20 moves left.",
    )
    assert told(state(), play(state(), "combine 0.1")) == ("You combined 0.1, -1.",)


def test_moves_that_were_missed_are_all_told():
    after = play(state(seats=4), "pass", "rotate clockwise 0", "pass", "pass")
    assert told(state(seats=4), after, names=FOUR)[:2] == ("You passed.", "ben turned 0 to the right, no change.")
    assert told(state(seats=4), after, names=FOUR)[-1] == "It is your turn, with 19 moves left."


def test_a_gain_that_would_tell_a_secret_goal_is_not_told():
    before = state(goals="secret")
    assert told(before, play(before, "rotate clockwise 0"), seat=1)[0] == "ana turned 0 to the right."


def test_of_a_move_taken_back_nothing_is_left_to_tell():
    after = play(state(), "rotate clockwise 0")
    assert told(after, takeback(after, 0), seat=1) == ()


def test_who_plays_alone_is_always_on_turn():
    assert told(state(seats=1), play(state(seats=1), "pass"))[-1] == "It is your turn, with 19 moves left."


def test_who_gave_up_while_the_others_play_on_is_left_to_the_frame_to_tell():
    before = play(state(seats=3), "pass")
    after = give_up(before, 2)
    assert told(before, after, names=FOUR) == ()
    assert newest(seen(before), seen(after), FOUR, 0) == ("You passed.",)


def test_a_first_view_is_no_news():
    assert sentences(None, seen(play(state(), "pass")), NAMES, 0) == ()


def test_the_end_is_told_with_everyones_goal_and_score():
    last = play(state(moves=1, goals="secret"), "pass")
    assert told(last, play(last, "combine 0.1")) == (
        "ben combined 0.1, -1.",
        "The game is over: you won with 16, against ben 3.",
        "Your goal: biggest blob of red.",
        "Your score: 16, which is blob 16 less penalty 0.",
        "ben's goal: biggest blob of blue.",
        "ben's score: 3, which is blob 4 less penalty 1.",
    )


def test_moves_told_while_goals_were_secret_are_not_told_again_at_the_end():
    last = play(state(moves=2, goals="secret"), "rotate clockwise 0", "smash 1", "pass")
    over = play(last, "pass")
    assert told(last, over)[:2] == ("ben passed.", "The game is over: you won with 16, against ben 1.")
    assert newest(seen(last), seen(over), NAMES, 0)[0] == "ben passed."


@pytest.mark.parametrize(
    ("over", "seat", "end"),
    [
        (play(state(moves=1), "pass", "pass"), 0, "The game is over: you won with 16, against ben 4."),
        (play(state(moves=1), "pass", "pass"), 1, "The game is over: ana won with 16, against you 4."),
        (play(state(moves=1), "pass", "pass"), None, "The game is over: ana won with 16, against ben 4."),
        (play(state(moves=1, seats=1), "pass"), 0, "The game is over: your score is 16."),
        (play(state(moves=1, seats=1), "pass"), None, "The game is over: ana's score is 16."),
        (give_up(state(), 1), 0, "The game is over: you won with 16, against ben 4."),
        (give_up(state(seats=1), 0), 0, "The game is over: nobody is left."),
    ],
)
def test_who_won_is_told(over, seat, end):
    assert say(seen(over, seat), NAMES, seat)[-1] == end


def test_a_tie_that_is_shared_is_told():
    tied = play(table(A, colours=(1, 0, 3), moves=1, ties="shared"), "pass", "pass", "paint 0.1")
    assert say(seen(tied), FOUR, 0)[-1] == "The game is over: a tie of you and cleo, 4 points each."


def test_the_newest_is_what_was_done_since_and_whether_it_is_ones_turn():
    before, after = state(), play(state(), "combine 0.1")
    assert newest(seen(before, 1), seen(after, 1), NAMES, 1) == (
        "ana combined 0.1, -1.",
        "It is your turn, with 20 moves left.",
    )
    assert newest(None, seen(after), NAMES, 0) == ("You combined 0.1, -1.",)
    assert newest(None, seen(before), NAMES, 0) == ()
    assert newest(seen(after, 1), seen(after, 1), NAMES, 1)[0] == "ana combined 0.1, -1."
    over = play(state(moves=1), "pass", "pass")
    assert newest(None, seen(over), NAMES, 0)[-1].startswith("The game is over: you won")


def test_the_position_is_said_with_the_board_as_letters():
    assert say(seen(state()), NAMES, 0) == (
        "Blocky, 20 moves each; the biggest blob counts.",
        "Your goal: biggest blob of red.",
        "Your score: 16, which is blob 16 less penalty 0.",
        "You have 20 moves left.",
        "ben's goal: biggest blob of blue.",
        "ben's score: 4, which is blob 4 less penalty 0.",
        "ben has 20 moves left.",
        "The board has 8 rows of 8 cells, counted from 0 at the upper left: b blue, r red, o olive, y yellow.",
        "Row  0: oooo robb",
        "Row  1: oooo bobb",
        "Row  2: oooo rryy",
        "Row  3: oooo rryy",
        "Row  4: rrrr yyyy",
        "Row  5: rrrr yyyy",
        "Row  6: rrrr yyyy",
        "Row  7: rrrr yyyy",
        "It is your turn, with 20 moves left.",
    )


def test_secret_goals_are_said_to_be_secret():
    said = say(seen(play(state(goals="secret"), "pass", "paint 0.1.1")), NAMES, 0)
    assert "ben's colour is secret, but ben has painted with blue." in said
    assert "ben's colour is secret." in say(seen(state(goals="secret")), NAMES, 0)
    assert not any("ben's score" in sentence for sentence in said)


def test_goals_on_the_edge_are_said():
    said = say(seen(state(kind="perimeter")), NAMES, 0)
    assert said[:3] == (
        "Blocky, 20 moves each; cells on the edge count.",
        "Your goal: most red on the edge.",
        "Your score: 9, which is edge 9 less penalty 0.",
    )


def test_who_waits_is_told_for_whom_and_who_gave_up():
    assert say(seen(state(), 1), NAMES, 1)[-1] == "It is ana's turn."
    assert "cleo gave up." in say(seen(give_up(state(seats=3), 2)), FOUR, 0)


def test_the_status_is_moves_made_and_scores_ones_own_first():
    after = play(state(), "pass")
    assert status(seen(after, 0), 0) == "1/20  16-4"
    assert status(seen(after, 1), 1) == "0/20  4-16"
    assert status(seen(after, None), None) == "0/20  16-4"
    assert status(seen(play(state(goals="secret"), "pass"), 0), 0) == "1/20  16-?"
    assert status(seen(play(state(moves=1), "pass", "pass"), None), None) == "1/1  16-4"
