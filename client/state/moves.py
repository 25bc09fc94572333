"""The moves in the room on screen: reading one from text, listing them, and the one that is forced."""

from __future__ import annotations

from typing import Any

from client.drawing.grammar import join_words, whose
from client.games.spec import NotYourTurnError
from client.state.reading import UnreadableTableError
from client.state.store import FollowedTable, Store
from client.state.table_view import TableView, is_my_turn, read_table
from engines.game import IllegalMoveError
from protocol import messages as m

NO_TABLE = "You aren't at a table. Type 'play' or 'join' to get to one."
ON_ITS_WAY = "Your last move is still on its way to the server."


def move_of(typed: str, store: Store, mark: Any = None) -> m.Play:  # noqa: ANN401 - the game's own
    """The move that a text means in the game on screen, where `mark` is marked. Raises ValueError."""
    followed = table_here(store)
    if followed.table.phase == "waiting":
        raise ValueError("The game hasn't started: a seat is still open.")
    table_view = read_table(followed)
    try:
        move = table_view.game.reading.parse(typed, table_view.view, mark)
    except IllegalMoveError as refused:
        raise IllegalMoveError(_why_not(refused, table_view)) from None
    if followed.pending is not None:
        raise IllegalMoveError(ON_ITS_WAY)
    return m.Play(room=followed.table.room, number=followed.table.number, ply=followed.table.ply, move=move)


def _why_not(refused: IllegalMoveError, table_view: TableView) -> str:
    """Why a move cannot be made, in a sentence: the game's reason, unless the table has a better one."""
    if table_view.seated.pending is not None:
        return ON_ITS_WAY
    if isinstance(refused, NotYourTurnError):
        others = [whose(table_view.names[seat]) for seat in table_view.table.turn]
        return f"It's {join_words(others)} turn." if others else "The game is over."
    return str(refused)


def legal_moves(store: Store) -> tuple[str, ...]:
    """The player's legal moves in the room on screen, as they are typed."""
    if store.seated is None or not is_my_turn(store.seated.table):
        return ()
    try:
        table_view = read_table(store.seated)
    except UnreadableTableError:
        return ()
    return table_view.game.legal(table_view.view)


def aim(words: str, store: Store, mark: Any) -> Any:  # noqa: ANN401 - the game's own
    """The mark in the game on screen after following `words`. Raises ValueError with a sentence.

    While a move is pending, the mark is about the position after it.
    """
    table_view = read_table(table_here(store))
    if table_view.view is None:
        raise ValueError("The game hasn't started: a seat is still open.")
    pending = table_view.seated.pending
    return table_view.game.marking.aim(
        table_view.game.marking.ahead(table_view.view, pending.move) if pending else table_view.view, mark, words
    )


def table_here(store: Store) -> FollowedTable:
    """The room on screen. Raises ValueError with a sentence in the lobby."""
    if store.seated is None:
        raise ValueError(NO_TABLE)
    return store.seated


def forced_move(followed: FollowedTable) -> str | None:
    """The only sensible move in the newest position; None if the player has a choice, or nothing to do."""
    try:
        table_view = read_table(followed)
    except UnreadableTableError:
        return None
    return (
        None
        if table_view.view is None or table_view.game.reading.forced is None
        else table_view.game.reading.forced(table_view.view)
    )


def needs_decision(followed: FollowedTable) -> bool:
    """Whether the player is on turn and has a choice."""
    return is_my_turn(followed.table) and followed.pending is None and forced_move(followed) is None
