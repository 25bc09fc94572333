"""Glicko-2 ratings: how well somebody plays, how sure that is, and how steadily, by Mark Glickman's formulas.

`update_rating` follows the steps of his "Example of the Glicko-2 system"; the Greek letters are those there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp, log, pi, sqrt
from typing import NamedTuple

SCALE = 173.7178
MIDDLE = 1500.0
TAU = 0.5
"""How much volatility may change, for which Glickman advises 0.3 to 1.2: the less, the fewer great leaps."""
TOLERANCE = 1e-6


class GlickoRating(NamedTuple):
    """A rating: with 95 % certainty, a player's strength lies within two deviations of `value`."""

    value: float = MIDDLE
    deviation: float = 350.0
    volatility: float = 0.06


UNKNOWN = GlickoRating()
"""The rating of somebody without a rated game."""


class GlickoResult(NamedTuple):
    """A game against an opponent of this rating: 1 for a win, 0.5 for a draw, 0 for a loss."""

    opponent: GlickoRating
    score: float


def update_rating(before: GlickoRating, results: Sequence[GlickoResult]) -> GlickoRating:
    """The rating after the games of one period, of which there is at least one."""
    mu, phi = (before.value - MIDDLE) / SCALE, before.deviation / SCALE
    games = [(_weight(opponent), _expected(mu, opponent), score) for opponent, score in results]
    v = 1 / sum(g**2 * e * (1 - e) for g, e, _ in games)  # step 3
    surprise = sum(g * (score - e) for g, e, score in games)
    sigma = _volatility(before.volatility, phi, v, v * surprise)  # steps 4 and 5
    phi = 1 / sqrt(1 / (phi**2 + sigma**2) + 1 / v)  # steps 6 and 7
    return GlickoRating((mu + phi**2 * surprise) * SCALE + MIDDLE, phi * SCALE, sigma)


def _weight(opponent: GlickoRating) -> float:
    """How much a game against an opponent counts: less, the less is known of them."""
    return 1 / sqrt(1 + 3 * (opponent.deviation / SCALE) ** 2 / pi**2)


def _expected(mu: float, opponent: GlickoRating) -> float:
    return 1 / (1 + exp(-_weight(opponent) * (mu - (opponent.value - MIDDLE) / SCALE)))


def _volatility(sigma: float, phi: float, v: float, delta: float) -> float:
    """The volatility that the results make most likely: half the root of f, as a logarithm."""
    a, spread = log(sigma**2), phi**2 + v

    def f(x: float) -> float:
        pull = exp(x) * (delta**2 - spread - exp(x)) / (2 * (spread + exp(x)) ** 2)
        return pull - (x - a) / TAU**2

    if delta**2 > spread:
        beyond = log(delta**2 - spread)
    else:
        beyond = a - TAU
        while f(beyond) < 0:
            beyond -= TAU
    return exp(_root(f, a, beyond) / 2)


def _root(f: Callable[[float], float], a: float, b: float) -> float:
    """A root of f between two places, by the Illinois variant of regula falsi."""
    at_a, at_b = f(a), f(b)
    while abs(b - a) > TOLERANCE:
        c = a + (a - b) * at_a / (at_b - at_a)
        at_c = f(c)
        if at_c * at_b <= 0:
            a, at_a = b, at_b
        else:
            at_a /= 2
        b, at_b = c, at_c
    return a
