"""Which line of the lobby is marked, and how the mark moves."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import replace

from client.commands import actions, game_menu
from client.fullscreen.screens.columns import TableRow
from client.fullscreen.screens.lobby.panes import pane_of, visible_panes
from client.fullscreen.screens.lobby.rows import FILTERED, LISTS, OPEN, PLAY, rows
from client.fullscreen.ui.state import UiState
from client.state.store import Store


def selected_row(store: Store, ui: UiState) -> TableRow | None:
    """The line that Enter chooses."""
    lines = rows(store, ui)[ui.pane % LISTS]
    return lines[min(ui.row, len(lines) - 1)] if lines else None


def select_usual(store: Store, ui: UiState) -> UiState:
    """The UiState with the game played last marked in Play now, as at first."""
    return replace(ui, row=game_menu.index_of(game_menu.menu_games(store), ui.habits.game))


def keep_selection(before: Store, store: Store, ui: UiState) -> UiState:
    """The UiState with the same line marked as before, after the server has changed the lists."""
    was, lists = selected_row(before, ui), rows(store, ui)
    for each in (ui.pane % LISTS, *pane_of(ui, ui.layout).lists):
        commands = [row.command for row in lists[each]]
        if was is not None and was.command in commands:
            return replace(ui, pane=each, row=commands.index(was.command))
    return ui if lists[ui.pane % LISTS] else _at_first(ui, lists, pane_of(ui, ui.layout).lists)


def select_first_match(store: Store, ui: UiState) -> UiState:
    """The UiState with the first line marked that matches its filter."""
    return _at_first(replace(ui, pane=OPEN), rows(store, ui), FILTERED)


def clear_filter(store: Store, ui: UiState) -> UiState:
    """The UiState with all lines in the lists again, and one of them marked."""
    ui = replace(ui, filter="", row=0)
    return ui if rows(store, ui)[ui.pane % LISTS] else select_usual(store, replace(ui, pane=PLAY))


def move_selection(store: Store, ui: UiState, step: actions.MoveSelection, page_rows: int) -> UiState:
    """The UiState with the mark moved by lines, through all lists of the lobby in their order, or to another pane."""
    lists = rows(store, ui)
    if step.panes:
        pane = pane_of(ui, ui.layout)
        panes = visible_panes(ui, ui.layout, lists)
        to = panes[(panes.index(pane) + step.panes) % len(panes)]
        return _at_first(replace(ui, pane=to.lists[0]), lists, to.lists)
    places = [(each, at) for each, lines in enumerate(lists) for at in range(len(lines))]
    here, by = ui.pane % LISTS, step.rows + step.pages * page_rows
    now = (here, min(ui.row, max(0, len(lists[here]) - 1)))
    is_between = now not in places and by > 0  # in an empty list, which is before the next one's first line
    at = bisect_left(places, now) + by - is_between
    each, row = places[max(0, min(at, len(places) - 1))]
    return replace(ui, pane=each, row=row)


def _at_first(ui: UiState, lists: tuple[tuple[TableRow, ...], ...], among: tuple[int, ...]) -> UiState:
    """The UiState with the first line of these lists marked; if they are empty, its pane stays."""
    return replace(ui, pane=next((each for each in among if lists[each]), ui.pane), row=0)
