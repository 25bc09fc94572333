"""Help in words: what to do and why, and whether the game can still be won."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from engines.chance import Chance
from engines.game import Help, Hint
from engines.streets_and_alleys import rules
from engines.streets_and_alleys.layout import deal, is_won
from engines.streets_and_alleys.solver.hints import hint, prospect, recall
from engines.streets_and_alleys.solver.known_wins import proof, winnable_deals
from engines.streets_and_alleys.solver.winning_lines import solved
from engines.streets_and_alleys.view import MAX_LINE, Options, legal, read, text
from tests.support.games.streets import layout, play, race, table
from tests.support.games.streets_lines import DEAL, commands
from tests.support.games.streets_small import in_order, small_deal
from tests.support.laws.depth import sample

pytestmark = pytest.mark.slow

CHANCE = Chance(bytes(32))
LOST_DEAL = 6
"""Nothing that can be reached in it wins, which is seen at once."""
BLUNDER = "MTT 7 4"
"""A first move that loses the deal that the stored line wins."""


UNLISTED = 52_010
"""A deal that can be won but is not listed."""


def hinted(state, seat=0, memory=""):
    given = ask(state, seat, memory)
    return Hint(given.move, given.reason)


def ask(state, seat=0, memory="", about="hint"):
    """The answer of the game's help that remembers."""
    known = Help(hint, prospect, recall).remembering(memory)
    return (known.hint if about == "hint" else known.prospect)(rules.view(state, seat), CHANCE)


def told(state, seat=0):
    return ask(state, seat, about="prospect").reason


def follow(state, memory="", moves=200, forgotten=()):
    """The game, each hint of which was followed, and how often each layout came, until it is won.

    After so many moves as are `forgotten`, what was remembered is, as when a server starts anew.
    """
    came = Counter([in_order(state.tables[0].layout)])
    for moved in range(moves):
        if is_won(state.tables[0].layout):
            return state, came
        given = ask(state, memory="" if moved in forgotten else memory)
        state, memory = rules.apply(state, 0, read(given.move), CHANCE), given.memory
        came[in_order(state.tables[0].layout)] += given.move != "U"
    pytest.fail("not won")


HARDEST = (761, 33, 307, 38, 759, 362, 754, 595, 907, 119, 325)
"""Deals that are listed as winnable, and need many positions to be won."""
LOST = "The game can't be won from here"


# Hints.


@pytest.mark.parametrize(
    ("piles", "foundations", "expected"),
    [
        (
            ("KS",),
            "QS KH KD KC",
            Hint("MTF 0 0", "Move the K♠ from pile 0 up to foundation 0: no pile will need it; that wins."),
        ),
        (
            ("QS KS", "KH"),
            "JS QH KD KC",
            Hint(
                "MTF 1 1",
                "Move the K♥ from pile 1 up to foundation 1: no pile will need it; 3 more moves to win.",
            ),
        ),
        (
            ("QS KS",),
            "JS KH KD KC",
            Hint(
                "MTT 0 1",
                "Move the K♠ from pile 0 to the empty pile 1: it frees the Q♠; 2 more moves to win.",
            ),
        ),
    ],
    ids=["the last card", "a safe card", "a card in the way"],
)
def test_a_hint_names_the_cards_and_the_places_and_says_why(piles, foundations, expected):
    assert hinted(table(*piles, foundations=foundations)) == expected


def test_a_hint_for_the_deal_counts_the_moves_to_the_win():
    given = hinted(race(deal(DEAL)))
    assert given.reason.endswith("; 89 more moves to win.")


def test_a_hint_where_no_win_was_found_says_that_it_only_looks_best():
    given = hinted(race(deal(42)))
    assert given.move.startswith("MT")
    assert given.reason.endswith(", but a 2-second search found no way to win.")


def test_who_plays_a_deal_that_is_lost_is_told_so():
    assert hinted(race(deal(LOST_DEAL))) == Hint(None, "This deal can't be won, whatever you move.")


def test_who_has_lost_a_deal_that_could_be_won_is_told_how_far_to_go_back():
    given = hinted(play(race(deal(DEAL)), BLUNDER))
    assert given.move == "U"
    assert given.reason.startswith(f"{LOST}. Take back the last move, and it can be won in ")


def test_who_has_gone_where_only_the_way_back_wins_is_told_to_go_back():
    given = hinted(play(race(small_deal(3, 4, 3, 0)), "MTF 0 2", "MFT 2 1"))
    assert given.move == "U"
    assert given.reason.startswith("The way to win leads through an earlier position. Take back the last move, and ")


def test_who_has_made_all_moves_that_are_kept_is_told_to_take_some_back():
    full = race(layout("5S", "6H", "KS"), lines=("0110" * (MAX_LINE // 2),))
    assert hinted(full) == Hint("U", "A deal can take 5000 moves at most. Undo some, or restart it.")


def test_a_hint_is_a_move_that_is_allowed_and_leads_to_the_win_of_a_deal():
    follow(play(race(deal(DEAL)), *commands()[:40]))


@pytest.mark.parametrize("number", sample([*HARDEST, *winnable_deals()[::200]], len(HARDEST)))
def test_who_follows_hints_from_the_start_wins_a_listed_deal_and_takes_nothing_back(number):
    state, came = follow(race(deal(number), number=number), moves=len(proof(number)) + 1)
    assert state.tables[0].moves == len(proof(number))
    assert max(came.values()) == 1


@pytest.mark.parametrize("number", [48213, UNLISTED])
def test_hints_alone_win_a_deal_that_is_not_listed_and_no_layout_comes_twice(number):
    begun = replace(race(deal(number)), deal=LOST_DEAL)  # whose list has nothing about it
    state, came = follow(begun)
    assert is_won(state.tables[0].layout)
    assert max(came.values()) == 1


def test_a_way_to_win_that_a_restart_forgot_is_found_again_and_no_layout_comes_twice():
    _, came = follow(rules.setup(Options(deal=UNLISTED), 1, CHANCE), forgotten=(1, 20, 45, 70))
    assert max(came.values()) == 1


def test_a_hint_uses_the_line_that_was_found_when_it_was_asked_whether_it_can_be_won():
    begun = race(deal(UNLISTED), number=UNLISTED)
    known = ask(begun, about="prospect")
    assert known.reason.startswith("This can still be won, in ")
    calls = solved.cache_info().misses
    state = begun
    for _ in range(10):
        given = ask(state, memory=known.memory)
        state = rules.apply(state, 0, read(given.move), CHANCE)
    assert solved.cache_info().misses == calls, "nothing is searched on the way"


def test_who_lost_after_it_was_known_that_it_can_be_won_is_told_where():
    begun = race(deal(DEAL))
    known = ask(begun, about="prospect")
    lost = play(begun, BLUNDER)
    given = ask(lost, memory=known.memory)
    assert (given.move, given.reason) == ("U", f"{LOST}. Take back the last move, and it can be won in 90 moves.")


def test_who_left_the_known_way_is_told_that_another_wins_too():
    begun = race(deal(DEAL))
    first = ask(begun)
    aside = next(
        state
        for move in legal(rules.view(begun, 0))
        if text(move) not in (first.move, BLUNDER)
        for state in [rules.apply(begun, 0, move, CHANCE)]
        if "another way to win; " in ask(state, memory=first.memory).reason
    )
    given = ask(aside, memory=first.memory)
    assert given.move != "U"
    follow(aside, memory=given.memory)


def test_what_is_remembered_of_another_deal_is_forgotten():
    begun = race(deal(DEAL))
    other = ask(race(deal(UNLISTED), number=UNLISTED)).memory
    assert other.startswith(f"{UNLISTED} ")
    assert ask(begun, memory=other) == ask(begun)


def test_who_leaves_the_way_of_a_listed_deal_is_told_where_it_goes_on():
    begun = race(deal(HARDEST[0]), number=HARDEST[0])
    start = f"Take back the last move, and it can be won in {len(proof(HARDEST[0]))} moves."
    assert hinted(play(begun, "MTT 2 6")) == Hint("U", f"{LOST}. {start}")


def test_a_racer_is_told_of_its_own_table_alone():
    state = race(layout("KS", foundations="QS KH KD KC"), layout("KH", foundations="KS QH KD KC"))
    assert hinted(state, 0).move == "MTF 0 0"
    assert hinted(state, 1).move == "MTF 0 1"
    changed = replace(state, tables=(state.tables[0], race(deal(3)).tables[0]))
    assert hinted(changed, 0) == hinted(state, 0)


# Prospects.


def test_what_can_be_won_is_told_with_the_moves_it_takes():
    assert told(table("KS", foundations="QS KH KD KC")) == "This can still be won, in 1 move or fewer."
    assert told(race(deal(DEAL))) == "This can still be won, in 90 moves or fewer."


def test_a_deal_that_is_lost_is_told_with_the_size_of_the_proof():
    assert told(race(deal(LOST_DEAL))) == "This deal can't be won: a full search of 4 positions found no way."


def test_who_can_win_no_more_is_told_what_to_take_back():
    said = told(play(race(deal(DEAL)), BLUNDER))
    assert said.startswith("This can't be won any more: a full search of ")
    assert ". Take back the last move, and it can be won in " in said


def test_who_is_on_the_way_of_a_listed_deal_is_told_at_once_that_it_can_be_won():
    begun = race(deal(HARDEST[0]), number=HARDEST[0])
    assert told(begun) == f"This can still be won, in {len(proof(HARDEST[0]))} moves or fewer."


@pytest.mark.thorough
def test_what_nobody_knows_is_told_with_the_size_of_the_search():
    said = told(race(deal(42)))
    assert said.startswith("Nobody knows: a search of ")
    assert said.endswith(", and no proof that there is none.")
