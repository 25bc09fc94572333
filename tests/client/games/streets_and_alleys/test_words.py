from itertools import islice

import pytest

from client.games.streets_and_alleys import legal
from client.games.streets_and_alleys.words import newest, say, sentences, show, standings, status, whereabouts
from engines.cards import DECK, Card
from engines.streets_and_alleys import rules
from engines.streets_and_alleys.layout import deal
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


@pytest.mark.parametrize(
    ("state", "seat", "end"),
    [
        (race(layout(foundations="KC KS KD KH"), STREET), 1, "ana won: all 52 cards are up."),
        (race(layout(foundations="KC KS KD KH"), STREET), 0, "You won!"),
        (rules.time_up(race(STREET, layout("AC"))), 0, "The time is up: you won."),
        (rules.time_up(race(STREET, layout("AC"))), 1, "The time is up: ana won."),
        (rules.time_up(race(STREET, STREET)), 0, "The time is up, and nobody is ahead of you and ben."),
        (rules.give_up(race(STREET, STREET), 1), 0, "Everyone else gave up: you won."),
        (rules.time_up(race(STREET)), 0, "The time is up: 3 of 52 cards up in 0 moves."),
        (rules.give_up(race(STREET), 0), 0, "The game was given up: 3 of 52 cards up in 0 moves."),
    ],
)
def test_the_end_says_who_won_and_why(state, seat, end):
    view = seen(state, seat)
    names = NAMES[: len(state.tables)]
    assert newest(None, view, names, seat) == (end,)
    assert say(view, names, seat)[-1] == end


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


def test_who_comes_back_reads_the_last_move():
    assert newest(None, seen(play(DEALT, "MTT 0 1")), ("ana",), 0) == ("3♦ from pile 0 to pile 1. 15 moves possible.",)


def test_the_position_reads_two_piles_a_line_then_foundations_and_how_it_stands():
    assert say(seen(DEALT), ("ana",), 0) == (
        "Streets and Alleys, deal 1. Type H for help.",
        "Pile 0, 2 cards, top 3 of diamonds. Pile 1, 2 cards, top 4 of hearts.",
        "Pile 2, 1 card, top king of spades. Pile 3, 2 cards, top 8 of diamonds.",
        "Pile 4, 1 card, top queen of hearts. Pile 5, empty.",
        "Pile 6, 2 cards, top 9 of clubs. Pile 7, 2 cards, top ace of clubs.",
        "Foundations: clubs empty, spades 2, diamonds ace, hearts empty.",
        "You have 3 of 52 cards up in 0 moves.",
        "15 moves possible.",
    )


def test_a_foundation_begun_elsewhere_leaves_its_own_without_a_suit():
    swapped = race(layout("KC", foundations="- AC - -"))
    assert "Foundations: empty, clubs ace, diamonds empty, hearts empty." in say(seen(swapped), ("ana",), 0)


def test_in_a_race_the_position_tells_of_the_others_and_a_spectator_hears_no_cards():
    said = say(seen(race(STREET, STREET), None), TWO, None)
    assert said == (
        "Streets and Alleys, deal 1. Type H for help.",
        "ana has 3 of 52 cards up in 0 moves.",
        "ben has 3 of 52 cards up in 0 moves.",
    )


@pytest.mark.parametrize(
    ("words", "read"),
    [
        ("1", "Pile 1, left to right: 5 clubs, 4 hearts."),
        ("5", "Pile 5 is empty."),
        ("f1", "Foundation 1, from the ace up: A spades, 2 spades."),
        ("F0", "Foundation 0 is empty."),
        ("9s", "9 of spades lies in pile 3, under 1 card."),
        ("qh", "Queen of hearts lies at the end of pile 4."),
        ("AS", "Ace of spades lies on foundation 1."),
    ],
)
def test_a_pile_a_foundation_or_a_card_is_shown(words, read):
    assert show(seen(DEALT), ("ana",), 0, words) == (read,)


def test_without_a_number_everything_is_shown():
    said = show(seen(DEALT), ("ana",), 0, "")
    assert len(said) == 9
    assert said[-1].startswith("Foundations: ")


@pytest.mark.parametrize("words", ["8", "f4", "pile", "11h"])
def test_what_cannot_be_shown_is_said(words):
    with pytest.raises(ValueError, match=r"^'show' takes a pile from 0 to 7, .*\.$"):
        show(seen(DEALT), ("ana",), 0, words)


def test_hidden_tables_are_not_shown():
    with pytest.raises(ValueError, match=r"^The tables are hidden until the race is over\.$"):
        show(seen(race(STREET, STREET), None), TWO, None, "1")


@pytest.mark.parametrize("card", DECK, ids=lambda card: card.plain)
def test_every_card_of_a_deal_lies_somewhere(card):
    assert whereabouts(deal(7), card).startswith(("in pile ", "at the end of pile "))


def test_the_status_counts_cards_and_moves():
    assert status(seen(play(DEALT, "MTF 7 0")), 0) == "4/52  1 move"
    assert status(seen(race(STREET, layout("AC")), None), None) == "3/52  0 moves"


def test_who_has_more_cards_up_stands_first_and_with_fewer_moves_before_others():
    state = race(layout("AC"), STREET, STREET, lines=("", "0110", ""))
    assert standings(seen(state)) == (2, 1, 0)
    assert Card.read("AC") not in seen(state, 1).foundations[1]
