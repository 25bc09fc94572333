"""What goes on in the hall as a whole, in words: which bots are here, how many tables there are and how lively."""

from __future__ import annotations

from collections.abc import Iterator

from client.drawing.canvas import clean
from client.drawing.grammar import count
from protocol import messages as m

NAMED = 8
"""How many bots are named at most."""
BOT = "bot"
"""Stands beside the name of one."""


def bots(lobby: m.Lobby) -> str:
    """Which bots are here, in a few words; nothing where none is.

    >>> bots(m.Lobby(open=(), live=(), people=(), ratings=(), bots=("flip", "greedy"), rooms=0, online=2, moves=0))
    'Bots online: flip, greedy'
    """
    if not lobby.bots:
        return ""
    more = len(lobby.bots) - NAMED
    rest = (f"{more} more",) if more > 0 else ()
    return f"Bots online: {', '.join((*map(clean, lobby.bots[:NAMED]), *rest))}"


def pace(lobby: m.Lobby) -> str:
    """How many tables there are, and how many moves are made at them.

    >>> pace(m.Lobby(open=(), live=(), people=(), ratings=(), bots=(), rooms=7, online=2, moves=212))
    'Tables on this server: 7   moves a minute: 212'
    """
    return f"Tables on this server: {lobby.rooms}   moves a minute: {lobby.moves}"


def sentences(lobby: m.Lobby) -> tuple[str, ...]:
    """The same in sentences, as far as there are bots, and moves."""
    return tuple(_sentences(lobby))


def _sentences(lobby: m.Lobby) -> Iterator[str]:
    if lobby.bots:
        yield f"{bots(lobby)}."
    if lobby.moves:
        tables = count(lobby.rooms, "table")
        yield f"{count(lobby.moves, 'move')} in the last minute, at {tables} on this server."
