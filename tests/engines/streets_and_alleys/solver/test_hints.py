"""Help in words: what to do and why, and whether the game can still be won."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.chance import Chance
from engines.game import Hint
from engines.streets_and_alleys import rules
from engines.streets_and_alleys.layout import deal, is_won
from engines.streets_and_alleys.solver.hints import hint, prospect
from engines.streets_and_alleys.solver.known_wins import proof, winnable_deals
from engines.streets_and_alleys.view import MAX_LINE, read
from tests.support.games.streets import layout, play, race, table
from tests.support.games.streets_lines import DEAL, commands
from tests.support.games.streets_small import small_deal
from tests.support.laws.depth import sample

pytestmark = pytest.mark.slow

CHANCE = Chance(bytes(32))
LOST_DEAL = 6
"""Nothing that can be reached in it wins, which is seen at once."""
BLUNDER = "MTT 7 4"
"""A first move that loses the deal that the stored line wins."""


def hinted(state, seat=0):
    return hint(rules.view(state, seat), CHANCE)


def told(state, seat=0):
    return prospect(rules.view(state, seat), CHANCE)


HARDEST = (761, 33, 307, 38, 759, 362, 754, 595, 907, 119, 325)
"""Deals that are listed as winnable, and need many positions to be won."""
LOST = "From here the game cannot be won"


# Hints.


@pytest.mark.parametrize(
    ("piles", "foundations", "expected"),
    [
        (
            ("KS",),
            "QS KH KD KC",
            Hint("MTF 0 0", "Raise the K♠ from pile 0 to foundation 0: nothing will need it in a pile, and that wins."),
        ),
        (
            ("QS KS", "KH"),
            "JS QH KD KC",
            Hint(
                "MTF 1 1",
                "Raise the K♥ from pile 1 to foundation 1: nothing will need it in a pile, and from there the game can "
                "be won in 3 more moves.",
            ),
        ),
        (
            ("QS KS",),
            "JS KH KD KC",
            Hint(
                "MTT 0 1",
                "Move the K♠ from pile 0 to the empty pile 1: it makes way for the Q♠, and from there the game can be "
                "won in 2 more moves.",
            ),
        ),
    ],
    ids=["the last card", "a safe card", "a card in the way"],
)
def test_a_hint_names_the_cards_and_the_places_and_says_why(piles, foundations, expected):
    assert hinted(table(*piles, foundations=foundations)) == expected


def test_a_hint_for_the_deal_counts_the_moves_to_the_win():
    given = hinted(race(deal(DEAL)))
    assert given.reason.endswith(", and from there the game can be won in 89 more moves.")


def test_a_hint_where_no_win_was_found_says_that_it_only_looks_best():
    given = hinted(race(deal(42)))
    assert given.move.startswith("MT")
    assert given.reason.endswith(", though no way to win was found in the time for a hint.")


def test_who_plays_a_deal_that_is_lost_is_told_so():
    assert hinted(race(deal(LOST_DEAL))) == Hint(None, "This deal cannot be won, whatever is moved.")


def test_who_has_lost_a_deal_that_could_be_won_is_told_how_far_to_go_back():
    given = hinted(play(race(deal(DEAL)), BLUNDER))
    assert given.move == "U"
    assert given.reason.startswith("From here the game cannot be won; take back the last move, and it can be won in ")


def test_who_has_gone_where_only_the_way_back_wins_is_told_to_go_back():
    given = hinted(play(race(small_deal(3, 4, 3, 0)), "MTF 0 2", "MFT 2 1"))
    assert given.move == "U"
    assert given.reason.startswith("The way to win leads through where the cards were; take back the last move, and ")


def test_who_has_made_all_moves_that_are_kept_is_told_to_take_some_back():
    full = race(layout("5S", "6H", "KS"), lines=("0110" * (MAX_LINE // 2),))
    assert hinted(full) == Hint("U", "There have been 5000 moves, and no more are kept: take some back.")


def test_a_hint_is_a_move_that_is_allowed_and_leads_to_the_win_of_a_deal():
    state = play(race(deal(DEAL)), *commands()[:40])
    for _ in range(100):
        if is_won(state.tables[0].layout):
            return
        state = rules.apply(state, 0, read(hinted(state).move), CHANCE)
    pytest.fail("not won")


@pytest.mark.parametrize("number", sample([*HARDEST, *winnable_deals()[::16]], len(HARDEST)))
def test_who_follows_hints_from_the_start_wins_a_listed_deal_and_takes_nothing_back(number):
    state = race(deal(number), number=number)
    for _ in proof(number):
        state = rules.apply(state, 0, read(hinted(state).move), CHANCE)
    assert is_won(state.tables[0].layout)


def test_who_leaves_the_way_of_a_listed_deal_is_told_where_it_goes_on():
    begun = race(deal(HARDEST[0]), number=HARDEST[0])
    start = f"take back the last move, and it can be won in {len(proof(HARDEST[0]))} moves."
    for first, why in (("MTT 0 2", "From here no way to win was found in the time for a hint"), ("MTT 2 6", LOST)):
        assert hinted(play(begun, first)) == Hint("U", f"{why}; {start}")


def test_a_racer_is_told_of_its_own_table_alone():
    state = race(layout("KS", foundations="QS KH KD KC"), layout("KH", foundations="KS QH KD KC"))
    assert hinted(state, 0).move == "MTF 0 0"
    assert hinted(state, 1).move == "MTF 0 1"
    changed = replace(state, tables=(state.tables[0], race(deal(3)).tables[0]))
    assert hinted(changed, 0) == hinted(state, 0)


# Prospects.


def test_what_can_be_won_is_told_with_the_moves_it_takes():
    assert told(table("KS", foundations="QS KH KD KC")) == "This can still be won: in 1 move or fewer."
    assert told(race(deal(DEAL))) == "This can still be won: in 90 moves or fewer."


def test_a_deal_that_is_lost_is_told_with_the_size_of_the_proof():
    assert told(race(deal(LOST_DEAL))) == "This deal cannot be won: all that can follow was looked at, 4 positions."


def test_who_can_win_no_more_is_told_what_to_take_back():
    said = told(play(race(deal(DEAL)), BLUNDER))
    assert said.startswith("This can no longer be won: all that can follow was looked at, ")
    assert ". But take back the last move, and it can be won in " in said


def test_who_is_on_the_way_of_a_listed_deal_is_told_at_once_that_it_can_be_won():
    begun = race(deal(HARDEST[0]), number=HARDEST[0])
    assert told(begun) == f"This can still be won: in {len(proof(HARDEST[0]))} moves or fewer."


@pytest.mark.thorough
def test_what_nobody_knows_is_told_with_the_size_of_the_search():
    said = told(race(deal(42)))
    assert said.startswith("Nobody knows: a look at ")
    assert said.endswith(" positions found no way to win, and no proof that there is none.")
