"""Streets and Alleys, as the value the rest of the program knows it by."""

from __future__ import annotations

from engines.game import Game, unlimited
from engines.streets_and_alleys import determinize, rules
from engines.streets_and_alleys.moves import Move, read, text
from engines.streets_and_alleys.solver import bots, hints
from engines.streets_and_alleys.view import Options, View, legal, progress


def first_legal(view: View) -> Move:
    """A move that is legal. No clock ever asks for it, as a move may take as long as it likes."""
    return next(legal(view))


GAME: Game[rules.State, View, Move] = Game(
    name="streets_and_alleys",
    title="Streets and Alleys",
    version=1,
    seats=range(1, 5),
    Options=Options,
    View=View,
    setup=rules.setup,
    turn=rules.turn,
    apply=rules.apply,
    view=rules.view,
    outcome=rules.outcome,
    legal=legal,
    redeal=determinize.redeal,
    text=text,
    read=read,
    bots=bots.BOTS,
    move_time_s=unlimited,
    default=first_legal,
    final=rules.final,
    time_s=rules.time_s,
    time_up=rules.time_up,
    give_up=rules.give_up,
    feat=rules.feat,
    levels=bots.LEVELS,
    paces=bots.PACES,
    has_clock=False,
    hint=hints.hint,
    prospect=hints.prospect,
    progress=progress,
)
