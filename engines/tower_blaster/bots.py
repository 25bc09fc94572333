"""Computer players of Tower Blaster."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engines.chance import Chance
from engines.tower_blaster.view import BRICKS, HEIGHT, Brick, Move, Place, Reject, Take, Tower, View, is_stable, legal

ZONE = len(BRICKS) // HEIGHT
"""How many bricks call each slot their home: 1 to 6 the top one, 55 to 60 the one at the bottom."""


def any_move(view: View, chance: Chance) -> Move:
    """Any legal move."""
    return chance.choice(legal(view))


def settle(view: View, chance: Chance) -> Move:  # noqa: ARG001 - every computer player is given both
    """Bring bricks home: into the slot of their zone, as long as no brick of that zone is there."""
    tower = own(view)
    if view.source is None:
        assert view.top is not None
        return Take("discard" if _use(tower, view.top) else "pile")
    assert view.hand is not None
    return _use(tower, view.hand) or (Reject() if view.source == "pile" else Place(_home(view.hand)))


def own(view: View) -> Tower:
    """The tower of the view's seat."""
    assert view.seat is not None
    tower = view.towers[view.seat]
    assert tower is not None
    return tower


def placed(tower: Tower, brick: Brick, slot: int) -> Tower:
    """The tower with a brick in a slot counted from 1."""
    return (*tower[: slot - 1], brick, *tower[slot:])


def _use(tower: Tower, brick: Brick) -> Place | None:
    """Where a brick wins or is at home; None where it does neither, or its home is settled."""
    for slot in range(1, HEIGHT + 1):
        if is_stable(placed(tower, brick, slot)):
            return Place(slot)
    home = _home(brick)
    return None if _home(tower[home - 1]) == home else Place(home)


def _home(brick: Brick) -> int:
    """The slot of a brick's zone."""
    return (brick - 1) // ZONE + 1


BOTS: Mapping[str, Callable[[View, Chance], Move]] = {"random": any_move, "careful": settle}
"""The levels, weakest first."""
