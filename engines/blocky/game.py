"""Blocky, as the value the rest of the program knows it by."""

from __future__ import annotations

from engines.blocky import determinize, rules
from engines.blocky.bots import hints, levels
from engines.blocky.moves import Move, Pass, read, text
from engines.blocky.view import Options, View, legal, progress
from engines.game import Game, unlimited


def stand_still(view: View) -> Move:  # noqa: ARG001 - every game's default is asked of the view
    """What a seat does when its time is up: nothing."""
    return Pass()


GAME: Game[rules.State, View, Move] = Game(
    name="blocky",
    title="Blocky",
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
    bots=levels.BOTS,
    move_time_s=unlimited,
    default=stand_still,
    final=rules.final,
    takeback=rules.takeback,
    give_up=rules.give_up,
    levels=levels.LEVELS,
    hint=hints.hint,
    is_rated=True,
    progress=progress,
)
