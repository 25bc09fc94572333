"""The games of a server in the order in which they are offered, and where one of them stands there."""

from __future__ import annotations

from client import tours
from client.state.defaults import DEFAULT_GAME
from client.state.store import Store
from protocol import messages as m


def menu_games(store: Store) -> tuple[m.GameInfo, ...]:
    """All games: first the one that a newcomer begins with, then the others as the server has them."""
    return tuple(sorted(store.games, key=lambda sheet: sheet.name != DEFAULT_GAME))


def tour_games(store: Store) -> tuple[m.GameInfo, ...]:
    """Those that there is a tour of."""
    return tuple(sheet for sheet in menu_games(store) if sheet.name in tours.names())


def usual(sheets: tuple[m.GameInfo, ...], game: str) -> int:
    """The place of a game among some; that of the first where it is none of them."""
    names = [sheet.name for sheet in sheets]
    return names.index(game) if game in names else 0
