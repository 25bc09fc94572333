"""Verdicts against every layout that small decks can come to, lines that win, and hints that lead on."""

from __future__ import annotations

import pytest

from engines.cards import Card
from engines.streets_and_alleys.layout import deal, is_won
from engines.streets_and_alleys.moves import applied, moves, refusal, text
from engines.streets_and_alleys.solver import Verdict, hint, solve
from tests.support.streets import layout
from tests.support.streets_small import in_order, reachable, small_deal, winnable

WON_DEAL = 14
SMALL = {"three suits of four": (3, 4, 3), "four suits of three": (4, 3, 3), "two suits of six": (2, 6, 3)}


def won_by(at, line):
    for move in line:
        assert refusal(at, move) is None
        at = applied(at, move)
    return is_won(at)


@pytest.mark.parametrize("shape", SMALL.values(), ids=SMALL)
@pytest.mark.parametrize(
    "number", [number if number < 2 else pytest.param(number, marks=pytest.mark.thorough) for number in range(12)]
)
def test_a_small_deal_is_won_or_lost_as_all_that_can_be_reached_says(shape, number):
    at = small_deal(*shape, number)
    verdict = solve(at)
    leads = reachable(at)
    assert verdict.found == ("won" if in_order(at) in winnable(leads) else "lost")
    assert won_by(at, verdict.line) == (verdict.found == "won")


@pytest.mark.thorough
@pytest.mark.parametrize("number", [0, 2, 11])
def test_every_layout_of_a_small_deal_is_won_or_lost_as_it_should_be(number):
    leads = reachable(small_deal(3, 4, 3, number))
    can_be_won = winnable(leads)
    for at in list(leads)[::7]:
        verdict = solve(at)
        assert verdict.found == ("won" if at in can_be_won else "lost")
        assert won_by(at, verdict.line) == (at in can_be_won)


@pytest.mark.thorough
def test_both_verdicts_come_up_in_small_deals():
    found = {solve(small_deal(*shape, number)).found for shape in SMALL.values() for number in range(12)}
    assert found == {"won", "lost"}


def test_a_whole_deal_is_won_by_the_line():
    verdict = solve(deal(WON_DEAL), 50_000)
    assert verdict.found == "won"
    assert won_by(deal(WON_DEAL), verdict.line)
    assert len(verdict.line) <= 130


def test_a_budget_that_is_spent_leaves_it_unknown():
    verdict = solve(deal(9), 1000)
    assert (verdict.found, verdict.line) == ("unknown", ())
    assert 1000 <= verdict.positions < 2000


def test_a_won_layout_is_won_in_no_moves():
    assert solve(layout(foundations="KS KH KD KC")) == Verdict("won")


def test_what_safe_raises_win_is_won_by_them():
    assert [text(move) for move in solve(layout("KS", foundations="QS KH KD KC")).line] == ["MTF 0 0"]


def test_foundations_may_stand_in_any_order():
    at = layout("KS QD", "KD", foundations="QS JD KC KH")
    assert won_by(at, solve(at).line)


def test_the_same_layout_gets_the_same_verdict():
    assert solve(deal(WON_DEAL), 50_000) == solve(deal(WON_DEAL), 50_000)


# Hints.


@pytest.mark.thorough
def test_hints_lead_to_a_win_without_ever_coming_back():
    at, history = deal(WON_DEAL), []
    while not is_won(at):
        given = hint(at, history, 30_000)
        assert refusal(at, given.move) is None
        history.append(at)
        at = applied(at, given.move)
        assert in_order(at) not in set(map(in_order, history))
        assert len(history) < 200


@pytest.mark.parametrize("number", range(6))
def test_hints_never_circle_where_no_win_is_found_and_end_where_nothing_new_is_left(number):
    at, history = small_deal(3, 4, 3, number), []
    while (given := hint(at, history, 1)) is not None:
        history.append(at)
        at = applied(at, given.move)
        assert in_order(at) not in set(map(in_order, history))
    been = set(map(in_order, [*history, at]))
    assert is_won(at) or all(in_order(applied(at, move)) in been for move in moves(at))


def test_a_hint_says_what_speaks_for_it():
    given = hint(layout("QS KS", "KH", foundations="JS QH KD KC"))
    assert (text(given.move), given.is_safe, given.empties, given.wins) == ("MTF 1 1", True, True, True)
    given = hint(layout("QS KS", foundations="JS KH KD KC"))
    assert (text(given.move), given.is_safe, given.empties, given.wins) == ("MTT 0 1", False, False, True)
    assert given.frees == Card.read("QS")


def test_there_is_no_hint_for_what_is_won():
    assert hint(layout(foundations="KS KH KD KC")) is None
