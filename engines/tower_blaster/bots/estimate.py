"""Estimates how long a tower will take, from the bricks worth keeping, the gaps between them and the bricks to come."""

from __future__ import annotations

from copy import copy
from math import fsum
from operator import mul
from typing import NamedTuple

from engines.tower_blaster.bots.gap_wait import SPAN, WEIGHTS
from engines.tower_blaster.bots.mirrored import Filling, Side, count_narrower, flip_brick, mirror
from engines.tower_blaster.bots.turns_left import FITTED, Formula, curves, terms
from engines.tower_blaster.view import BRICKS, HEIGHT, Brick, Tower, View, discard_pile

LOW_PILE = 10
"""With so few bricks in the main pile, those of the discard pile soon come again."""

REACH = 2
"""How far from where they belong bricks are tried that nobody has seen yet: further is hardly ever of use."""

TIE_DIGITS = 6
"""Waits that are equal so far are equal."""

SLOTS = range(1, HEIGHT + 1)


class Use(NamedTuple):
    """What a brick is worth in a slot: the wait for the tower, then how far the brick is from where it belongs."""

    wait: float
    astray: int
    slot: int


class TowerEstimate:
    """A tower and its estimate. Never changed once made."""

    __slots__ = ("_curves", "_lower", "_upper", "coming")

    def __init__(self, tower: Tower, coming: tuple[Brick, ...], formula: Formula = FITTED) -> None:
        """Look at a tower, with the bricks that can still come in ascending order."""
        self.coming = coming
        self._curves = curves(formula)
        self._upper = Side(tower, count_narrower(coming))
        self._lower = Side(mirror(tower), count_narrower(mirror(coming)))

    def with_brick(self, brick: Brick, slot: int) -> TowerEstimate:
        after = copy(self)
        after._upper = self._upper.with_brick(brick, slot)
        after._lower = self._lower.with_brick(flip_brick(brick), HEIGHT + 1 - slot)
        return after

    def wait(self) -> float:
        """The mean time to the end of the tower, in units in which every brick to come comes once."""
        return round(SPAN - self._upper.whole().lead, TIE_DIGITS)

    def best(self, brick: Brick) -> Use:
        """The best use of a brick: the shortest wait after it, then nearest to where it belongs, then highest up."""
        return min(
            Use(round(SPAN - _lead(*self._around(brick, slot)), TIE_DIGITS), abs(slot - home(brick)), slot)
            for slot in SLOTS
        )

    def turns(self) -> float:
        """The mean number of turns to the end of the tower as it is."""
        whole = self._upper.whole()
        return round(self._turns(whole.lead, whole.slots), TIE_DIGITS)

    def terms(self) -> tuple[float, ...]:
        whole = self._upper.whole()
        return terms((SPAN - whole.lead) * len(self.coming), whole.slots)

    def uses(self, brick: Brick) -> list[Use]:
        """What a brick is worth in each slot, in turns instead of a wait, the best first."""
        return sorted(Use(self._turns_with(brick, slot), abs(slot - home(brick)), slot) for slot in SLOTS)

    def least(self, brick: Brick, most: float) -> float:
        """The mean number of turns left after the best use of a brick within its reach, or `most` if that is less."""
        for slot in NEAR[brick]:
            over, under = self._around(brick, slot)
            # Both together take no less than either alone, and that is too long more often than not.
            if self._turns(min(over.lead, under.lead), over.slots + under.slots) < most:
                most = min(most, self._turns_with(brick, slot))
        return most

    def _turns_with(self, brick: Brick, slot: int) -> float:
        over, under = self._around(brick, slot)
        return round(self._turns(_lead(over, under), over.slots + under.slots), TIE_DIGITS)

    def _turns(self, lead: float, slots: int) -> float:
        return self._curves[slots].turns((SPAN - lead) * len(self.coming))

    def _around(self, brick: Brick, slot: int) -> tuple[Filling, Filling]:
        """What is left to fill above the brick and below it, once it is in the slot and stays there."""
        return self._upper.above(slot, brick), self._lower.above(HEIGHT + 1 - slot, flip_brick(brick))


def _lead(over: Filling, under: Filling) -> float:
    """How long before the last of the times both are filled, on average."""
    return fsum(map(mul, map(mul, over.odds, under.odds), WEIGHTS))


def with_brick(tower: Tower, brick: Brick, slot: int) -> Tower:
    return (*tower[: slot - 1], brick, *tower[slot:])


def home(brick: Brick) -> int:
    """The slot where a brick belongs: bricks 1 to 6 in the top one, 55 to 60 in the one at the bottom."""
    return (brick - 1) * HEIGHT // len(BRICKS) + 1


def coming(view: View) -> tuple[Brick, ...]:
    """The bricks that the view's seat may still draw before long, in ascending order.

    A brick that has not been thrown away by the time the main pile is filled is in a tower, and stays there unseen.
    """
    assert view.seat is not None
    buried = set(discard_pile(view))
    away = {seen.brick for seen in view.taken} | {view.hand, *(view.towers[view.seat] or ())}
    if view.refilled:
        away |= set(BRICKS) - {seen.brick for seen in view.thrown}
    if view.pile > LOW_PILE:
        away |= buried
    return tuple(brick for brick in BRICKS if brick not in away)


def _near(brick: Brick) -> tuple[int, ...]:
    """The slots within reach of a brick, those first that are nearest to where it belongs."""
    reached = (slot for slot in SLOTS if abs(slot - home(brick)) <= REACH)
    return tuple(sorted(reached, key=lambda slot: abs(slot - home(brick))))


NEAR = {brick: _near(brick) for brick in BRICKS}
