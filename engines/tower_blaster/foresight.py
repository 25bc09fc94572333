"""What is best when everything that can come next is weighed: one turn ahead exactly, and by experience after that."""

from __future__ import annotations

from math import fsum

from engines.tower_blaster.prospects import TIE_DIGITS, Prospect
from engines.tower_blaster.view import Brick, Move, Place, Reject

CLOSE_TURNS = 0.5
"""Uses that seem worse than the best by more than this are not looked at again."""

LOOKED_AT = 2
"""How many uses of a brick are looked at again."""


def worth_taking(prospect: Prospect, brick: Brick) -> bool:
    """Whether the brick in sight brings the end of the tower as near as one drawn unseen would, or nearer."""
    taken = prospect.uses(brick)[0].wait
    return taken == 0 or taken <= _drawn(prospect)


def best_use(prospect: Prospect, brick: Brick, may_reject: bool) -> Move:
    """What to do with a brick in hand so that the tower is finished soonest, the next turn looked through."""
    best, *others = prospect.uses(brick)
    if best.wait == 0:
        return Place(best.slot)
    if may_reject and best.wait > prospect.turns() + CLOSE_TURNS:
        return Reject()
    close = [best, *(use for use in others[: LOOKED_AT - 1] if use.wait <= best.wait + CLOSE_TURNS)]
    choices = [(outlook(prospect.placed(brick, use.slot)), Place(use.slot)) for use in close]
    turns, move = min(choices, key=lambda choice: choice[0])
    return Reject() if may_reject and outlook(prospect) <= turns else move


def outlook(prospect: Prospect) -> float:
    """The mean number of turns to the end of the tower, seen from before its next turn.

    Any of the bricks to come may be on top of the discard pile then, and be taken, or any other be drawn.
    """
    now, bests = prospect.turns(), _bests(prospect)
    if now == 0 or not bests:
        return now
    drawn = fsum(bests) / len(bests)
    return round(1 + fsum(min(best, drawn) for best in bests) / len(bests), TIE_DIGITS)


def _drawn(prospect: Prospect) -> float:
    """The turns left after a brick is drawn and placed where that helps, on average."""
    bests = _bests(prospect)
    return fsum(bests) / len(bests) if bests else prospect.turns()


def _bests(prospect: Prospect) -> list[float]:
    """The turns left after each brick that can come, which is rejected where it does not help."""
    now = prospect.turns()
    return [prospect.least(brick, now) for brick in prospect.coming]
