"""The games of a server: their order in menus, and the levels of their computer players."""

from __future__ import annotations

from client import tours
from client.drawing.suggest import guess
from client.state.defaults import DEFAULT_GAME
from client.state.habits import Habits
from client.state.store import Store
from protocol import messages as m

COMPUTER = "computer"
"""The prefix of a computer's seat, as in "computer:careful"; alone it means the usual level."""


def menu_games(store: Store) -> tuple[m.GameInfo, ...]:
    """All games: the default one first, then the others in the server's order."""
    return tuple(sorted(store.games, key=lambda info: info.name != DEFAULT_GAME))


def tour_games(store: Store) -> tuple[m.GameInfo, ...]:
    return tuple(info for info in menu_games(store) if info.name in tours.names())


def index_of(games: tuple[m.GameInfo, ...], game: str) -> int:
    """The index of a game in a menu; 0 if it is not there."""
    names = [info.name for info in games]
    return names.index(game) if game in names else 0


def names_of(info: m.GameInfo) -> tuple[str, ...]:
    """The names of a game's computer players, weakest first."""
    return tuple(level.name for level in info.levels)


def usual_level(info: m.GameInfo, habits: Habits) -> str:
    """The level last played against, or else the one in the middle. The game must have levels."""
    names = names_of(info)
    last = (seat.removeprefix(f"{COMPUTER}:") for seat in habits.opponents.get(info.name, ()))
    return next((level for level in last if level in names), names[(len(names) - 1) // 2])


def level_of(word: str, info: m.GameInfo) -> str:
    """The level with this name, or this number counted from 1. Raises ValueError with the nearest name, and all."""
    names = names_of(info)
    if not names:
        raise ValueError(f"No computer plays {info.title}.")
    if word.isdecimal() and 1 <= int(word) <= len(names):
        return names[int(word) - 1]
    if word in names:
        return word
    raise ValueError(f"There is no level {word[:40]!r}{guess(word, names)} Levels: {', '.join(names)}.")
