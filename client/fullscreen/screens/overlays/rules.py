"""Draws the panel with a game's rules."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from client.drawing.canvas import Canvas, Fragment
from client.fullscreen.screens.frame import BOTTOM, TOP
from client.fullscreen.screens.overlays.panels import HELP_WIDTHS, open_panel, scrolled
from client.games.rulebook import Section


def put_rules(canvas: Canvas, title: str, sections: tuple[Section, ...], scroll: int) -> None:
    """Draw a game's rules, as much as fits from the line that they are scrolled to."""
    width, room = min(canvas.width, HELP_WIDTHS[0]), canvas.height - TOP - BOTTOM - 2
    lines = [line for section in sections for line in _lines(section, width - 4)][:-1]
    x, height = (canvas.width - width) // 2, min(room, len(lines)) + 2
    shown, more = scrolled(lines, scroll, room)
    open_panel(canvas, x, TOP, width, height, f"{title}{more}, Esc closes")
    for row, (style, text) in enumerate(shown, TOP + 1):
        canvas.put(x + 2, row, text, style)


def _lines(section: Section, width: int) -> Iterator[Fragment]:
    """A section in lines of `width` cells, and a blank one behind it."""
    yield "panel-title", section.title
    yield from (("", line) for line in wrap(section.text, width))
    yield "", ""
