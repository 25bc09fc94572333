"""Expectimax over one turn: weighs every brick that can come next exactly, and later turns by the estimate."""

from __future__ import annotations

from math import fsum

from engines.tower_blaster.bots.estimate import TIE_DIGITS, TowerEstimate, Use
from engines.tower_blaster.view import Brick, Move, Place, Reject

CLOSE_TURNS = 1.0
"""Uses that seem worse than the best by more than this are not looked at again, nor is what seems so clear."""

LOOKED_AT = 3
"""How many uses of a brick are looked at again."""

SURE_TURNS = 0.1
"""How many turns a brick in sight must seem to save: one drawn unseen is used better than it is reckoned here."""


def worth_taking(prospect: TowerEstimate, brick: Brick) -> bool:
    """Whether the brick in sight brings the end of the tower nearer than one drawn unseen would."""
    uses = prospect.uses(brick)
    seems, unseen = uses[0].wait, draw_outlook(prospect)
    if seems == 0 or abs(seems - unseen) > CLOSE_TURNS:
        return seems <= unseen
    taken, _ = _best_ahead(prospect, brick, uses)
    # To look through the turns after every brick that may be drawn takes too long. It changes what is expected of them
    # about as much as it does where nothing is placed.
    return taken + SURE_TURNS <= unseen + outlook(prospect) - prospect.turns()


def best_use(prospect: TowerEstimate, brick: Brick, may_reject: bool) -> Move:
    """What to do with a brick in hand so that the tower is finished soonest, the next turn looked through."""
    uses = prospect.uses(brick)
    if uses[0].wait == 0:
        return Place(uses[0].slot)
    if may_reject and uses[0].wait > prospect.turns() + CLOSE_TURNS:
        return Reject()
    turns, slot = _best_ahead(prospect, brick, uses)
    return Reject() if may_reject and outlook(prospect) <= turns else Place(slot)


def outlook(prospect: TowerEstimate) -> float:
    """The mean number of turns to the end of the tower, seen from before its next turn.

    Any of the bricks to come may be on top of the discard pile then, and be taken, or any other be drawn.
    """
    now, bests = prospect.turns(), _bests(prospect)
    if now == 0 or not bests:
        return now
    unseen = fsum(bests) / len(bests)
    return round(1 + fsum(min(best, unseen) for best in bests) / len(bests), TIE_DIGITS)


def draw_outlook(prospect: TowerEstimate) -> float:
    """The turns left after a brick is drawn and placed where that helps, on average."""
    bests = _bests(prospect)
    return fsum(bests) / len(bests) if bests else prospect.turns()


def _best_ahead(prospect: TowerEstimate, brick: Brick, uses: list[Use]) -> tuple[float, int]:
    """The outlook and the slot of the best of the uses of a brick, which come the best first."""
    close = [use.slot for use in uses[:LOOKED_AT] if use.wait <= uses[0].wait + CLOSE_TURNS]
    return min(((outlook(prospect.with_brick(brick, slot)), slot) for slot in close), key=lambda ahead: ahead[0])


def _bests(prospect: TowerEstimate) -> list[float]:
    """The turns left after each brick that can come, which is rejected where it does not help."""
    now = prospect.turns()
    return [prospect.least(brick, now) for brick in prospect.coming]
