"""Counts durations in buckets, as a Prometheus histogram does."""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate

BOUNDS_S = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0)


class Histogram:
    """Counts how many durations fell below each bound."""

    def __init__(self) -> None:
        self._sum_s = 0.0
        self._counts = [0] * (len(BOUNDS_S) + 1)

    def add(self, seconds: float) -> None:
        self._sum_s += seconds
        self._counts[bisect_left(BOUNDS_S, seconds)] += 1

    def totals(self) -> tuple[list[tuple[str, float]], float]:
        """Each bound with the number of durations up to it, the last with that of all; and the sum, in seconds."""
        bounds = [*map(str, BOUNDS_S), "+Inf"]
        return list(zip(bounds, accumulate(self._counts), strict=True)), self._sum_s
