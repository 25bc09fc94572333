"""Draws why nothing can be played here, with what can be done: another window plays, or the server refused."""

from __future__ import annotations

from client.drawing.canvas import Canvas, wrap_words
from client.fullscreen.screens.frame import BOTTOM, TOP
from client.fullscreen.ui.keys import link_keys
from client.fullscreen.ui.state import UiState
from client.state.store import Store

WIDTH = 46


def put_link_box(canvas: Canvas, store: Store, ui: UiState) -> None:
    """Draw it with the keys to choose by, in place of all else but the first row; nothing while all is well."""
    link = store.link
    if not has_link_box(store, ui):
        return
    lines, keys = wrap_words(link.reason, WIDTH - 4), link_keys(link)
    height = len(lines) + len(keys) + 3
    x, y = (canvas.width - WIDTH) // 2, TOP + (canvas.height - TOP - BOTTOM - height) // 3
    canvas.cover()
    canvas.blank(0, TOP, canvas.width, canvas.height - TOP - 1)
    canvas.rule(canvas.height - BOTTOM)
    canvas.frame(x, y, WIDTH, height, "", "frame-here")
    for row, line in enumerate(lines, y + 1):
        canvas.put(x + 2, row, line, "title")
    for row, key in enumerate(keys, y + len(lines) + 2):
        canvas.put(canvas.put(x + 2, row, f"{key.shown:<7}", "key"), row, key.label)
        canvas.click(x + 1, row, WIDTH - 2, 1, key.command, key.about)


def has_link_box(store: Store, ui: UiState) -> bool:
    """Whether there is such a box, which says everything about the connection."""
    is_refused = store.link.state == "refused" and not ui.panel and ui.replay is None
    return store.link.is_in_other_window or is_refused
