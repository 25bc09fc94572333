"""Tower Blaster, as the value the rest of the program knows it by."""

from __future__ import annotations

from engines.game import Game, unlimited
from engines.tower_blaster import determinize, rules
from engines.tower_blaster.bots import hints, levels
from engines.tower_blaster.view import Move, Options, View, legal, progress, read, text


def change_least(view: View) -> Move:
    """What a seat does when its time is up: the last of its moves, which is to draw and to reject where it may."""
    return legal(view)[-1]


GAME: Game[rules.State, View, Move] = Game(
    name="tower_blaster",
    title="Tower Blaster",
    version=1,
    seats=range(2, 3),
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
    bots=levels.BOTS,
    move_time_s=unlimited,
    default=change_least,
    final=rules.final,
    computers_begin=True,
    levels=levels.LEVELS,
    hint=hints.hint,
    is_rated=True,
    progress=progress,
)
