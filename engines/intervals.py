"""95 % intervals for a rate or a mean that was seen in some games."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev

Z_95 = 1.959964
"""The normal distribution's two-sided 95 % point."""


def wilson(rate: float, games: int) -> tuple[float, float]:
    """The 95 % interval for a rate seen in so many games (E. B. Wilson 1927, without continuity correction).

    >>> [round(bound, 3) for bound in wilson(0.5, 100)]
    [0.404, 0.596]
    """
    spread = Z_95**2 / games
    centre = (rate + spread / 2) / (1 + spread)
    half = sqrt(rate * (1 - rate) * spread + spread**2 / 4) / (1 + spread)
    return max(0.0, centre - half), min(1.0, centre + half)


def around_mean(values: Sequence[float]) -> tuple[float, float]:
    """The 95 % interval for the mean of at least two values, by the normal distribution."""
    mean, half = fmean(values), Z_95 * stdev(values) / sqrt(len(values))
    return mean - half, mean + half
