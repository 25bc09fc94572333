"""Tables for soaking: options from all that a game allows, mostly those that are soon played, and who sits there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, get_args, get_origin, get_type_hints

from engines.chance import Chance
from engines.game import Game
from engines.tower_blaster.view import MAX_TURNS

Draw = Callable[[Chance], Any]
"""Draws the value of an option."""

DEPTHS = (*[2] * 70, *[3] * 24, *[4] * 5, 5)
"""How often a board of Blocky is how deep: a deep one takes a hundred times as long."""
DEALS = 60
"""So many deals of Streets and Alleys at most, so that a process solves each of them but once."""


def options(game: Game[Any, Any, Any], chance: Chance) -> Any:  # noqa: ANN401 - the game's own Options
    """Draw options: those that can be one of a few things from all of them, numbers as `NUMBERS` says."""
    kinds, numbers = get_type_hints(game.rules.Options), NUMBERS.get(game.name, {})
    drawn = {name: numbers[name](chance) for name in kinds if name in numbers}
    few = {name: chance.choice(_few(kind)) for name, kind in kinds.items() if name not in numbers and _few(kind)}
    return game.rules.Options(**drawn, **few)


def company(game: Game[Any, Any, Any], level: str, chance: Chance) -> tuple[str, ...]:
    """Draw how many sit down, and which levels, seat by seat: in one of them this one."""
    others = [chance.choice(game.bots.names) for _ in range(chance.choice(game.seats) - 1)]
    return chance.shuffle([level, *others])


def _few(kind: Any) -> tuple[Any, ...]:  # noqa: ANN401 - an option's type is any
    if kind is bool:
        return False, True
    return get_args(kind) if get_origin(kind) is Literal else ()


def _below(most: int) -> Draw:
    """Any number from 1 on, every one as likely as any other."""
    return lambda chance: 1 + chance.below(most)


def _turn_limit(chance: Chance) -> int:
    return chance.choice((0, 1 + chance.below(30), 1 + chance.below(MAX_TURNS)))


def _blocky_moves(chance: Chance) -> int:
    """How many moves each seat makes: mostly a few, sometimes as many as can be."""
    return 1 + chance.below(100 if chance.below(50) == 0 else 6)


NUMBERS: Mapping[str, Mapping[str, Draw]] = {
    "blocky": {"depth": lambda chance: chance.choice(DEPTHS), "moves": _blocky_moves},
    "streets_and_alleys": {"deal": _below(DEALS), "time_limit_s": lambda chance: 60 * chance.below(20)},
    "tower_blaster": {"turn_limit": _turn_limit},
    "war": {"auto_flip_s": lambda chance: chance.below(601)},
}
"""How options that are numbers are drawn, by game and name. Where nothing is said they stay as they are."""

REMARKS = f"""Options, seats and the other levels at the table are drawn for each game, every move goes through the
rules, and views and moves travel as they do on a server. Boards of Blocky are {DEPTHS.count(2)} % of depth 2 and
{DEPTHS.count(5)} % of depth 5, and most games there give each seat six moves or fewer, some up to a hundred. Deals of
Streets and Alleys are those of 1 to {DEALS}, as its five levels are one solver at five paces, with times of up to 19
minutes or without limit."""
"""What is varied, for the page of figures."""
