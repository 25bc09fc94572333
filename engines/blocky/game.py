"""Blocky as a `Game`."""

from __future__ import annotations

from engines.blocky import determinize, moves, rules, view
from engines.blocky.bots import hints, levels
from engines.blocky.moves import Move, Pass
from engines.blocky.view import View
from engines.game import Game, assemble


def stand_still(view: View) -> Move:  # noqa: ARG001 - every game's default is asked of the view
    """What a seat does when its time is up: nothing."""
    return Pass()


GAME: Game[rules.State, View, Move] = assemble(
    *(rules, view, moves, determinize, hints),
    name="blocky",
    title="Blocky",
    version=1,
    seats=range(1, 5),
    bots=levels.BOTS,
    levels=levels.LEVELS,
    default=stand_still,
    is_rated=True,
)
