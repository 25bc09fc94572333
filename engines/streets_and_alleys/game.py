"""Streets and Alleys as a `Game`."""

from __future__ import annotations

from engines.game import Game, assemble
from engines.streets_and_alleys import determinize, moves, rules, view
from engines.streets_and_alleys.moves import Move
from engines.streets_and_alleys.solver import bots, hints
from engines.streets_and_alleys.view import View, legal


def first_legal(view: View) -> Move:
    """A move that is legal. No clock ever asks for it, as a move may take as long as it likes."""
    return next(legal(view))


GAME: Game[rules.State, View, Move] = assemble(
    *(rules, view, moves, determinize, hints),
    name="streets_and_alleys",
    title="Streets and Alleys",
    version=1,
    seats=range(1, 5),
    bots=bots.BOTS,
    levels=bots.LEVELS,
    paces=bots.PACES,
    default=first_legal,
    has_clock=False,
)
