"""What a client knows of a game, for tests."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from protocol import messages as m
from server.lobby.game_info import game_infos


def levels(*names: str) -> tuple[m.Level, ...]:
    """Computer players of these names, weakest first, with a sentence about each."""
    return tuple(m.Level(name=name, about=f"Plays the {name} way.") for name in names)


def hosted(name: str, *computers: str, **changes: Any) -> m.GameInfo:
    """A game as a server of today describes it, but for the changes; with these computers, or those it has."""
    info = next(info for info in game_infos() if info.name == name)
    return replace(info, **({"levels": levels(*computers)} if computers else {}) | changes)


def sheet(name: str, title: str, least: int, most: int | None = None, *computers: str, **changes: Any) -> m.GameInfo:
    """A game that no server has: for so many seats, without options, unrated, and nothing to be asked in it."""
    facts: dict[str, Any] = {"numbered": (), "consults": (), "is_rated": False, "computers_begin": False, "options": ()}
    return m.GameInfo(
        name=name,
        title=title,
        min_seats=least,
        max_seats=most or least,
        levels=levels(*computers),
        **facts | changes,
    )
