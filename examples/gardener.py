"""Plays Blocky one move deep: it works out every move except a smash, and makes the one worth most to it.

parlour bot examples/gardener.py --game blocky --vs random --games 20 --seed 1
"""

from __future__ import annotations

from client.bots import Bot
from client.bots.bot import Info
from engines.blocky import goals
from engines.blocky.block import Colour
from engines.blocky.moves import Smash, apply_move, cost, read
from engines.blocky.view import View, board_of
from engines.chance import KEY_BYTES, Chance

NEVER = -1000
UNUSED = Chance(bytes(KEY_BYTES))
"""What a smash would draw from; it is the only move with chance in it."""


class Gardener(Bot):
    """Tends its own colour, and lets those of the others grow as they may."""

    def choose(self, view: View, legal: tuple[str, ...], info: Info) -> str:
        """The move that is worth most; to pass is always one of them."""
        colour = view.colours[info.seat]
        assert colour is not None, "one's own colour is in sight"
        return max(legal, key=lambda move: worth(view, colour, move))


def worth(view: View, colour: Colour, written: str) -> int:
    """What the board is worth to a colour after a move, less what the move costs."""
    move = read(written)
    if isinstance(move, Smash):
        return NEVER
    board = apply_move(board_of(view), view.depth, colour, move, UNUSED)
    planes = goals.planes(board, view.depth)
    return goals.score(view.kind, planes[colour], view.depth) - cost(move)
