"""Hides a move on its way for a moment, as long as the answer may come before anybody has seen it."""

from __future__ import annotations

from dataclasses import replace

from client.state.store import Store

HIDDEN_S = 0.1
"""An answer within this time seems immediate; a sign that it is awaited would only flicker."""


def hidden_for_s(store: Store, now: float) -> float:
    """For how many seconds the pending move of the table on screen is still hidden; 0 if there is none to hide."""
    seated = store.seated
    if seated is None or seated.pending is None:
        return 0.0
    return max(0.0, seated.pending_at + HIDDEN_S - now)


def without_pending(store: Store) -> Store:
    """The Store without the pending move of the table on screen."""
    seated = store.seated
    assert seated is not None, "a move is on its way from there"
    return replace(store, rooms={**store.rooms, seated.table.room: replace(seated, pending=None)})
