"""War, as the value the rest of the program knows it by."""

from __future__ import annotations

from engines.game import Game
from engines.war import bots, rules
from engines.war.view import Flip, Options, View, legal, progress, read, text


def auto_flip_s(options: Options) -> float | None:
    """Seconds after which a card flips by itself, or None where it waits for its player."""
    return options.auto_flip_s or None


def flip(view: View) -> Flip:  # noqa: ARG001 - every game's default is given the view
    """What a seat does when its time is up."""
    return Flip()


GAME: Game[rules.State, View, Flip] = Game(
    name="war",
    title="War",
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
    redeal=rules.redeal,
    text=text,
    read=read,
    bots=bots.BOTS,
    move_time_s=auto_flip_s,
    default=flip,
    levels=bots.LEVELS,
    progress=progress,
)
