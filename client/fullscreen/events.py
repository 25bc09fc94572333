"""The pure step for what the server sends: how the UiState changes after the Store has changed."""

from __future__ import annotations

from dataclasses import replace

from client.commands import actions, muting
from client.fullscreen.screens.lobby import selection
from client.fullscreen.ui import autoplay
from client.fullscreen.ui.state import UiState, close_panel, leave_screen, mark_chat_read
from client.state.reading import game_of
from client.state.store import Store
from client.state.table_view import readable_table


def on_event(before: Store, store: Store, ui: UiState) -> UiState:
    """The UiState after the Store changed: another screen starts afresh, and automatic moves may end."""
    if (muted := muting.bind_muted(store, ui.habits.muted)) != ui.habits.muted:
        ui = replace(ui, habits=replace(ui.habits, muted=muted))
    if store.room != before.room:
        panel: actions.Panel = "invite" if ui.is_inviting and store.room is not None else ""
        ui = replace(mark_chat_read(before, leave_screen(ui)), panel=panel)
        ui = selection.select_usual(store, ui)
    elif store.games and not before.games:
        ui = selection.select_usual(store, ui)
    elif store.room is None:
        is_inviting = ui.is_inviting and not store.refused
        ui = replace(selection.keep_selection(before, store, ui), is_inviting=is_inviting)
    ui = _close_invitation(before, store, _drop_question(before, store, ui))
    return _mark_hint(before, store, _keep_mark(before, store, autoplay.stop_if_done(ui, before, store)))


def _drop_question(before: Store, store: Store, ui: UiState) -> UiState:
    """The UiState without its question once the game that it is about has ended, or another has begun."""
    if ui.question is None or before.seated is None or store.seated is None:
        return ui
    was, table = before.seated.table, store.seated.table
    return ui if (was.number, was.phase) == (table.number, table.phase) else replace(ui, question=None)


def _close_invitation(before: Store, store: Store, ui: UiState) -> UiState:
    """The UiState without the panel to invite to the table on screen, once the game there begins."""
    if ui.panel != "invite" or before.seated is None or store.seated is None:
        return ui
    return close_panel(ui) if store.seated.table.number > before.seated.table.number else ui


def show_own_pane(store: Store, ui: UiState) -> UiState:
    """The UiState with the pane on screen in which the player acts, where the game has one for that."""
    pane = game_of(store.seated.table.game).drawing.own_pane if store.seated else None
    return ui if pane is None else replace(ui, pane=pane)


def _mark_hint(before: Store, store: Store, ui: UiState) -> UiState:
    """The UiState with the move of a new hint marked, and in sight."""
    seated, earlier = store.seated, before.seated
    if seated is None or seated.advice is None or (earlier and earlier.advice is seated.advice):
        return ui
    move, seen = seated.advice.move, readable_table(seated)
    if move is None or seen is None:
        return ui
    return replace(show_own_pane(store, ui), mark=seen.game.marking.hinted(seen.view, ui.mark, move))


def _keep_mark(before: Store, store: Store, ui: UiState) -> UiState:
    """The UiState with as much of its mark as still applies to the table on screen, or the game's first mark."""
    seated = store.seated
    if seated is None or seated.table.view is None:
        return ui
    is_new = before.seated is None or before.seated.table is not seated.table
    if ui.mark is not None and (seated.pending or not is_new):
        return ui
    seen = readable_table(seated)
    if seen is None:
        return ui
    return replace(
        ui, mark=seen.game.marking.first(seen.view) if ui.mark is None else seen.game.marking.kept(seen.view, ui.mark)
    )
