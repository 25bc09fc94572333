"""Streets and Alleys as a `Game`."""

from __future__ import annotations

from engines.game import Bots, Game, GameTime, Help, Rules, Timing
from engines.streets_and_alleys import determinize, moves, rules, view
from engines.streets_and_alleys.moves import Move
from engines.streets_and_alleys.solver import bots, hints
from engines.streets_and_alleys.view import View, legal


def first_legal(view: View) -> Move:
    """A move that is legal. No clock ever asks for it, as a move may take as long as it likes."""
    return next(legal(view))


GAME: Game[rules.State, View, Move] = Game(
    name="streets_and_alleys",
    title="Streets and Alleys",
    version=2,
    seats=range(1, 5),
    rules=Rules.of(rules, view, moves, determinize),
    bots=Bots(bots.LEVELS),
    timing=Timing(first_legal, game=GameTime(rules.time_s, rules.time_up), allows_clock=False),
    undo_moves=moves.UNDO_MOVES,
    resign=rules.give_up,
    help=Help(hints.hint, hints.prospect, hints.recall),
    result=rules.result,
    earlier=((1, rules.setup_of_version_1),),
)
