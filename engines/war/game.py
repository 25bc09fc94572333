"""War as a `Game`."""

from __future__ import annotations

from engines.game import Game, assemble
from engines.war import bots, rules, view
from engines.war.view import Flip, Options, View


def auto_flip_s(options: Options) -> float | None:
    """Seconds after which a card flips by itself, or None where it waits for its player."""
    return options.auto_flip_s or None


def flip(view: View) -> Flip:  # noqa: ARG001 - every game's default is given the view
    """What a seat does when its time is up."""
    return Flip()


GAME: Game[rules.State, View, Flip] = assemble(
    *(rules, view),
    name="war",
    title="War",
    version=1,
    seats=range(2, 3),
    bots=bots.BOTS,
    levels=bots.LEVELS,
    default=flip,
    move_time_s=auto_flip_s,
)
