"""Glicko-2 counts as Mark Glickman does in his published example, and as his formulas have to."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.players.results.glicko2 import GlickoRating, GlickoResult, update_rating

EXAMPLE = GlickoRating(1500.0, 200.0, 0.06)
OPPONENTS = (GlickoRating(1400.0, 30.0), GlickoRating(1550.0, 100.0), GlickoRating(1700.0, 300.0))
SCORES = (1.0, 0.0, 0.0)

ratings = st.builds(GlickoRating, st.floats(200, 2800), st.floats(40, 350), st.floats(0.04, 0.08))


def test_the_published_example_comes_out_as_published():
    after = update_rating(EXAMPLE, list(map(GlickoResult, OPPONENTS, SCORES)))
    # He rounds on the way, and cuts the volatility off: to 1464.06, 151.52 and 0.05999.
    assert after.value == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.005)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_volatility_depends_on_how_sure_a_rating_is_and_not_on_how_high():
    low, high = (
        update_rating(GlickoRating(1500 + shift, 200.0, 0.06), [GlickoResult(GlickoRating(1500 + shift, 80.0), 1.0)])
        for shift in (0, 700)
    )
    assert high.volatility == pytest.approx(low.volatility)
    assert high.deviation == pytest.approx(low.deviation)
    assert high.value - 700 == pytest.approx(low.value)


def test_a_great_surprise_makes_a_rating_less_steady():
    after = update_rating(GlickoRating(1500.0, 60.0, 0.06), [GlickoResult(GlickoRating(2300.0, 40.0), 1.0)] * 3)
    assert after.volatility > 0.06


@given(ratings, ratings)
def test_who_wins_rises_and_who_loses_falls_and_more_is_known_of_the_uncertain(one, other):
    won, drew, lost = (update_rating(one, [GlickoResult(other, score)]) for score in (1.0, 0.5, 0.0))
    assert lost.value < drew.value < won.value
    assert lost.value < one.value < won.value
    assert won.deviation < 350.0 + 1


@given(ratings)
def test_a_draw_between_equals_leaves_both_where_they_are(one):
    assert update_rating(one, [GlickoResult(one, 0.5)]).value == pytest.approx(one.value)
