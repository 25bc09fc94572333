"""Token buckets: a burst at once, then a steady rate. The caller passes the time, in seconds of any clock."""

from __future__ import annotations

from functools import lru_cache
from math import inf


class TokenBucket:
    """A rate limiter that starts full, which `take` drains and time fills again.

    It stores the moment at which it will be full rather than its tokens, so that refilling needs no work.
    """

    __slots__ = ("_capacity_s", "_cost_s", "_full_at")

    def __init__(self, per_s: float, burst: float) -> None:
        """Hold `burst` tokens at most, to which `per_s` flow in each second."""
        self._cost_s, self._capacity_s = _timing(per_s, burst)
        self._full_at = _ALWAYS

    def take(self, now: float, amount: float = 1) -> float:
        """Take `amount` tokens and return 0; or take none and return the seconds until there are enough."""
        begin = self._full_at if self._full_at > now else now
        full_at = begin + amount * self._cost_s
        missing_s = full_at - now - self._capacity_s
        if missing_s > _TOLERANCE_S:
            return missing_s
        self._full_at = full_at
        return 0.0

    def charge(self, now: float, amount: float) -> None:
        """Take `amount` tokens even if there are fewer; until they are made up for, `take` gives none."""
        self._full_at = max(self._full_at, now) + amount * self._cost_s

    def full_in_s(self, now: float) -> float:
        """How many seconds it takes to fill again."""
        return max(0.0, self._full_at - now)

    def fill_no_sooner(self, now: float, seconds: float) -> None:
        """Have it take so many seconds at least to fill again, as one elsewhere does that counts the same."""
        self._full_at = max(self._full_at, now + min(seconds, self._capacity_s))

    def is_empty(self, now: float) -> bool:
        """Whether it holds less than one token."""
        return self._full_at + self._cost_s - now - self._capacity_s > _TOLERANCE_S

    def is_full(self, now: float) -> bool:
        """Whether it holds its whole burst."""
        return self._full_at <= now


class ChainedBuckets:
    """Several buckets that are drained together, as if the emptiest were all there is."""

    __slots__ = ("_buckets",)

    def __init__(self, *buckets: TokenBucket) -> None:
        """Drain `buckets`, of which there is at least one."""
        self._buckets = buckets

    def take(self, now: float, amount: float = 1) -> float:
        """Take `amount` tokens from each and return 0; or take none and return the seconds until one has enough."""
        for count, bucket in enumerate(self._buckets):
            if wait_s := bucket.take(now, amount):
                for drained in self._buckets[:count]:
                    drained.charge(now, -amount)
                return wait_s
        return 0.0

    def charge(self, now: float, amount: float) -> None:
        """Take `amount` tokens from each even if there are fewer."""
        for bucket in self._buckets:
            bucket.charge(now, amount)

    def is_empty(self, now: float) -> bool:
        """Whether one of them holds less than one token."""
        return any(bucket.is_empty(now) for bucket in self._buckets)


@lru_cache
def _timing(per_s: float, burst: float) -> tuple[float, float]:
    """How long one token takes and how long all of them, as the same two objects for all buckets of a kind."""
    return 1 / per_s, burst / per_s


_ALWAYS = -inf
_TOLERANCE_S = 1e-6
"""The rounding error that sums of floats may have, on clocks that have run for years."""
