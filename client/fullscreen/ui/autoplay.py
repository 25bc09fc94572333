"""Automatic moves: which move without a choice is due, and when."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import NamedTuple

from client.commands.actions import FULL_PACE
from client.fullscreen.ui.state import UiState
from client.state.moves import forced_move, needs_decision
from client.state.phrases.offers import is_taken_back
from client.state.store import FollowedTable, Store
from client.state.table_view import is_my_turn, readable_table
from protocol import messages as m

PAUSES_S: Mapping[int, float] = MappingProxyType({1: 2.5, 2: 1.6, 3: 1.0, 4: 0.5, 5: 0.2, FULL_PACE: 0.05})
"""How long a turn lasts at each pace. A game of War has at most 26 draws: half a minute at pace 3."""


class DueMove(NamedTuple):
    """A move, and the monotonic time in seconds at which to make it."""

    at: float
    move: m.Play


def due_move(store: Store, ui: UiState) -> DueMove | None:
    """The next automatic move at the table on screen, if any."""
    seated = store.seated
    if ui.pilot is None or seated is None or seated.pending or not is_my_turn(seated.table):
        return None
    move = forced_move(seated)
    if move is None or store.link.state != "up":
        return None
    table = seated.table
    play = m.Play(room=table.room, number=table.number, ply=table.ply, move=move)
    return DueMove(_turn_began(seated) + PAUSES_S[ui.pilot.pace], play)


def stop_if_done(ui: UiState, before: Store, after: Store) -> UiState:
    """The UiState after an event, without its autopilot if what that plays until has come."""
    seated = after.seated
    if ui.pilot is None or seated is None:
        return ui
    has_come = ui.pilot.until == "moment" and (is_moment(before, after) or needs_decision(seated))
    was_refused = after.refused and not before.refused
    return replace(ui, pilot=None) if has_come or was_refused or seated.table.phase == "over" else ui


def is_moment(before: Store, after: Store) -> bool:
    """Whether something exciting, as the game defines it, has just happened at the table on screen."""
    seated, earlier = after.seated, before.seated
    if seated is None or earlier is None or seated.table is earlier.table or seated.previous is None:
        return False
    if is_taken_back(seated.table):
        return False  # the moment is an earlier one
    seen = readable_table(seated)
    if seen is None or seen.before is None or seen.view is None:
        return False
    return seen.game.saying.moment(seen.before, seen.view)


def _turn_began(seated: FollowedTable) -> float:
    """Since when one may move; an opponent's move meanwhile does not restart the pause."""
    began = seated.at
    for arrival in reversed(seated.earlier):
        if not is_my_turn(arrival.table) or arrival.table.ply != seated.table.ply:
            break
        began = arrival.at
    return began
