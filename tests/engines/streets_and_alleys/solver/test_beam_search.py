"""The beam, against every layout that small decks can come to."""

from __future__ import annotations

import pytest

from engines.streets_and_alleys.layout import deal
from engines.streets_and_alleys.solver.beam_search import beam, begin, key_of
from tests.support.games.streets import layout
from tests.support.games.streets_small import small_deal

ALL = 10**9


def test_the_search_begins_after_the_safe_raises():
    assert begin(layout("KS 2S AS", "9C")).tops == [0, 2, 0, 0]
    assert key_of(layout("KS 2S AS", "9C")) == key_of(layout("9C", "KS", foundations="2S - - -"))


def test_layouts_that_differ_in_the_places_of_piles_and_foundations_have_the_same_key():
    assert key_of(layout("KS", "9C 4D", foundations="3S 3H - -")) == key_of(
        layout("", "9C 4D", "KS", foundations="- 3H - 3S")
    )


def test_what_is_won_has_no_key():
    assert key_of(layout(foundations="KS KH KD KC")) == 0


def test_a_narrow_beam_leaves_something_out_and_says_so():
    outcome = beam(begin(deal(1)), 2, ALL, lowers=True)
    assert outcome.won is None
    assert outcome.left_some


def test_a_beam_without_moves_back_down_never_claims_to_have_seen_all():
    assert beam(begin(layout("AS KS QS")), ALL, ALL, lowers=False).left_some


def test_a_beam_that_comes_no_nearer_is_given_up():
    assert beam(begin(deal(9)), 2, ALL, lowers=True).positions < 2000


def test_a_beam_stops_soon_after_as_many_positions_as_it_may_look_at():
    outcome = beam(begin(deal(9)), 10, 500, lowers=True)
    assert outcome.left_some
    assert 500 <= outcome.positions < 1000


def test_a_beam_goes_through_no_barred_key():
    first = begin(deal(14))
    won = beam(first, 100, ALL, lowers=True).won
    barred = set()
    while won.before is not None:
        barred.add(won.key)
        won = won.before
    barred.discard(0)
    around = beam(first, 100, ALL, barred, lowers=True).won
    while around is not None:
        assert around.key not in barred
        around = around.before


@pytest.mark.parametrize("number", range(20))
def test_the_same_beam_looks_at_the_same_positions(number):
    first, again = (beam(begin(small_deal(4, 5, 4, number)), 20, ALL, lowers=True) for _ in range(2))
    assert first.positions == again.positions
    assert (first.won is None) == (again.won is None)
