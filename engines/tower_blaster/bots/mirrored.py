"""What is left to fill above a slot of a tower. What is below one is above it in the mirrored tower."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from math import fsum
from operator import mul
from typing import NamedTuple

from engines.tower_blaster.bots.gap_wait import DONE, NEVER, SPAN, Odds, both, gap
from engines.tower_blaster.view import BRICKS, HEIGHT, Brick

NARROWEST, WIDEST = BRICKS.start - 1, BRICKS.stop
"""The edges of a tower: a brick in slot 0 narrower than all, and one below the last slot wider than all."""


class Filling(NamedTuple):
    """Slots to be filled: the odds, how long before the last of the times it is done on average, and how many."""

    odds: Odds
    lead: float
    slots: int


class KeptBrick(NamedTuple):
    """A brick that stays in its slot, how many that can come are no wider, and what is to be filled above it."""

    brick: Brick
    no_wider: int
    filling: Filling


Known = dict[Brick, Filling]
"""What is to be filled above a slot, for each brick that was asked about."""

NOTHING = Filling(DONE, SPAN, 0)
HOPELESS = Filling(NEVER, 0.0, HEIGHT)


class Side:
    """A tower seen from its top. Remembers what it worked out, and is never changed otherwise."""

    __slots__ = ("_kept", "_known", "_narrower")

    def __init__(self, tower: Iterable[Brick], narrower: tuple[int, ...], known: Iterable[Known] = ()) -> None:
        """Look at a tower; `narrower` says how many bricks that can come are narrower than each."""
        self._narrower = narrower
        self._known = [*known]
        self._known += [{} for _ in range(len(self._known), HEIGHT + 2)]
        self._kept = [KeptBrick(NARROWEST, 0, NOTHING)]
        for slot, brick in enumerate(tower, 1):
            self._kept.append(KeptBrick(brick, narrower[brick + 1], self.above(slot, brick)))

    def whole(self) -> Filling:
        return self.above(HEIGHT + 1, WIDEST)

    def above(self, slot: int, brick: Brick) -> Filling:
        """What is to be filled above a slot with this brick in it, whichever brick above it is the next one kept."""
        known = self._known[slot]
        if brick not in known:
            known[brick] = self._soonest(slot, brick)
        return known[brick]

    def with_brick(self, brick: Brick, slot: int) -> Side:
        """The tower with a brick in a slot. What is above that slot has been worked out and is shared."""
        tower = [kept.brick for kept in self._kept[1:]]
        tower[slot - 1] = brick
        return Side(tower, self._narrower, self._known[: slot + 1])

    def _soonest(self, slot: int, brick: Brick) -> Filling:
        """The filling that is done soonest, of equals the one that keeps the next brick nearest."""
        narrower, found = self._narrower[brick], HOPELESS
        for slots in range(slot):
            kept, no_wider, above = self._kept[slot - 1 - slots]
            fitting = narrower - no_wider
            # Two things are done no sooner together than either of them, so that most need not be weighed.
            if above.lead > found.lead and kept < brick and fitting >= slots:
                found = _sooner(found, above, slots, fitting)
        return found


def _sooner(found: Filling, above: Filling, slots: int, bricks: int) -> Filling:
    """What is to be filled above and a gap below it, if both are done sooner than what was found."""
    if not slots:
        return above
    below = gap(slots, bricks)
    if below.lead <= found.lead:
        return found
    together = fsum(map(mul, above.odds, below.weighted))
    return Filling(both(above.odds, below.odds), together, above.slots + slots) if together > found.lead else found


def count_narrower(coming: Iterable[Brick]) -> tuple[int, ...]:
    """How many bricks in ascending order are narrower than each, the edges of a tower and one more among them."""
    bricks = tuple(coming)
    return tuple(bisect_left(bricks, brick) for brick in range(WIDEST + 2))


def mirror(bricks: Iterable[Brick]) -> tuple[Brick, ...]:
    """The bricks upside down: the last is the first, and what was wide is narrow."""
    return tuple(map(flip_brick, bricks))[::-1]


def flip_brick(brick: Brick) -> Brick:
    return NARROWEST + WIDEST - brick
