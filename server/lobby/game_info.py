"""Describes the games that this server hosts, as every client receives them."""

from __future__ import annotations

from engines import catalog
from protocol import messages as m
from server.computers.advice import available_questions


def game_infos() -> tuple[m.GameInfo, ...]:
    """Every game: its title, its seats, its computer players, and what advice can be asked for."""
    return tuple(
        m.GameInfo(
            name=game.name,
            title=game.title,
            min_seats=game.seats.start,
            max_seats=game.seats.stop - 1,
            levels=tuple(m.Level(name=level, about=about) for level, about in game.levels.items()),
            consults=available_questions(game),
        )
        for game in catalog.games().values()
    )
