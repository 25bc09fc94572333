"""Computer players of Tower Blaster."""

from __future__ import annotations

from engines.chance import Chance
from engines.game import BotLevel
from engines.tower_blaster.bots.estimate import TowerEstimate, coming, home, with_brick
from engines.tower_blaster.bots.expectimax import best_use, worth_taking
from engines.tower_blaster.view import PLACES, Brick, Move, Place, Reject, Take, Tower, View, is_stable

OFFERS = 1.5
"""How many bricks a turn brings to choose from: more than the one that is drawn, as some are taken from the discard."""

WORTH_SEEING = 3
"""How many turns a discarded brick must save to be taken by a player who prefers to draw."""

FAR = 4
"""A brick so many slots from where it belongs is in nobody's way to throw out."""


def draw(view: View, chance: Chance) -> Move:
    """Settle what is drawn, and take from the discard pile only the last brick that is missing."""
    if view.source is None:
        return Take("discard" if _finishing(view.own_tower, view.brick_in_question) else "pile")
    return settle(view, chance)


def tidy(view: View, chance: Chance) -> Move:
    """Settle what is drawn, and from the discard pile only what throws out a brick that is far astray."""
    if view.source is None:
        tower, brick = view.own_tower, view.brick_in_question
        slot = home(brick)
        astray = abs(home(tower[slot - 1]) - slot) >= FAR
        return Take("discard" if astray or _finishing(tower, brick) else "pile")
    return settle(view, chance)


def settle(view: View, chance: Chance) -> Move:  # noqa: ARG001 - every computer player is given both
    """Bring bricks home, each into the slot of its zone for as long as no brick of that zone is there."""
    tower = view.own_tower
    match view.source, view.hand:
        case "pile", int(brick):
            return _settle(tower, brick) or Reject()
        case "discard", int(brick):
            return _settle(tower, brick) or Place(home(brick))
    return Take("discard" if _settle(tower, view.brick_in_question) else "pile")


def count(view: View, chance: Chance) -> Move:  # noqa: ARG001 - every computer player is given both
    """Finish the tower as soon as may be, counting the bricks that can still come, but rather draw than take."""
    bricks = coming(view)
    prospect = TowerEstimate(view.own_tower, bricks)
    if view.hand is not None:
        use = prospect.best(view.hand)
        return Reject() if view.source == "pile" and use.wait >= prospect.wait() else Place(use.slot)
    use = prospect.best(view.brick_in_question)
    turns_saved = (prospect.wait() - use.wait) * len(bricks) / OFFERS
    return Take("discard" if turns_saved > WORTH_SEEING or use.wait == 0 else "pile")


def foresee(view: View, chance: Chance) -> Move:  # noqa: ARG001 - every computer player is given both
    """Weigh every brick that can come next before choosing."""
    tower, bricks = view.own_tower, coming(view)
    if view.hand is not None:
        return best_use(TowerEstimate(tower, bricks), view.hand, may_reject=view.source == "pile")
    top = view.brick_in_question
    # Where the main pile is low, what was thrown away counts as coming; but the brick in sight is not drawn next.
    bricks = tuple(brick for brick in bricks if brick != top)
    return Take("discard" if worth_taking(TowerEstimate(tower, bricks), top) else "pile")


def _settle(tower: Tower, brick: Brick) -> Place | None:
    """Where the brick wins or comes home; None where it does neither, its home being settled."""
    slot = home(brick)
    if finishing := _finishing(tower, brick):
        return finishing
    return None if home(tower[slot - 1]) == slot else Place(slot)


def _finishing(tower: Tower, brick: Brick) -> Place | None:
    return next((place for place in PLACES if is_stable(with_brick(tower, brick, place.slot))), None)


LEVELS: tuple[BotLevel[View, Move], ...] = (
    BotLevel(
        "drawing",
        "Draws from the pile and sorts bricks into ten zones; takes a discarded one only to win.",
        draw,
        rating=1258,
    ),
    BotLevel(
        "tidy",
        "Plays like drawing, but also takes a discarded brick to replace one far out of place.",
        tidy,
        rating=1354,
    ),
    BotLevel(
        "careful",
        "Takes every brick that fills a zone, and leaves filled zones alone.",
        settle,
        rating=1500,
    ),
    BotLevel(
        "counting",
        "Counts the bricks still to come that fit each gap, but would rather draw than take.",
        count,
        rating=1581,
    ),
    BotLevel(
        "foreseeing",
        "Weighs every brick that could come next, and often finishes within ten turns.",
        foresee,
        rating=1715,
    ),
)
"""The levels, weakest first. None of them leaves anything to chance: ties are broken by rule."""
