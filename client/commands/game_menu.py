"""The games of a server in the order of menus."""

from __future__ import annotations

from client import tours
from client.state.defaults import DEFAULT_GAME
from client.state.store import Store
from client.state.table_view import is_going_alone, other_seats
from protocol import messages as m


def menu_games(store: Store) -> tuple[m.GameInfo, ...]:
    """All games: the default one first, then the others in the server's order."""
    return tuple(sorted(store.games, key=lambda info: info.name != DEFAULT_GAME))


def tour_games(store: Store) -> tuple[m.GameInfo, ...]:
    return tuple(info for info in menu_games(store) if info.name in tours.names())


def unfinished(store: Store, game: str, seats: tuple[str, ...]) -> m.Table | None:
    """The newest game with such seats that the player plays alone or against computers; None without one.

    The seats are as in Create. Where one sits does not matter, as sides change from one game to the next.
    """
    tables = [followed.table for room, followed in store.rooms.items() if room != tours.ROOM]
    wanted = sorted(seat.partition(":")[2] for seat in seats if seat != "me")
    return next(
        (
            table
            for table in reversed(tables)
            if table.game == game
            and is_going_alone(table)
            and sorted(chair.name for chair in other_seats(table)) == wanted
        ),
        None,
    )


def index_of(games: tuple[m.GameInfo, ...], game: str) -> int:
    """The index of a game in a menu; 0 if it is not there."""
    names = [info.name for info in games]
    return names.index(game) if game in names else 0
