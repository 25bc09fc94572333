"""Draws the menus: a key, a label and a value a line, with the marked line in reverse."""

from __future__ import annotations

from client.drawing.canvas import Canvas, pad, width_of
from client.fullscreen.screens.overlays.panels import CLOSING, open_panel
from client.fullscreen.ui import menus
from client.fullscreen.ui.state import UiState
from client.state.store import Store

WIDTH, VALUE_COLUMNS = 36, 12
SETTINGS = "Settings"


def put_menu(canvas: Canvas, store: Store, ui: UiState) -> None:
    """Draw the menu that is open, over the board if there is one."""
    lines = menus.lines(store, ui)
    marked = menus.marked_line(store, ui)
    title, closing = (SETTINGS, CLOSING) if ui.panel == "settings" else (f"Table {store.room}", "")
    has_board = store.seated is not None and store.seated.table.view is not None
    x, y, width = open_panel(canvas, title, WIDTH, len(lines) + 2, closing, over_board=has_board)
    for row, line in enumerate(lines, y + 1):
        text = f"{'▸' if line == marked else ' '} {line.key}  {line.label}"
        beside = line.value or ("Esc" if line == lines[0] and ui.panel == "menu" else "")
        room = width - 4 - width_of(beside)
        canvas.put(x + 2, row, f"{pad(text, room)}{beside}", "marked" if line == marked else "")
        canvas.click(x + 1, row, width - 2, 1, f"press {line.key}", line.hint)
