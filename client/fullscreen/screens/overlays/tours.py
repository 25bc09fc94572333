"""Draws the panel in which a tour is chosen."""

from __future__ import annotations

from client.drawing.canvas import Canvas, pad
from client.fullscreen.screens.frame import BOTTOM, TOP
from client.fullscreen.screens.overlays.panels import open_panel
from protocol import messages as m

WIDTH = 44
HINT = "Enter begins the tour of {}: a table where each sentence says what to press."
CLICK = "A second click begins it."


def put_tours(canvas: Canvas, games: tuple[m.GameInfo, ...], marked: int) -> None:
    """Draw the games that have a tour, numbered."""
    width, height = min(canvas.width, WIDTH), len(games) + 2
    x, y = (canvas.width - width) // 2, TOP + (canvas.height - TOP - BOTTOM - height) // 2
    open_panel(canvas, x, y, width, height, "60-second tours, Esc closes")
    for at, info in enumerate(games):
        row, is_here = y + 1 + at, at == min(marked, len(games) - 1)
        text = f"{'▸' if is_here else ' '} {at + 1}  {info.title}"
        canvas.put(x + 2, row, pad(text, width - 4), "marked" if is_here else "")
        canvas.click(x + 1, row, width - 2, 1, f"mark 0 {at}", CLICK, twice="choose")
