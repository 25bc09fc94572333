"""The games of a server in the order of menus."""

from __future__ import annotations

from client import tours
from client.state.defaults import DEFAULT_GAME
from client.state.store import Store
from protocol import messages as m


def menu_games(store: Store) -> tuple[m.GameInfo, ...]:
    """All games: the default one first, then the others in the server's order."""
    return tuple(sorted(store.games, key=lambda info: info.name != DEFAULT_GAME))


def tour_games(store: Store) -> tuple[m.GameInfo, ...]:
    return tuple(info for info in menu_games(store) if info.name in tours.names())


def index_of(games: tuple[m.GameInfo, ...], game: str) -> int:
    """The index of a game in a menu; 0 if it is not there."""
    names = [info.name for info in games]
    return names.index(game) if game in names else 0
