"""The lobby as a whole in words: the bots online, the number of tables and the pace of play."""

from __future__ import annotations

from collections.abc import Iterator

from client.drawing.canvas import clean
from client.drawing.grammar import count
from client.state.table_view import other_seats
from protocol import messages as m

MAX_BOTS_NAMED = 8
"""Bots named at most."""
BOT = "bot"
"""The mark beside a bot's name."""


def bots(lobby: m.Lobby) -> str:
    """The bots online in a few words; empty if there are none.

    >>> bots(m.Lobby(open=(), live=(), people=(), ratings=(), bots=("flip", "greedy"), rooms=0, online=2, moves=0))
    'Bots online: flip, greedy'
    """
    if not lobby.bots:
        return ""
    more = len(lobby.bots) - MAX_BOTS_NAMED
    rest = (f"{more} more",) if more > 0 else ()
    return f"Bots online: {', '.join((*map(clean, lobby.bots[:MAX_BOTS_NAMED]), *rest))}"


def pace(lobby: m.Lobby) -> str:
    """The number of tables, and of moves a minute at them.

    >>> pace(m.Lobby(open=(), live=(), people=(), ratings=(), bots=(), rooms=7, online=2, moves=212))
    'Tables here: 7   moves a minute: 212'
    """
    return f"Tables here: {lobby.rooms}   moves a minute: {lobby.moves}"


def kept_seat(table: m.Table) -> str:
    """Where to find a table again from the lobby; a game against computers waits there, unless it is serious."""
    has_people = any(chair.kind != "computer" for chair in other_seats(table))
    waits = table.phase == "playing" and not has_people and not table.serious
    return f"{'The game waits' if waits else 'You keep your seat'}: table {table.room} is under Your games."


def sentences(lobby: m.Lobby) -> Iterator[str]:
    if lobby.bots:
        yield f"{bots(lobby)}."
    if lobby.moves:
        tables = count(lobby.rooms, "table")
        yield f"{count(lobby.moves, 'move')} in the last minute, at {tables} on this server."
