"""Draws the question of whoever plays in another window: take over here, play as a guest, or leave."""

from __future__ import annotations

from textwrap import wrap

from client.drawing.canvas import Canvas
from client.fullscreen.screens.frame import BOTTOM, TOP
from client.fullscreen.ui.keys import other_window_keys
from client.state.store import Store

WIDTH = 46


def put_question(canvas: Canvas, store: Store) -> None:
    """Draw why nothing here can be played, in the middle, with the keys to choose by; nothing while it can.

    What lies below is what was there before; a window that has just been opened has had nothing yet.
    """
    link = store.link
    if not link.is_in_other_window:
        return
    if not store.name:
        canvas.blank(0, TOP, canvas.width, canvas.height - TOP - BOTTOM)
    lines, keys = wrap(link.reason, WIDTH - 4), other_window_keys(link)
    height = len(lines) + len(keys) + 3
    x, y = (canvas.width - WIDTH) // 2, TOP + (canvas.height - TOP - BOTTOM - height) // 2
    canvas.cover()
    canvas.blank(x, y, WIDTH, height)
    canvas.frame(x, y, WIDTH, height, "", "frame-here")
    for row, line in enumerate(lines, y + 1):
        canvas.put(x + 2, row, line, "title")
    for row, key in enumerate(keys, y + len(lines) + 2):
        canvas.put(canvas.put(x + 2, row, f"{key.shown:<7}", "key"), row, key.label)
        canvas.click(x + 1, row, WIDTH - 2, 1, key.command, key.about)
