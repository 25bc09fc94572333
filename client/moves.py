"""The moves that can be made at the room on screen."""

from __future__ import annotations

from client.store import Seated, Store
from client.tables import Unknown, is_my_turn, sight
from protocol import messages as m


def move_of(typed: str, store: Store) -> m.Play:
    """The move that a text means in the game on screen. Raises ValueError with a sentence."""
    seated = table_here(store)
    if seated.table.phase == "waiting":
        raise ValueError("The game has not begun: a seat is open.")
    seen = sight(seated)
    move = seen.game.parse(typed, seen.view)
    if seated.pending is not None:
        raise ValueError("Your move is on its way to the server.")
    return m.Play(room=seated.table.room, number=seated.table.number, ply=seated.table.ply, move=move)


def moves(store: Store) -> tuple[str, ...]:
    """The moves one can make now, in the room on screen."""
    if store.seated is None or not is_my_turn(store.seated.table):
        return ()
    try:
        seen = sight(store.seated)
    except Unknown:
        return ()
    return seen.game.legal(seen.view)


def table_here(store: Store) -> Seated:
    """The room on screen. Raises ValueError with a sentence in the lobby."""
    if store.seated is None:
        raise ValueError("You are at no table; 'play' or 'join' brings you to one.")
    return store.seated
