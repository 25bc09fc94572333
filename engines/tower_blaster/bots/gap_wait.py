"""Estimates how soon a gap in a tower is filled: slots in a row, with a brick kept above them and one below.

Time is counted so that every brick still to come comes once in a unit of it, on average, whenever it likes (a Poisson
process). Gaps then fill independently of each other, and the odds that several are filled in time multiply.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from math import exp, fsum
from operator import mul
from typing import NamedTuple

TIMES = tuple(0.004 * (1 << octave) for octave in range(12))
"""The times at which odds are known: from 1/250 to 8 units, each twice the one before."""

STEPS = tuple(later - earlier for earlier, later in zip((0.0, *TIMES), TIMES, strict=False))
WEIGHTS = tuple((before + after) / 2 for before, after in zip(STEPS, (*STEPS[1:], 0.0), strict=True))
"""What each of the odds counts for in an integral over the times, by the trapezoidal rule."""

SPAN = sum(WEIGHTS)
"""The longest wait that counts as different from never."""

Odds = tuple[float, ...]
"""How likely it is that something is done by each of the TIMES."""

DONE: Odds = (1.0,) * len(TIMES)
NEVER: Odds = (0.0,) * len(TIMES)


def both(one: Odds, other: Odds) -> Odds:
    """The odds of two independent things."""
    return tuple(map(mul, one, other))


def lead(odds: Odds) -> float:
    """How long before the last of the times it is done, on average: the integral of the odds."""
    return fsum(map(mul, odds, WEIGHTS))


def soonest(choices: Iterable[Odds]) -> Odds:
    """The odds that lead most, or the first of several."""
    return max(choices, key=lead, default=NEVER)


class Gap(NamedTuple):
    """The odds of filling a gap, the same weighted, and how long before the last of the times it is done on average."""

    odds: Odds
    weighted: Odds
    lead: float


@cache
def gap(slots: int, bricks: int) -> Gap:
    """The gap of some slots with some bricks that fit between its ends."""
    odds = filling_odds(slots, bricks)
    return Gap(odds, both(odds, WEIGHTS), lead(odds))


@cache
def filling_odds(slots: int, bricks: int) -> Odds:
    """The odds of filling some slots with some of the bricks that fit between their ends.

    The bricks come one by one; each is put into the slot from which the rest is filled soonest, and leaves a gap above
    it for the narrower bricks and one below for the wider.
    """
    if slots == 0:
        return DONE
    if slots > bricks:
        return NEVER
    choices = [soonest(_splits(slots, bricks, narrower)) for narrower in range(bricks)]
    rests = [fsum(odds) for odds in zip(*choices, strict=True)]
    return _first_come(float(bricks) if slots == 1 else 0.0, rests, bricks)


def _splits(slots: int, bricks: int, narrower: int) -> Iterator[Odds]:
    """What can be made of a brick with so many narrower ones: it goes near its share of the way down."""
    share = (narrower + 1) * (slots + 1) // (bricks + 1)
    for above in (share - 1, share):
        if 0 <= above < slots:
            yield both(filling_odds(above, narrower), filling_odds(slots - 1 - above, bricks - 1 - narrower))


def _first_come(start: float, rests: list[float], bricks: int) -> Odds:
    """The odds when one of the bricks must come first. `rests` are the odds after it, added up over the bricks.

    They solve f' = rests - bricks * f from f = 0 and rests = `start`, exactly where `rests` grows evenly in each step.
    """
    odds, now, before = [], 0.0, start
    for step, after in zip(STEPS, rests, strict=True):
        none = exp(-bricks * step)
        even = (1 - none) / (bricks * step)
        now = now * none + (before * (even - none) + after * (1 - even)) / bricks
        before = after
        odds.append(now)
    return tuple(odds)
