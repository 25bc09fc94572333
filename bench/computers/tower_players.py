"""Players of Tower Blaster to measure the computers against: the best simple one, and one that reckons with gaps.

They share nothing with the levels that they measure but the rules, so that a level which gets better is seen to.
"""

from __future__ import annotations

from functools import cache
from itertools import accumulate

from engines.chance import Chance
from engines.tower_blaster.view import BRICKS, HEIGHT, Brick, Move, Place, Reject, Take, Tower, View, discard_pile

ZONE = len(BRICKS) // HEIGHT
"""How many bricks belong in each slot: 1 to 6 in slot 1, 7 to 12 in slot 2 and so on."""

DRAWS_SAVED = 1.5
"""How many draws a discarded brick must save to be worth the turn: more than one comes in a turn, some in sight."""

NEVER = 1e6
"""The draws until something that cannot happen."""

SLOTS = range(1, HEIGHT + 1)


def sort_plainly(view: View, chance: Chance) -> Move:  # noqa: ARG001 - every player is given both
    """Take or place a brick only where the slot of its zone does not hold one of that zone, and look no further."""
    tower, brick = view.own_tower, view.brick_in_question
    slot = _zone(brick)
    helps = _zone(tower[slot - 1]) != slot
    if view.source is None:
        return Take("discard" if helps else "pile")
    return Place(slot) if helps or view.source == "discard" else Reject()


def expect(view: View, chance: Chance) -> Move:  # noqa: ARG001 - every player is given both
    """Expect every gap to take as many draws as it does on average, and leave the tower that needs the fewest."""
    tower, brick = view.own_tower, view.brick_in_question
    expected = _Expected(tower, _coming(view))
    draws, slot = min((expected.draws_with(brick, slot), slot) for slot in SLOTS)
    saved = expected.draws() - draws
    if view.source is None:
        return Take("discard" if saved >= DRAWS_SAVED or draws == 0 else "pile")
    return Place(slot) if saved > 0 or view.source == "discard" else Reject()


class _Expected:
    """The draws that are expected until a tower is finished, by dynamic programming over the bricks that stay."""

    def __init__(self, tower: Tower, coming: frozenset[Brick]) -> None:
        self._bricks = (BRICKS.start - 1, *tower, BRICKS.stop)
        self._coming = len(coming)
        self._up_to = list(accumulate(brick in coming for brick in range(BRICKS.stop + 1)))
        self._above = [0.0]
        for slot in range(1, HEIGHT + 2):
            self._above.append(self._over(self._bricks[slot], slot))
        self._below = {HEIGHT + 1: 0.0}
        for slot in reversed(SLOTS):
            self._below[slot] = self._under(self._bricks[slot], slot)

    def draws(self) -> float:
        return self._above[-1] * self._coming

    def draws_with(self, brick: Brick, slot: int) -> float:
        return _later_of(self._over(brick, slot), self._under(brick, slot)) * self._coming

    def _over(self, brick: Brick, slot: int) -> float:
        """Above a brick in a slot, keeping next whichever brick above it is best."""
        return min(
            (
                _later_of(self._above[kept], _filling_draws(slot - kept - 1, self._between(self._bricks[kept], brick)))
                for kept in range(slot)
                if self._bricks[kept] < brick
            ),
            default=NEVER,
        )

    def _under(self, brick: Brick, slot: int) -> float:
        """Below a brick in a slot, keeping next whichever brick below it is best."""
        return min(
            (
                _later_of(self._below[kept], _filling_draws(kept - slot - 1, self._between(brick, self._bricks[kept])))
                for kept in range(slot + 1, HEIGHT + 2)
                if self._bricks[kept] > brick
            ),
            default=NEVER,
        )

    def _between(self, narrow: Brick, wide: Brick) -> int:
        return self._up_to[wide - 1] - self._up_to[narrow]


@cache
def _filling_draws(slots: int, bricks: int) -> float:
    """The draws until so many slots are filled with some of the bricks that fit, in multiples of all that can come.

    The first of them comes after 1 / bricks. Whichever it is, it goes where the gaps beside it are filled soonest.
    """
    if slots == 0:
        return 0.0
    if slots > bricks:
        return NEVER
    rests = (
        min(
            _later_of(_filling_draws(above, narrower), _filling_draws(slots - 1 - above, bricks - 1 - narrower))
            for above in range(slots)
        )
        for narrower in range(bricks)
    )
    return (1 + sum(rests)) / bricks


def _later_of(one: float, other: float) -> float:
    """The draws until both things are done which alone take so many: the mean of the later of two such waits.

    Exact where each may be done by any draw, whatever came before: then the sooner takes one * other / (one + other).
    """
    return one + other - one * other / (one + other) if one and other else one or other


def _coming(view: View) -> frozenset[Brick]:
    """The bricks that are neither in sight nor known to be in the other tower, nor buried in the discard pile."""
    away = {*view.own_tower, view.hand, *(seen.brick for seen in view.taken), *discard_pile(view)}
    return frozenset(brick for brick in BRICKS if brick not in away)


def _zone(brick: Brick) -> int:
    return (brick - 1) // ZONE + 1
