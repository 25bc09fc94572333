"""How long things took, counted by size as Prometheus counts them."""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate

BOUNDS_S = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0)


class Histogram:
    """Counts of durations by their bounds. Mutable: it counts.

    `sum_s` is all of them together, in seconds.
    """

    def __init__(self) -> None:
        """Begin with none."""
        self.sum_s = 0.0
        self._counts = [0] * (len(BOUNDS_S) + 1)

    def add(self, seconds: float) -> None:
        """Count one."""
        self.sum_s += seconds
        self._counts[bisect_left(BOUNDS_S, seconds)] += 1

    def buckets(self) -> list[tuple[str, float]]:
        """How many took no longer than each bound, and at last how many there were."""
        bounds = [*map(str, BOUNDS_S), "+Inf"]
        return list(zip(bounds, accumulate(self._counts), strict=True))
