import pytest

from client.games.streets_and_alleys.position import board, outlook, say, show, told_of, whereabouts
from engines.cards import DECK
from engines.streets_and_alleys.layout import deal
from tests.support.street_tables import NAMES, STREET, seen
from tests.support.streets import layout, race

pytestmark = pytest.mark.slow

DEALT = race(STREET)
TWO = NAMES[:2]


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


@pytest.mark.parametrize("card", DECK, ids=lambda card: card.plain)
def test_every_card_of_a_deal_lies_somewhere(card):
    assert whereabouts(deal(7), card).startswith(("in pile ", "at the end of pile "))


def test_cards_are_told_of_ones_own_table_and_of_one_alone():
    both = race(STREET, layout("AC"), shown=True)
    assert told_of(seen(both, 1)) == (1, layout("AC"))
    assert told_of(seen(DEALT, None)) == (0, STREET)
    assert told_of(seen(both, None)) is None


def test_of_a_race_one_does_not_play_in_no_cards_are_shown():
    with pytest.raises(ValueError, match=r"^You are watching a race, in which every seat has a table of its own\.$"):
        show(seen(race(STREET, STREET, shown=True), None), TWO, None, "1")


def test_empty_piles_need_no_list():
    assert next(board(layout(foundations="KC KS KD KH"))) == "All piles are empty."


@pytest.mark.parametrize(
    ("at", "moves"),
    [(STREET, "15 moves possible."), (layout("3D", *["KC"] * 7), "No moves left."),
     (layout("3D", "4H", *["KC"] * 6), "1 move possible.")],
)  # fmt: skip
def test_the_moves_that_are_possible_are_told(at, moves):
    assert outlook(at) == moves
