"""How long a tower will take: the bricks worth keeping, the gaps between them, and the bricks that can still come."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from typing import NamedTuple

from engines.tower_blaster.gaps import DONE, NEVER, Odds, both, filled, wait
from engines.tower_blaster.turns import FITTED, Formula, terms, turns
from engines.tower_blaster.view import BRICKS, HEIGHT, Brick, Tower, View, discarded

LOW_PILE = 10
"""With so few bricks in the main pile, those of the discard pile soon come again."""

REACH = 2
"""How far from where they belong bricks are tried that nobody has seen yet: further is hardly ever of use."""

TIE_DIGITS = 6
"""Waits that are equal so far are equal."""


class Filling(NamedTuple):
    """The odds of filling some slots, and how many they are."""

    odds: Odds
    slots: int


HOPELESS = Filling(NEVER, HEIGHT)


class Use(NamedTuple):
    """What a brick is worth in a slot: the wait for the tower, then how far the brick is from where it belongs."""

    wait: float
    astray: int
    slot: int


class Prospect:
    """A tower and what can become of it.

    Slots are counted from 1; in slot 0 there is a brick narrower than all, below the last slot one wider than all, and
    these two are kept whatever happens. Made at once, and never changed.
    """

    __slots__ = ("_above", "_below", "_formula", "_kept", "_narrower", "coming")

    def __init__(self, tower: Tower, coming: tuple[Brick, ...], formula: Formula = FITTED) -> None:
        """Look at a tower, with the bricks that can still come in ascending order."""
        self._kept = (BRICKS.start - 1, *tower, BRICKS.stop)
        self.coming = coming
        self._formula = formula
        self._narrower = [bisect_left(coming, brick) for brick in range(BRICKS.stop + 2)]
        self._above = [Filling(DONE, 0)]
        for slot in range(1, HEIGHT + 2):
            self._above.append(self._over(slot, self._kept[slot]))
        self._below = {HEIGHT + 1: Filling(DONE, 0)}
        for slot in range(HEIGHT, -1, -1):
            self._below[slot] = self._under(slot, self._kept[slot])

    def wait(self) -> float:
        """The mean time to the end of the tower, in units in which every brick to come comes once."""
        return round(wait(self._above[-1].odds), TIE_DIGITS)

    def best(self, brick: Brick) -> Use:
        """The best use of a brick: the shortest wait after it, then nearest to where it belongs, then highest up."""
        return min(
            Use(round(wait(self._with(brick, slot).odds), TIE_DIGITS), abs(slot - home(brick)), slot)
            for slot in range(1, HEIGHT + 1)
        )

    def turns(self) -> float:
        """The mean number of turns to the end of the tower as it is."""
        return self._turns(self._above[-1])

    def terms(self) -> tuple[float, ...]:
        """What the mean number of turns is worked out from."""
        filling = self._above[-1]
        return terms(wait(filling.odds) * len(self.coming), filling.slots)

    def uses(self, brick: Brick) -> list[Use]:
        """What a brick is worth in each slot, in turns instead of a wait, the best first."""
        return sorted(
            Use(self._turns(self._with(brick, slot)), abs(slot - home(brick)), slot) for slot in range(1, HEIGHT + 1)
        )

    def least(self, brick: Brick) -> float:
        """The mean number of turns left after the best use of a brick within its reach."""
        near = range(max(1, home(brick) - REACH), min(HEIGHT, home(brick) + REACH) + 1)
        return min(self._turns(self._with(brick, slot)) for slot in near)

    def _turns(self, filling: Filling) -> float:
        return round(turns(wait(filling.odds) * len(self.coming), filling.slots, self._formula), TIE_DIGITS)

    def _with(self, brick: Brick, slot: int) -> Filling:
        """What is left to fill once the brick is in the slot and stays there."""
        over, under = self._over(slot, brick), self._under(slot, brick)
        return Filling(both(over.odds, under.odds), over.slots + under.slots)

    def _over(self, slot: int, brick: Brick) -> Filling:
        """What is left to fill above a slot with this brick in it, whichever brick above it is the next one kept."""
        return _soonest(
            _joined(self._above[above], slot - above - 1, fitting)
            for above, kept in enumerate(self._kept[:slot])
            if kept < brick and (fitting := self._fitting(kept, brick)) >= slot - above - 1
        )

    def _under(self, slot: int, brick: Brick) -> Filling:
        """What is left to fill below a slot with this brick in it, whichever brick below it is the next one kept."""
        return _soonest(
            _joined(self._below[below], below - slot - 1, fitting)
            for below, kept in enumerate(self._kept[slot + 1 :], slot + 1)
            if brick < kept and (fitting := self._fitting(brick, kept)) >= below - slot - 1
        )

    def _fitting(self, narrow: Brick, wide: Brick) -> int:
        """How many bricks that can come fit between two."""
        return self._narrower[wide] - self._narrower[narrow + 1]


def _joined(filling: Filling, gap: int, fitting: int) -> Filling:
    """What is to be filled, and a gap of so many slots with so many bricks that fit it."""
    return Filling(both(filling.odds, filled(gap, fitting)), filling.slots + gap) if gap else filling


def _soonest(choices: Iterable[Filling]) -> Filling:
    """The filling with the shortest wait, or the first of several."""
    found = list(choices)
    # Most often there is one only, which need not be weighed.
    return found[0] if len(found) == 1 else min(found, key=_wait, default=HOPELESS)


def _wait(filling: Filling) -> float:
    return wait(filling.odds)


def home(brick: Brick) -> int:
    """The slot where a brick belongs: bricks 1 to 6 in the top one, 55 to 60 in the one at the bottom."""
    return (brick - 1) * HEIGHT // len(BRICKS) + 1


def coming(view: View) -> tuple[Brick, ...]:
    """The bricks that the view's seat may still draw before long, in ascending order.

    A brick that has not been thrown away by the time the main pile is filled is in a tower, and stays there unseen.
    """
    assert view.seat is not None
    buried = set(discarded(view))
    away = {seen.brick for seen in view.taken} | {view.hand, *(view.towers[view.seat] or ())}
    if view.refilled:
        away |= set(BRICKS) - {seen.brick for seen in view.thrown}
    if view.pile > LOW_PILE:
        away |= buried
    return tuple(brick for brick in BRICKS if brick not in away)
