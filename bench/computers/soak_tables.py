"""Tables for soaking: options from all that a game allows, mostly those that are soon played, and who sits there."""

from __future__ import annotations

from typing import Any

from engines.chance import Chance
from engines.game import Game
from engines.options import options_of
from tests.support import facts

USUAL = """Options, seats and the other levels at the table are drawn for each game, every move goes through the
rules, and views and moves travel as they do on a server."""


def options(game: Game[Any, Any, Any], chance: Chance) -> Any:  # noqa: ANN401 - the game's own Options
    """Draw options: those that can be one of a few things from all of them, numbers as the game's facts say."""
    every, numbers = options_of(game.rules.Options), facts.find(game.name).soak.numbers
    drawn = {each.name: numbers[each.name](chance) for each in every if each.name in numbers}
    few = {
        each.name: chance.choice(each.values)
        for each in every
        if each.name not in numbers and not isinstance(each.values, range)
    }
    return game.rules.Options(**drawn, **few)


def company(game: Game[Any, Any, Any], level: str, chance: Chance) -> tuple[str, ...]:
    """Draw how many sit down, and which levels, seat by seat: in one of them this one."""
    others = [chance.choice(game.bots.names) for _ in range(chance.choice(game.seats) - 1)]
    return chance.shuffle([level, *others])


def remarks() -> str:
    """What is varied, for the page of figures."""
    return " ".join((USUAL, *(known.soak.remark for known in facts.games().values() if known.soak.remark)))
