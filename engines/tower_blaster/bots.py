"""Computer players of Tower Blaster."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engines.chance import Chance
from engines.tower_blaster.prospects import Prospect, coming, home
from engines.tower_blaster.view import PLACES, Brick, Move, Place, Reject, Take, Tower, View, is_stable, legal

OFFERS = 1.5
"""How many bricks a turn brings to choose from: more than the one that is drawn, as some are taken from the discard."""


def any_move(view: View, chance: Chance) -> Move:
    """Any legal move."""
    return chance.choice(legal(view))


def settle(view: View, chance: Chance) -> Move:  # noqa: ARG001 - every computer player is given both
    """Bring bricks home, each into the slot of its zone for as long as no brick of that zone is there."""
    tower = _own(view)
    match view.source, view.hand:
        case "pile", int(brick):
            return _settled(tower, brick) or Reject()
        case "discard", int(brick):
            return _settled(tower, brick) or Place(home(brick))
    return Take("discard" if view.top and _settled(tower, view.top) else "pile")


def count(view: View, chance: Chance) -> Move:  # noqa: ARG001 - every computer player is given both
    """Finish the tower as soon as may be, counting the bricks that can still come."""
    bricks = coming(view)
    prospect = Prospect(_own(view), bricks)
    if view.hand is not None:
        use = prospect.best(view.hand)
        return Reject() if view.source == "pile" and use.wait >= prospect.wait() else Place(use.slot)
    assert view.top is not None
    turns_saved = (prospect.wait() - prospect.best(view.top).wait) * len(bricks) / OFFERS
    # To draw instead brings the end nearer too: by this turn, which the wait takes into account.
    return Take("discard" if turns_saved > 1 else "pile")


def _own(view: View) -> Tower:
    assert view.seat is not None
    tower = view.towers[view.seat]
    assert tower is not None
    return tower


def _settled(tower: Tower, brick: Brick) -> Place | None:
    """Where the brick wins or comes home; None where it does neither, its home being settled."""
    for place in PLACES:
        if is_stable((*tower[: place.slot - 1], brick, *tower[place.slot :])):
            return place
    slot = home(brick)
    return None if home(tower[slot - 1]) == slot else Place(slot)


BOTS: Mapping[str, Callable[[View, Chance], Move]] = {"random": any_move, "careful": settle, "counting": count}
"""The levels, weakest first."""
