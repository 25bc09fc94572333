"""Moves that take no thought: which one there is, or whether one has to choose."""

from __future__ import annotations

from client.state.reading import UnreadableTableError
from client.state.store import FollowedTable
from client.state.table_view import is_my_turn, sight


def forced_move(seated: FollowedTable) -> str | None:
    """The one move that makes itself in the newest position; None where there is a choice, or nothing to do."""
    try:
        seen = sight(seated)
    except UnreadableTableError:
        return None
    return None if seen.view is None or seen.game.forced is None else seen.game.forced(seen.view)


def needs_decision(seated: FollowedTable) -> bool:
    """Whether it is one's turn and no move makes itself."""
    return is_my_turn(seated.table) and seated.pending is None and forced_move(seated) is None
