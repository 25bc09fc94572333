"""Cards: their order, their values and their text both ways."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.cards import CLUBS, DECK, DIAMONDS, HEARTS, SPADES, Card

pytestmark = pytest.mark.slow


def test_a_deck_is_52_different_cards():
    assert len(DECK) == len(set(DECK)) == 52


def test_a_fresh_deck_lists_clubs_from_2_to_ace_then_spades_diamonds_and_hearts():
    assert " ".join(card.plain for card in DECK) == (
        "2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC "
        "2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS "
        "2D 3D 4D 5D 6D 7D 8D 9D 10D JD QD KD AD "
        "2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH"
    )


def test_suits_are_numbered_clubs_spades_diamonds_hearts():
    assert (CLUBS, SPADES, DIAMONDS, HEARTS) == (0, 1, 2, 3)
    assert [str(Card(12, suit)) for suit in (CLUBS, SPADES, DIAMONDS, HEARTS)] == ["A♣", "A♠", "A♦", "A♥"]


@pytest.mark.parametrize(
    ("text", "value"), [("2C", 2), ("9C", 9), ("10C", 10), ("JC", 11), ("QC", 12), ("KC", 13), ("AC", 14)]
)
def test_a_card_counts_as_printed_and_court_cards_go_on_from_there(text, value):
    assert Card.read(text).value == value


@pytest.mark.parametrize(
    ("texts", "card"), [("10♦ 10D 10d", Card(8, DIAMONDS)), ("qh Qh qH q♥ QH", Card(10, HEARTS))], ids=str
)
def test_a_card_is_read_with_its_suit_drawn_or_in_letters_of_either_case(texts, card):
    assert {Card.read(written) for written in texts.split()} == {card}


@pytest.mark.parametrize("card", DECK, ids=str)
def test_a_card_is_read_back_from_both_its_texts(card):
    assert Card.read(str(card)) == Card.read(card.plain) == card


@pytest.mark.parametrize("written", ["", "1C", "11C", "10", "D", "10DD", "D10", "10X", " 10D", "10 D", "TD", "♦"])
def test_what_is_not_a_card_is_refused_in_a_sentence(written):
    with pytest.raises(ValueError, match=r"is not a card; a card is a rank .* and a suit"):
        Card.read(written)


def test_a_refusal_quotes_no_more_than_the_beginning_of_a_long_text():
    with pytest.raises(ValueError, match="is not a card") as refused:
        Card.read("x" * 10_000)
    assert len(str(refused.value)) < 200


@given(st.text(max_size=4))
def test_whatever_is_read_is_a_card_of_the_deck(written):
    try:
        card = Card.read(written)
    except ValueError:
        return
    assert card in DECK
    assert written.upper() in (str(card), card.plain)
