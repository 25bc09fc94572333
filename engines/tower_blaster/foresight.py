"""What is best when everything that can come next is weighed: one turn ahead exactly, and by experience after that."""

from __future__ import annotations

from math import fsum

from engines.tower_blaster.prospects import TIE_DIGITS, Prospect
from engines.tower_blaster.view import Brick, Move, Place, Reject, Tower

CLOSE_TURNS = 0.5
"""Uses that seem worse than the best by more than this are not looked at again."""

LOOKED_AT = 2
"""How many uses of a brick are looked at again."""


def worth_taking(prospect: Prospect, brick: Brick) -> bool:
    """Whether the brick in sight brings the end of the tower as near as one drawn unseen would, or nearer."""
    taken = prospect.uses(brick)[0].wait
    return taken == 0 or taken <= _drawn(prospect.turns(), _bests(prospect))


def best_use(tower: Tower, brick: Brick, coming: tuple[Brick, ...], may_reject: bool) -> Move:
    """What to do with a brick in hand so that the tower is finished soonest, the next turn looked through."""
    prospect = Prospect(tower, coming)
    uses = prospect.uses(brick)
    leave = prospect.turns()
    if uses[0].wait == 0:
        return Place(uses[0].slot)
    if may_reject and uses[0].wait > leave + CLOSE_TURNS:
        return Reject()
    close = [use.slot for use in uses[:LOOKED_AT] if use.wait <= uses[0].wait + CLOSE_TURNS]
    choices = [(outlook(built(tower, brick, slot), coming), Place(slot)) for slot in close]
    turns, move = min(choices, key=lambda choice: choice[0])
    return Reject() if may_reject and outlook(tower, coming) <= turns else move


def outlook(tower: Tower, coming: tuple[Brick, ...]) -> float:
    """The mean number of turns to the end of the tower, seen from before its next turn.

    Any of the bricks to come may be on top of the discard pile then, and be taken, or any other be drawn.
    """
    prospect = Prospect(tower, coming)
    now, bests = prospect.turns(), _bests(prospect)
    if now == 0 or not bests:
        return now
    drawn = _drawn(now, bests)
    return round(1 + fsum(min(best, drawn) for best in bests) / len(bests), TIE_DIGITS)


def built(tower: Tower, brick: Brick, slot: int) -> Tower:
    """The tower with the brick in the slot."""
    return (*tower[: slot - 1], brick, *tower[slot:])


def _bests(prospect: Prospect) -> list[float]:
    """The turns left after the best use of each brick that can come."""
    return [prospect.least(brick) for brick in prospect.coming]


def _drawn(now: float, bests: list[float]) -> float:
    """The turns left after a brick is drawn and placed where that helps, on average."""
    return fsum(min(best, now) for best in bests) / len(bests) if bests else now
