"""Builds a tower by zones: each slot is home to a tenth of the bricks, and a brick that is home stays there.

parlour bot examples/mason.py --game tower --vs drawing --games 100 --seed 1
"""

from __future__ import annotations

from client.bots import Bot
from client.bots.bot import Info
from engines.tower_blaster.view import HEIGHT, Brick, Tower, View, is_stable

BRICKS_A_SLOT = 6


class Mason(Bot):
    """Takes the brick in sight if that helps, or else draws; and places a brick that finds its home."""

    def choose(self, view: View, legal: tuple[str, ...], info: Info) -> str:
        """Take, place or reject."""
        tower = view.towers[info.seat]
        assert tower is not None, "one's own tower is in sight"
        if view.hand is None:
            helps = view.top is not None and best_slot(tower, view.top)
            return "take discard" if helps else "take pile"
        slot = best_slot(tower, view.hand)
        if slot is None:
            return "reject" if "reject" in legal else f"place {home(view.hand)}"
        return f"place {slot}"


def best_slot(tower: Tower, brick: Brick) -> int | None:
    """The slot where the brick finishes the tower, or its home unless that is settled; None where it does neither."""
    for slot in range(1, HEIGHT + 1):
        if is_stable(built(tower, brick, slot)):
            return slot
    return None if home(tower[home(brick) - 1]) == home(brick) else home(brick)


def home(brick: Brick) -> int:
    """The slot that a brick belongs into: the narrowest to the top, which is slot 1."""
    return (brick - 1) // BRICKS_A_SLOT + 1


def built(tower: Tower, brick: Brick, slot: int) -> Tower:
    """The tower with a brick in a slot."""
    return (*tower[: slot - 1], brick, *tower[slot:])
