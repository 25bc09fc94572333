"""Where the cards lie: the deals, which are for ever, and what is high and low."""

from __future__ import annotations

import hmac
from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.cards import DECK, Card
from engines.streets_and_alleys.layout import DEALS, below, count_founded, deal, height, is_won, run
from tests.support.games.streets import RANKS, cards, layout, pile

DEALT = {
    1: "5C AD 9D 2S 2C JH 8D/AS 4C 3D 10C 8S 3S/7D AC 5H 10D 8H KD AH/2H 4H KC 7H 3H JD/"
    "5D JC 7C 7S 6D 6S 4S/QH 4D 6C 8C QC 10S/2D QD KS KH 6H JS 9C/3C 10H QS 5S 9S 9H",
    2: "2D JD 4H 3S 10D 6S 9S/5S 6C 7D KH 8H 7H/KC 8D 9H 5H 2C 5C 6D/5D 10H QC KS 4S QS/"
    "AS JC 7C AH JH 8S 3H/JS 10S 7S 6H 10C 2H/KD 3D QD QH 3C 9C 2S/4D 4C 9D AD AC 8C",
    14: "KD 3H 2H 7D 10H AC 4C/10S AS 9S 6S 7H 9H/KC 5D 2C 6H 9D 7C JH/KH 4S 2S 5C 4H AH/"
    "8C 9C QS 3D 6D 5S 8S/10C JC QC AD 5H 3C/QH 6C 10D QD 8D KS JD/3S 2D 4D 8H JS 7S",
    48213: "KC 8D 5D QS 10D 4S AS/KD 10H AC 9H 7S JH/KH 2D 6C 7C 9S 4D 3D/5S QC QD 3H 6S 5H/"
    "3S 7H 7D 8H 2S 4C 4H/QH 10C 6H 2H 8S KS/5C JC 10S 2C AD 9C 8C/6D JD 9D AH JS 3C",
    999_999_999: "2D 10H KH 9C 8D 5D 7C/3D 10D 5H AH 5C 3C/JS 9D 4S 9S 6S QH QS/6C KC AC QC 2H 8C/"
    "6D 8S AD JD 4C JC 7H/JH 6H KD KS 10S 9H/3S 4H 2C 10C 7D 2S 7S/4D QD 8H 3H 5S AS",
}
"""These are never changed: people remember their deals by number."""


def written(number):
    return "/".join(" ".join(card.plain for card in cards) for cards in deal(number).piles)


# The recipe of `engines.chance` and of `deal`, once more in a few lines.


def stream(number):
    key = hmac.digest(hmac.digest(b"parlour chance 1", b"streets_and_alleys", "sha256"), b"deal\x01", "sha256")
    for block in count():
        yield from hmac.digest(key, number.to_bytes(8, "big") + block.to_bytes(8, "big"), "sha256")


def shuffled(numbers):
    deck = [rank + suit for suit in "CSDH" for rank in (*RANKS[1:], "A")]
    for place in range(51, 0, -1):
        other = next(number for number in numbers if number < 256 // (place + 1) * (place + 1)) % (place + 1)
        deck[place], deck[other] = deck[other], deck[place]
    return deck


def by_the_recipe(number):
    numbers = stream(number)
    while True:
        deck = shuffled(numbers)
        piles = [deck[13 * row + 7 * side : 13 * row + 7 + 6 * side] for row in range(4) for side in (0, 1)]
        ends = [RANKS.index(cards[-1][:-1]) for cards in piles]
        if any(end == 0 or end + 1 in ends for end in ends):
            return "/".join(map(" ".join, piles))


@pytest.mark.parametrize("number", DEALT)
def test_a_deal_is_what_it_was_when_it_was_written_down(number):
    assert written(number) == DEALT[number]


@given(number=st.integers(DEALS[0], DEALS[-1]))
def test_a_deal_is_made_by_its_recipe_from_its_number_alone(number):
    assert written(number) == by_the_recipe(number)


def test_a_shuffle_in_which_no_card_can_be_moved_is_shuffled_once_more():
    numbers = stream(1)
    first, second = shuffled(numbers), shuffled(numbers)
    ends = {first[13 * row + 7 * side + 6 - side][:-1] for row in range(4) for side in (0, 1)}
    assert ends == {"K", "2", "J", "5", "9"}
    assert written(1).replace("/", " ") == " ".join(second)


@given(number=st.integers(DEALS[0], DEALS[-1]))
@settings(max_examples=30)
def test_a_deal_has_all_cards_in_seven_and_six_by_turns_and_none_on_the_foundations(number):
    at = deal(number)
    assert [len(cards) for cards in at.piles] == [7, 6, 7, 6, 7, 6, 7, 6]
    assert at.foundations == (None, None, None, None)
    assert cards(at) == sorted(card.plain for card in DECK)


def test_other_numbers_are_other_deals():
    assert len({written(number) for number in range(1, 1001)}) == 1000


# High and low.


def test_aces_are_low_and_kings_high():
    assert [height(Card.read(rank + "H")) for rank in RANKS] == list(range(1, 14))
    assert height(None) == 0


@pytest.mark.parametrize(("card", "lower"), [("KS", "QS"), ("10D", "9D"), ("3C", "2C"), ("2H", "AH")])
def test_below_a_card_lies_the_next_lower_one_of_its_suit(card, lower):
    assert below(Card.read(card)) == Card.read(lower)


def test_below_an_ace_lies_nothing():
    assert below(Card.read("AS")) is None


def test_a_foundation_holds_its_suit_from_the_ace_to_its_top():
    assert run(None) == ()
    assert run(Card.read("AD")) == pile("AD")
    assert run(Card.read("KC")) == pile(" ".join(f"{rank}C" for rank in RANKS))


def test_the_cards_on_the_foundations_are_counted_by_the_tops():
    assert count_founded(layout(foundations="AS - KD 10H").foundations) == 24


def test_all_is_won_when_no_card_is_in_a_pile():
    assert is_won(layout(foundations="KS KH KD KC"))
    assert not is_won(layout("KC", foundations="KS KH KD QC"))
