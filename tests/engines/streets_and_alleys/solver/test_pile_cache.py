"""Piles of the solver: made once, told apart by their keys, and worse the deeper low cards lie."""

from __future__ import annotations

from itertools import permutations

from engines.cards import DECK
from engines.streets_and_alleys.solver.pile_cache import EMPTY_COST, Pile, number_of
from tests.support.games import streets


def pile(written, empty=None):
    made = Pile() if empty is None else empty
    for card in streets.pile(written):
        made = made[number_of(card)]
    return made


def test_cards_are_numbered_from_the_aces_to_the_kings():
    assert sorted(map(number_of, DECK)) == list(range(52))
    assert [number_of(card) // 4 for card in streets.pile("AS 2H 10C KD")] == [0, 1, 9, 12]


def test_the_same_cards_on_the_same_empty_pile_are_the_same_pile():
    empty = Pile()
    assert pile("5S KD", empty) is pile("5S KD", empty)
    assert pile("5S KD", empty).under is pile("5S", empty)


def test_the_keys_of_all_ways_to_lay_four_cards_in_two_piles_differ_where_more_than_the_places_of_the_piles_does():
    keys: dict[int, set[frozenset[str]]] = {}
    for cards in permutations(["AS", "2H", "10C", "KD"]):
        for size in range(5):
            left, right = " ".join(cards[:size]), " ".join(cards[size:])
            keys.setdefault(pile(left).key + pile(right).key, set()).add(frozenset((left, right)))
    assert all(len(layouts) == 1 for layouts in keys.values())
    assert len(keys) == len(set().union(*keys.values())) == 24 + 24 + 12


def test_no_cards_have_no_key():
    assert Pile().key == 0


def test_an_empty_pile_looks_best_and_a_buried_ace_looks_worst():
    looks = ["", "KD QS", "KD 9S", "9S QD", "AS QD"]
    assert [pile(written).cost for written in looks] == [EMPTY_COST, 35, 40, 56, 59]
    assert pile("AS 2D QD").cost > pile("QD AS 2D").cost > pile("QD 2D AS").cost
