"""War as a `Game`."""

from __future__ import annotations

from engines.chance import Chance
from engines.game import BotLevel, Bots, Game, Rules, Timing
from engines.war import rules, view
from engines.war.view import Flip, Options, View


def auto_flip_s(options: Options) -> float | None:
    """Seconds after which a card flips by itself, or None where it waits for its player."""
    return options.auto_flip_s or None


def flip(view: View, chance: Chance | None = None) -> Flip:  # noqa: ARG001 - what every game's players are given
    """What the computer player does, and a seat whose time is up: there is nothing else to do."""
    return Flip()


GAME: Game[rules.State, View, Flip] = Game(
    name="war",
    title="War",
    version=1,
    seats=range(2, 3),
    rules=Rules.of(rules, view),
    bots=Bots((BotLevel("flipper", "Flips, as everyone does: in War there's nothing to decide.", flip),)),
    timing=Timing(flip, auto_flip_s),
    is_open=True,
)
