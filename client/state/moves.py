"""The moves that can be made at the room on screen."""

from __future__ import annotations

from typing import Any

from client.drawing.grammar import listed, whose
from client.games import NotYourTurnError
from client.state.reading import UnreadableTableError
from client.state.store import FollowedTable, Store
from client.state.table_view import TableView, is_my_turn, sight
from engines.game import IllegalMoveError
from protocol import messages as m

ON_ITS_WAY = "Your move is on its way to the server."


def move_of(typed: str, store: Store, mark: Any = None) -> m.Play:  # noqa: ANN401 - the game's own
    """The move that a text means in the game on screen, given what is marked there. Raises ValueError."""
    seated = table_here(store)
    if seated.table.phase == "waiting":
        raise ValueError("The game has not begun: a seat is open.")
    seen = sight(seated)
    try:
        move = seen.game.parse(typed, seen.view, mark)
    except IllegalMoveError as refused:
        raise IllegalMoveError(_why_not(refused, seen)) from None
    if seated.pending is not None:
        raise IllegalMoveError(ON_ITS_WAY)
    return m.Play(room=seated.table.room, number=seated.table.number, ply=seated.table.ply, move=move)


def _why_not(refused: IllegalMoveError, seen: TableView) -> str:
    """Why a move cannot be made, in a sentence: what the game says, unless the table knows better."""
    if seen.seated.pending is not None:
        return ON_ITS_WAY
    if isinstance(refused, NotYourTurnError):
        return f"It is {listed(whose(seen.names[seat]) for seat in seen.table.turn)} turn."
    return str(refused)


def moves(store: Store) -> tuple[str, ...]:
    """The moves one can make now, in the room on screen."""
    if store.seated is None or not is_my_turn(store.seated.table):
        return ()
    try:
        seen = sight(store.seated)
    except UnreadableTableError:
        return ()
    return seen.game.legal(seen.view)


def aim(words: str, store: Store, mark: Any) -> Any:  # noqa: ANN401 - the game's own
    """What is marked in the game on screen once words are followed. Raises ValueError with a sentence.

    Who marks while a move is on its way thinks of the position after it.
    """
    seen = sight(table_here(store))
    if seen.view is None:
        raise ValueError("The game has not begun: a seat is open.")
    pending = seen.seated.pending
    return seen.game.aim(seen.game.ahead(seen.view, pending.move) if pending else seen.view, mark, words)


def table_here(store: Store) -> FollowedTable:
    """The room on screen. Raises ValueError with a sentence in the lobby."""
    if store.seated is None:
        raise ValueError("You are at no table; 'play' or 'join' brings you to one.")
    return store.seated
