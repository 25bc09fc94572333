"""Token buckets: so much at once, and from then on so much a second. Time is passed in, in seconds of any clock."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rate:
    """What a bucket holds when it is full, and what flows into it in a second."""

    per_s: float
    burst: float


class TokenBucket:
    """One bucket, full to begin with. Mutable: it is drained and fills again.

    Instead of what it holds it keeps when it will be full, so that time fills it without anything being done.
    """

    __slots__ = ("_capacity_s", "_cost_s", "_full_at")

    def __init__(self, rate: Rate) -> None:
        """Begin full."""
        self._cost_s = 1 / rate.per_s
        self._capacity_s = rate.burst / rate.per_s
        self._full_at = float("-inf")

    def take(self, now: float, amount: float = 1) -> float:
        """Take `amount` out and return 0; or, where less is in it, take nothing and return the seconds until it is."""
        begin = self._full_at if self._full_at > now else now
        full_at = begin + amount * self._cost_s
        missing_s = full_at - now - self._capacity_s
        if missing_s > _TOLERANCE_S:
            return missing_s
        self._full_at = full_at
        return 0.0

    def is_full(self, now: float) -> bool:
        """Whether nothing is missing."""
        return self._full_at <= now


_TOLERANCE_S = 1e-6
"""What sums of floating-point numbers may be off, on clocks that have run for years."""
