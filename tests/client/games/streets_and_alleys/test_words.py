from itertools import islice

from client.games.streets_and_alleys import legal
from client.games.streets_and_alleys.words import newest, sentences, status
from tests.support.street_tables import NAMES, STREET, dealt, nearly_won, seen
from tests.support.streets import layout, play, race

DEALT = race(STREET)
TWO = NAMES[:2]


def told(before, *moves, seat=0, mover=0):
    after = play(before, *moves, seat=mover)
    return sentences(seen(before, seat), seen(after, seat), NAMES[: len(before.tables)], seat)


def eye(before, *moves, seat=0, mover=0):
    after = play(before, *moves, seat=mover)
    return newest(seen(before, seat), seen(after, seat), NAMES[: len(before.tables)], seat)


def test_a_move_is_a_line_with_what_lies_there_now_and_how_many_are_possible():
    assert told(DEALT, "MTT 0 1") == (
        "Moved 3 of diamonds from pile 0 to pile 1. Pile 0 top is now 4 of diamonds. 15 moves possible.",
    )
    assert told(DEALT, "MTF 7 3") == (
        "Moved ace of clubs from pile 7 to foundation 3. Pile 7 top is now 7 of clubs. 15 moves possible.",
    )
    assert told(DEALT, "MFT 1 0")[0].startswith(
        "Moved 2 of spades from foundation 1 to pile 0. Foundation 1 top is now ace of spades."
    )
    assert "Pile 2 is now empty." in told(DEALT, "MTT 2 5")[0]


def test_an_undo_names_the_command_undone():
    moved = play(DEALT, "MTT 0 1")
    assert told(moved, "U") == (
        "Undo: MTT 0 1",
        "Pile 0 top is now 3 of diamonds. Pile 1 top is now 4 of hearts. 15 moves possible.",
    )
    assert told(play(moved, "U"), "Y")[0] == "Redo: MTT 0 1"


def test_a_table_where_nothing_can_be_moved_says_so():
    last = race(layout("KC 3H", "9H AC", *["KD"] * 6, foundations="- AS AD AH"))
    assert told(last, "MTF 1 0") == (
        "Moved ace of clubs from pile 1 to foundation 0. Pile 1 top is now 9 of hearts. No moves left.",
    )


def test_beginning_again_reads_the_deal_out():
    (move,) = islice(legal(seen(dealt(5))), 1)
    said = told(play(dealt(5), move), "again")
    assert said[0] == "The same deal from the start."
    assert said[1].startswith("Pile 0, 7 cards, top ")


def test_a_win_is_told_in_the_words_of_the_rules_and_then_the_board():
    won = ["MTF 0 0", "MTF 0 3", "MTF 1 3", "MTF 2 1", "MTF 3 2"]
    assert told(race(nearly_won()), *won)[-4:] == (
        "Moved king of diamonds from pile 3 to foundation 2. Pile 3 is now empty.",
        "You won!",
        "All piles are empty.",
        "Foundations: clubs king, spades king, diamonds king, hearts king.",
    )


def test_the_others_are_told_of_when_they_bring_cards_up():
    both = race(STREET, STREET)
    assert told(both, "MTT 0 1", mover=1) == ()
    assert told(both, "MTF 7 0", mover=1) == ("ben has 4 of 52 cards up in 1 move.",)


def test_for_the_eye_a_move_is_told_in_few_words():
    assert eye(DEALT, "MTT 0 1") == ("3♦ from pile 0 to pile 1. 15 moves possible.",)
    moved = play(DEALT, "MTT 0 1")
    assert eye(moved, "again") == ("The same deal from the start.",)
    assert eye(moved, "U") == ("Undo: 3♦ from pile 0 to pile 1. 15 moves possible.",)
    assert eye(play(moved, "U"), "Y") == ("Redo: 3♦ from pile 0 to pile 1. 15 moves possible.",)
    assert eye(race(STREET, STREET), "MTF 7 0", mover=1) == ("ben has 4 of 52 cards up in 1 move.",)


def test_before_the_first_move_the_eye_reads_what_to_do():
    assert newest(None, seen(DEALT), ("ana",), 0) == (
        "15 moves possible.",
        "A digit picks a pile's end, another says where it goes.",
    )


def test_who_watches_is_told_every_move_of_one_alone_and_nothing_of_keys():
    assert newest(None, seen(DEALT, None), ("ana",), None) == ("15 moves possible.",)
    assert told(DEALT, "MTT 0 1", seat=None)[0].startswith("ana moved 3 of diamonds from pile 0 to pile 1.")


def test_who_comes_back_reads_the_last_move():
    assert newest(None, seen(play(DEALT, "MTT 0 1")), ("ana",), 0) == ("3♦ from pile 0 to pile 1. 15 moves possible.",)


def test_of_a_race_one_does_not_play_in_no_cards_are_told():
    before = race(STREET, STREET, shown=True)
    assert told(before, "MTT 0 1", seat=None) == eye(before, "MTT 0 1", seat=None) == ()
    assert told(before, "MTF 7 0", seat=None) == ("ana has 4 of 52 cards up in 1 move.",)


def test_the_status_counts_cards_and_moves():
    assert status(seen(play(DEALT, "MTF 7 0")), 0) == "4/52  1 move"
    assert status(seen(race(STREET, layout("AC")), None), None) == "3/52  0 moves"
