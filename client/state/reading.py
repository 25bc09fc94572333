"""A Table in its game's terms: the view in the game's own type, and the players' names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec

from client.drawing.canvas import clean
from client.drawing.grammar import OPEN_SEAT, Names
from client.games import find
from client.games.spec import GameClient
from protocol import messages as m


class UnreadableTableError(ValueError):
    """This program cannot read the table; the message is a sentence."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A Table in its game's terms. `view` is None before the first game."""

    game: GameClient
    view: Any
    names: Names


def reading_of(table: m.Table) -> Reading:
    """Convert a Table. Raises UnreadableTableError."""
    game = game_of(table.game)
    return Reading(game, view_of(game, table.view), names(table))


def read_or_none(table: m.Table) -> Reading | None:
    """Convert a Table; None if this program cannot read it."""
    try:
        return reading_of(table)
    except UnreadableTableError:
        return None


def game_of(name: str) -> GameClient:
    """The game of that name. Raises UnreadableTableError."""
    try:
        return find(name)
    except LookupError as error:
        raise UnreadableTableError(str(error.args[0])) from None


def known_game(name: str) -> GameClient | None:
    """The game of that name; None if this program does not know it."""
    try:
        return find(name)
    except LookupError:
        return None


def view_of(game: GameClient, view: Any) -> Any:  # noqa: ANN401 - a plain map becomes the game's own type
    """A view in the game's own type; None stays None. Raises UnreadableTableError."""
    try:
        return None if view is None else msgspec.convert(view, game.View)
    except msgspec.ValidationError:
        raise UnreadableTableError(
            f"The server plays a newer version of {game.name}. Update this program to play it."
        ) from None


def names(table: m.Table) -> Names:
    """The players' names by seat, cleaned for the screen; whoever has left keeps theirs until the next game."""
    return tuple(_unique_name(table.chairs, seat) or OPEN_SEAT for seat in range(len(table.chairs)))


def _unique_name(chairs: tuple[m.SeatInfo, ...], seat: int) -> str:
    """A player's name; from the second computer of the same level on, with a number."""
    name = clean(chairs[seat].name)
    alike = [at for at, chair in enumerate(chairs) if (chair.kind, chair.name) == ("computer", chairs[seat].name)]
    return f"{name} {alike.index(seat) + 1}" if seat in alike[1:] else name
