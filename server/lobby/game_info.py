"""Describes the games that this server hosts, as every client receives them."""

from __future__ import annotations

from typing import Any

from engines import catalog
from engines.game import NumberedBot
from engines.options import GameOption, options_of
from protocol import messages as m
from server.computers.advice import available_questions


def game_infos() -> tuple[m.GameInfo, ...]:
    """Every game: its title, its seats, its computer players, its options, and what advice can be asked for."""
    return tuple(
        m.GameInfo(
            name=game.name,
            title=game.title,
            min_seats=game.seats.start,
            max_seats=game.seats.stop - 1,
            levels=tuple(m.Level(name=bot.name, about=bot.about) for bot in game.bots.levels),
            numbered=tuple(map(_numbered_level, game.bots.numbered)),
            consults=available_questions(game),
            is_rated=game.is_rated,
            computers_begin=game.bots.begin,
            options=tuple(map(_option_info, options_of(game.rules.Options))),
        )
        for game in catalog.games().values()
    )


def _numbered_level(bot: NumberedBot[Any, Any]) -> m.NumberedLevel:
    return m.NumberedLevel(name=bot.name, least=bot.numbers[0], most=bot.numbers[-1], about=bot.about)


def _option_info(option: GameOption) -> m.OptionInfo:
    is_choice, numbers = type(option.default) is str, option.values if isinstance(option.values, range) else None
    return m.OptionInfo(
        name=option.name,
        kind="integer" if numbers else "choice" if is_choice else "boolean",
        values=tuple(map(str, option.values)) if is_choice else (),
        least=numbers[0] if numbers else None,
        most=numbers[-1] if numbers else None,
        default=option.default,
        about=option.about,
    )
