"""How long a tower will take: the bricks worth keeping, the gaps between them, and the bricks that can still come."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import NamedTuple

from engines.tower_blaster.gaps import DONE, Odds, both, filled, soonest, wait
from engines.tower_blaster.view import BRICKS, HEIGHT, Brick, Tower, View, discarded

LOW_PILE = 10
"""With so few bricks in the main pile, those of the discard pile soon come again."""

TIE_DIGITS = 6
"""Waits that are equal so far are equal."""


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

    __slots__ = ("_above", "_below", "_coming", "_kept")

    def __init__(self, tower: Tower, coming: tuple[Brick, ...]) -> None:
        """Look at a tower, with the bricks that can still come in ascending order."""
        self._kept = (BRICKS.start - 1, *tower, BRICKS.stop)
        self._coming = coming
        self._above: list[Odds] = [DONE]
        for slot in range(1, HEIGHT + 2):
            self._above.append(self._over(slot, self._kept[slot]))
        self._below: dict[int, Odds] = {HEIGHT + 1: DONE}
        for slot in range(HEIGHT, -1, -1):
            self._below[slot] = self._under(slot, self._kept[slot])

    def wait(self) -> float:
        """The mean time to the end of the tower, in units in which every brick to come comes once."""
        return round(wait(self._above[-1]), TIE_DIGITS)

    def best(self, brick: Brick) -> Use:
        """The best use of a brick: the shortest wait after it, then nearest to where it belongs, then highest up."""
        return min(self._use(brick, slot) for slot in range(1, HEIGHT + 1))

    def _use(self, brick: Brick, slot: int) -> Use:
        odds = both(self._over(slot, brick), self._under(slot, brick))
        return Use(round(wait(odds), TIE_DIGITS), abs(slot - home(brick)), slot)

    def _over(self, slot: int, brick: Brick) -> Odds:
        """The odds for the slots above one with this brick in it, whichever brick above it is the next one kept."""
        return soonest(
            both(self._above[above], self._gap(above, self._kept[above], slot, brick))
            for above in range(slot)
            if self._kept[above] < brick
        )

    def _under(self, slot: int, brick: Brick) -> Odds:
        """The odds for the slots below one with this brick in it, whichever brick below it is the next one kept."""
        return soonest(
            both(self._below[below], self._gap(slot, brick, below, self._kept[below]))
            for below in range(slot + 1, HEIGHT + 2)
            if brick < self._kept[below]
        )

    def _gap(self, top: int, narrow: Brick, bottom: int, wide: Brick) -> Odds:
        """The odds for the slots between two, with bricks between the two that are kept in them."""
        fitting = bisect_left(self._coming, wide) - bisect_right(self._coming, narrow)
        return filled(bottom - top - 1, fitting)


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
