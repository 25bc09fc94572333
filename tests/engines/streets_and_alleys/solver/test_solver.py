"""Verdicts against every layout that small decks can come to, and lines that win."""

from __future__ import annotations

import gc

import pytest

from bench.computers.known_wins import is_win
from engines.cards import Card
from engines.streets_and_alleys.layout import Layout, deal
from engines.streets_and_alleys.moves import Build, Lower, Raise, text
from engines.streets_and_alleys.solver.solver import SolverResult, solve
from tests.support.games.streets import layout, pile
from tests.support.games.streets_small import in_order, reachable, small_deal, winnable
from tests.support.laws.depth import sample

WON_DEAL = 14
NEEDS_A_LOWER = Layout(tuple(map(pile, ("5H 2H", "6S 3H 4H", "6D AH 6H"))), (None, *map(Card.read, ("5S", "5D", "6C"))))
"""Three piles of a deck of sixes and lower cards."""
SMALL = {"three suits of four": (3, 4, 3), "four suits of three": (4, 3, 3), "two suits of six": (2, 6, 3)}


@pytest.mark.parametrize("shape", SMALL.values(), ids=SMALL)
@pytest.mark.parametrize("number", sample(range(12), 2))
def test_a_small_deal_is_won_or_lost_as_all_that_can_be_reached_says(shape, number):
    at = small_deal(*shape, number)
    verdict = solve(at)
    leads = reachable(at)
    assert verdict.found == ("won" if in_order(at) in winnable(leads) else "lost")
    assert is_win(at, verdict.line) == (verdict.found == "won")


@pytest.mark.thorough
@pytest.mark.parametrize("number", [0, 2, 11])
def test_every_layout_of_a_small_deal_is_won_or_lost_as_it_should_be(number):
    leads = reachable(small_deal(3, 4, 3, number))
    can_be_won = winnable(leads)
    for at in list(leads)[::7]:
        verdict = solve(at)
        assert verdict.found == ("won" if at in can_be_won else "lost")
        assert is_win(at, verdict.line) == (at in can_be_won)


@pytest.mark.thorough
def test_both_verdicts_come_up_in_small_deals():
    found = {solve(small_deal(*shape, number)).found for shape in SMALL.values() for number in range(12)}
    assert found == {"won", "lost"}


def test_what_only_a_card_moved_back_down_can_win_is_won():
    kinds_up = (Build, Raise)
    assert in_order(NEEDS_A_LOWER) not in winnable(reachable(NEEDS_A_LOWER, kinds_up))
    verdict = solve(NEEDS_A_LOWER)
    assert verdict.found == "won"
    assert any(isinstance(move, Lower) for move in verdict.line)
    assert is_win(NEEDS_A_LOWER, verdict.line)


def test_a_whole_deal_is_won_by_the_line():
    verdict = solve(deal(WON_DEAL), 50_000)
    assert verdict.found == "won"
    assert is_win(deal(WON_DEAL), verdict.line)
    assert len(verdict.line) <= 130


def test_a_budget_that_is_spent_leaves_it_unknown():
    verdict = solve(deal(9), 1000)
    assert (verdict.found, verdict.line) == ("unknown", ())
    assert 1000 <= verdict.positions < 2000


def test_a_won_layout_is_won_in_no_moves():
    assert solve(layout(foundations="KS KH KD KC")) == SolverResult("won")


def test_what_safe_raises_win_is_won_by_them():
    assert [text(move) for move in solve(layout("KS", foundations="QS KH KD KC")).line] == ["MTF 0 0"]


def test_foundations_may_stand_in_any_order():
    at = layout("KS QD", "KD", foundations="QS JD KC KH")
    assert is_win(at, solve(at).line)


def test_the_same_layout_gets_the_same_verdict():
    assert solve(deal(WON_DEAL), 50_000) == solve(deal(WON_DEAL), 50_000)


@pytest.mark.parametrize("is_usual", [True, False])
def test_garbage_is_collected_afterwards_as_it_was_before(is_usual):
    before = gc.isenabled()
    try:
        (gc.enable if is_usual else gc.disable)()
        solve(deal(6))
        assert gc.isenabled() == is_usual
    finally:
        (gc.enable if before else gc.disable)()
