"""How many turns a tower takes yet, from how long its gaps will wait to be filled: a formula fitted to games played."""

from __future__ import annotations

from math import fsum, sqrt
from operator import mul

Formula = tuple[float, ...]
"""What each of the terms counts for."""

FITTED: Formula = (-0.018, -0.001, 0.805, 0.603, -0.012, -0.739)
"""`python -m bench.turns` plays the games and prints these numbers anew."""

LEAST_TURNS = 0.3
"""No fewer are expected while a slot is to be filled, whatever the formula says far from what it was fitted to."""


def turns(bricks: float, slots: int, formula: Formula = FITTED) -> float:
    """The mean number of turns in which so many slots are filled, if it takes so many coming bricks on average."""
    if not slots:
        return 0.0
    return max(LEAST_TURNS, fsum(map(mul, formula, terms(bricks, slots))))


def terms(bricks: float, slots: int) -> tuple[float, ...]:
    """What the formula adds up: a slot takes a turn however soon its brick comes, and more bricks leave more choice."""
    return bricks, slots, sqrt(bricks), sqrt(bricks * slots), slots**2, 1.0
