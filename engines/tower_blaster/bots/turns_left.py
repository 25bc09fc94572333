"""A formula for the turns a tower still takes, from how long its gaps wait to be filled; fitted to played games."""

from __future__ import annotations

from functools import cache
from math import sqrt
from typing import NamedTuple

from engines.tower_blaster.view import HEIGHT

Formula = tuple[float, ...]
"""What each of the terms counts for."""

FITTED: Formula = (-0.018, -0.001, 0.805, 0.603, -0.012, -0.739)
"""`python -m bench.computers.turns` plays the games and prints these numbers anew, as its last line."""

LEAST_TURNS = 0.3
"""No fewer are expected while a slot is to be filled, whatever the formula says far from what it was fitted to."""

SLOTS_MAX = 2 * HEIGHT
"""Two halves of a tower that are both beyond hope count as this many slots to fill."""


class Curve(NamedTuple):
    """What the formula comes to for some number of slots, when only the coming bricks are still to be put in."""

    least: float
    each: float
    root: float
    constant: float

    def turns(self, bricks: float) -> float:
        """The mean number of turns in which the slots are filled, if it takes so many coming bricks on average."""
        return max(self.least, self.each * bricks + self.root * sqrt(bricks) + self.constant)


FINISHED = Curve(0.0, 0.0, 0.0, 0.0)


@cache
def curves(formula: Formula) -> tuple[Curve, ...]:
    """The curve for each number of slots, from none."""
    bricks, slot, root, joint, square, constant = formula
    return FINISHED, *(
        Curve(LEAST_TURNS, bricks, root + joint * sqrt(slots), slot * slots + square * slots**2 + constant)
        for slots in range(1, SLOTS_MAX + 1)
    )


def terms(bricks: float, slots: int) -> tuple[float, ...]:
    """What the formula adds up: a slot takes a turn however soon its brick comes, and more bricks leave more choice."""
    return bricks, slots, sqrt(bricks), sqrt(bricks * slots), slots**2, 1.0
