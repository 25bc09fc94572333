"""Moves that need no second thought, in positions worked out by hand and in all positions of small decks."""

from __future__ import annotations

import pytest

from engines.cards import SUITS, Card
from engines.chance import Chance
from engines.streets_and_alleys.layout import Layout, deal, is_won
from engines.streets_and_alleys.moves import Build, Lower, Raise, apply_move, moves, read, text
from engines.streets_and_alleys.safe_moves import autoplay, best, finish, home, is_safe
from tests.support.games.streets import layout
from tests.support.games.streets_lines import played
from tests.support.games.streets_small import card, in_order, reachable, small_deal, winnable
from tests.support.laws.depth import sample

pytestmark = pytest.mark.slow

# Where a card is at home.


@pytest.mark.parametrize(
    ("tops", "card", "foundation"),
    [
        ("AH - 4S -", "5S", 2),
        *(("AH - 4S -", card, None) for card in ("6S", "4S", "5D", "2D")),
        *(("- - - -", ace, place) for place, ace in enumerate(("AC", "AS", "AD", "AH"))),
        ("3S - - AH", "AC", 1),
    ],
)
def test_a_card_goes_to_the_foundation_of_its_suit_and_an_ace_where_its_suit_is_numbered_or_else_to_the_first_empty_one(
    tops, card, foundation
):
    assert home(layout(foundations=tops), Card.read(card)) == foundation


# Safe cards.


@pytest.mark.parametrize(
    ("tops", "card", "safe"),
    [
        ("- - - -", "AS", True),
        ("AS - - -", "2S", True),
        ("2S - - -", "3S", False),
        ("2S AH AD -", "3S", False),
        ("2S AH AD AC", "3S", True),
        ("8S 7H 7D 7C", "9S", True),
        ("8S 7H 7D 6C", "9S", False),
        ("QS JH JD JC", "KS", True),
    ],
)
def test_a_card_is_safe_up_to_two_higher_than_the_lowest_foundation(tops, card, safe):
    assert is_safe(layout(foundations=tops), Card.read(card)) == safe


def test_autoplay_raises_safe_cards_one_after_another_until_none_is_left():
    at = layout("9C 3S 2S", "AH 5D AS", "4S 2H")
    assert [text(move) for move in autoplay(at)] == ["MTF 1 1", "MTF 0 1"]
    at = layout("9C 3S 2S AH", "AS", "5D 2H", "AD", "AC")
    moved = ["MTF 0 3", "MTF 1 1", "MTF 0 1", "MTF 2 3", "MTF 3 2", "MTF 4 0", "MTF 0 1"]
    assert [text(move) for move in autoplay(at)] == moved


def test_autoplay_leaves_a_card_that_may_be_needed():
    assert autoplay(layout("3S", "KH 2H", foundations="2S - - -")) == ()


# Small decks: every layout that can be reached in some deals of them, with moves back from the foundations or without.

SMALL = {
    "three suits of four": (3, 4, 3),
    "four suits of three": (4, 3, 3),
    "two suits of six": (2, 6, 3),
    "three suits of five": (3, 5, 3),
}
"""How many suits, how many ranks, and how many piles."""


def raises(won):
    """Every raise in every layout that can be won: whether it is safe, and whether what it leads to can be won."""
    for at in won:
        for move in moves(at):
            if isinstance(move, Raise):
                yield is_safe(at, at.piles[move.source][-1]), in_order(apply_move(at, move)) in won


@pytest.mark.parametrize("shape", sample(SMALL.values(), 1), ids=SMALL)
def test_a_safe_raise_never_spoils_a_win_that_moves_nothing_back(shape):
    wins = [winnable(reachable(small_deal(*shape, number), (Build, Raise))) for number in range(30)]
    safe = [still_won for won in wins for was_safe, still_won in raises(won) if was_safe]
    assert len(safe) > 400
    assert all(safe)


@pytest.mark.thorough
@pytest.mark.parametrize(("shape", "number"), [((3, 4, 3), 0), ((3, 4, 3), 11), ((4, 3, 3), 11), ((2, 6, 3), 2)])
def test_a_safe_raise_never_spoils_a_win_that_moves_cards_back(shape, number):
    won = winnable(reachable(small_deal(*shape, number)))
    safe = [still_won for was_safe, still_won in raises(won) if was_safe]
    assert len(safe) > 4000
    assert all(safe)


@pytest.mark.parametrize(
    "kinds", [(Build, Raise), (Build, Raise, Lower)], ids=["without moves back", "with moves back"]
)
def test_a_raise_that_is_not_safe_can_spoil_a_win(kinds):
    won = winnable(reachable(small_deal(4, 3, 3, 11), kinds))
    assert {still_won for was_safe, still_won in raises(won) if not was_safe} == {True, False}


# The finish.


def raises_win(at):
    """Whether some order of raises wins, by trying them all."""
    if is_won(at):
        return True
    return any(raises_win(apply_move(at, move)) for move in moves(at) if isinstance(move, Raise))


def test_a_finish_is_the_raises_that_win():
    at = layout("KS QS", "KH", "KD", "KC", foundations="JS QH QD QC")
    line = finish(at)
    assert all(isinstance(move, Raise) for move in line)
    assert is_won(played(at, line))


@pytest.mark.parametrize("number", range(100))
def test_a_finish_is_found_exactly_where_raises_alone_win(number):
    chance = Chance.from_seed(bytes(32), "finish", number)
    tops = [10 + chance.below(4) for _ in SUITS]
    rest = chance.shuffle([card(height, suit) for suit, top in enumerate(tops) for height in range(top + 1, 14)])
    at = Layout(tuple(rest[pile::3] for pile in range(3)), tuple(map(card, tops, range(4))))
    assert bool(finish(at)) == (bool(rest) and raises_win(at))


# The best place.


@pytest.mark.parametrize(
    ("piles", "tops", "move"),
    [
        (("5S", "6S"), "4S - - -", "MTF 0 0"),
        (("5S AS", "2S"), "- - - -", "MTF 0 1"),
        (("9C 5S", "6H", "6S"), "- - - -", "MTT 0 2"),
        (("9C 5S", "6H", "6D"), "- - - -", "MTT 0 1"),
        (("5S", "KH", "6D"), "- - - -", "MTT 0 2"),
        (("9C 5S", "KH", "KD"), "- - - -", "MTT 0 3"),
        (("2C KS", "AH"), "- - - -", "MTT 0 2"),
        (("KS", "AH"), "- - - -", None),
        (("", "KS"), "- - - -", None),
        (("9C 5S",) * 8, "- - - -", None),
    ],
)
def test_the_best_place_is_a_foundation_else_a_card_one_higher_of_its_suit_if_may_be_else_an_empty_pile(
    piles, tops, move
):
    assert best(layout(*piles, foundations=tops), 0) == (None if move is None else read(move))


def wandering(number):
    """Layouts on a way through a deal that only chance chooses, as far as it goes."""
    chance, at = Chance.from_seed(bytes(32), "wandering", number), deal(number)
    for _ in range(60):
        yield at
        found = tuple(moves(at))
        at = apply_move(at, chance.choice(found)) if found else at


@pytest.mark.parametrize("number", sample(range(1, 20), 2))
@pytest.mark.parametrize("source", range(8))
def test_a_best_place_is_legal_and_changes_something_and_is_found_wherever_there_is_one(number, source):
    for at in wandering(number):
        places = [move for move in moves(at) if isinstance(move, Raise | Build) and move.source == source]
        useful = [move for move in places if in_order(apply_move(at, move)) != in_order(at)]
        assert best(at, source) in (useful or [None])
