"""Blocky as a `Game`."""

from __future__ import annotations

from engines.blocky import determinize, moves, rules, view
from engines.blocky.bots import hints, levels
from engines.blocky.moves import Move, Pass
from engines.blocky.view import View
from engines.game import Bots, Game, Help, Rules, Takeback, Timing


def stand_still(view: View) -> Move:  # noqa: ARG001 - every game's default is asked of the view
    """What a seat does when its time is up: nothing."""
    return Pass()


GAME: Game[rules.State, View, Move] = Game(
    name="blocky",
    title="Blocky",
    version=1,
    seats=range(1, 5),
    rules=Rules.of(rules, view, moves, determinize),
    bots=Bots(levels.LEVELS, (levels.SMART,)),
    timing=Timing(stand_still),
    takeback=Takeback(
        rules.takeback, view.takes_back, through=Takeback(rules.takeback_through, view.takes_back_through)
    ),
    resign=rules.give_up,
    help=Help(hints.hint),
    is_rated=True,
)
