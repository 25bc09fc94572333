"""What is drawn of a move on its way: nothing, for as long as the answer may come before an eye has caught it."""

from __future__ import annotations

from dataclasses import replace

from client.state.store import Store

PATIENCE_S = 0.1
"""What comes within this seems to come at once; a sign that it is awaited would only flicker."""


def hidden_for_s(store: Store, now: float) -> float:
    """How long the move that is on its way from the table on screen is not drawn yet; 0 where there is none to hide."""
    seated = store.seated
    if seated is None or seated.pending is None:
        return 0.0
    return max(0.0, seated.pending_at + PATIENCE_S - now)


def without_pending(store: Store) -> Store:
    """The Store as if the move on its way had not been made."""
    seated = store.seated
    assert seated is not None, "a move is on its way from there"
    return replace(store, rooms={**store.rooms, seated.table.room: replace(seated, pending=None)})
