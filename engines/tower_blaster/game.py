"""Tower Blaster as a `Game`."""

from __future__ import annotations

from engines.game import Bots, Game, Help, Rules, Timing
from engines.tower_blaster import determinize, rules, view
from engines.tower_blaster.bots import hints, levels
from engines.tower_blaster.view import Move, View, legal


def change_least(view: View) -> Move:
    """What a seat does when its time is up: the last of its moves, which is to draw and to reject where it may."""
    return legal(view)[-1]


GAME: Game[rules.State, View, Move] = Game(
    name="tower_blaster",
    title="Tower Blaster",
    version=1,
    seats=range(2, 3),
    rules=Rules.of(rules, view, determinize),
    bots=Bots(levels.LEVELS, begin=True),
    timing=Timing(change_least),
    help=Help(hints.hint),
    is_rated=True,
)
