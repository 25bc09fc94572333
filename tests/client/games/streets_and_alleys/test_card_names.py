import pytest

from client.games.streets_and_alleys.card_names import (
    PLACES,
    card_name,
    ends,
    listed_name,
    move_between,
    read_card,
    short,
    spoken_cards,
)
from engines.cards import DECK, Card
from engines.streets_and_alleys.moves import Build, Lower, Raise
from tests.support.games.street_tables import STREET
from tests.support.golden.sentences import for_each, golden_test

pytestmark = pytest.mark.slow


def test_a_place_shows_the_card_that_can_be_moved_from_it():
    tops = {word: place.top(STREET) for word, place in PLACES.items()}
    assert (tops["0"], tops["f1"]) == (Card.read("3D"), Card.read("2S"))
    assert (tops["5"], tops["f0"]) == (None, None)


@pytest.mark.parametrize("move", [Build(0, 1), Raise(3, 2), Lower(2, 7)])
def test_a_move_leads_from_one_place_to_another_and_back(move):
    assert move_between(*ends(move)) == move


def test_there_is_no_move_between_foundations():
    assert move_between(PLACES["f0"], PLACES["f1"]) is None


@pytest.mark.parametrize("card", DECK, ids=lambda card: card.plain)
def test_every_card_is_read_back_from_what_is_written_of_it(card):
    for written in (str(card), card.plain, card.plain.lower(), short(card)):
        assert read_card(written) == card
    assert len(short(card)) == 2
    assert card_name(card).endswith(listed_name(card).split()[-1])


@pytest.mark.parametrize("written", ["", "h", "7", "11h", "1h", "7x", "seven", "tt"])
def test_what_is_no_card_is_not_read_as_one(written):
    assert read_card(written) is None


SAID = {
    "every place has a word": lambda: ([*PLACES], [str(PLACES[word]) for word in ("3", "f1")]),
    "a sentence is spoken with its cards in words": lambda: for_each(
        spoken_cards,
        [
            "The 3♣ can't go on the 3♦: it goes on any 4.",
            "The 10♥ goes on any J.",
            "The K♠ can only go to an empty pile.",
            "Pile 3 is empty.",
            "A card can't go onto its own pile.",
        ],
    ),
}

test_said = golden_test(__name__, SAID)
