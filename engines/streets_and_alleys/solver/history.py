"""The layouts of a table from the deal to the present one, worked out from a View."""

from __future__ import annotations

from engines.streets_and_alleys.layout import Layout
from engines.streets_and_alleys.moves import apply_move, invert, read_line
from engines.streets_and_alleys.view import View, table

Trail = tuple[Layout, ...]


def own_table(view: View) -> tuple[Layout, str]:
    """The layout of the view's seat and the line that led to it, which are never hidden from it."""
    assert view.seat is not None, "a spectator has no table"
    layout, line = table(view, view.seat), view.lines[view.seat]
    assert layout is not None
    assert line is not None
    return layout, line


def trail(layout: Layout, line: str) -> Trail:
    """All layouts that a line of moves led through to this one, the first before any move, this one last."""
    way = [layout]
    for move in reversed(read_line(line)):
        way.append(apply_move(way[-1], invert(move)))
    return tuple(reversed(way))


def redo_trail(layout: Layout, undone: str) -> Trail:
    """All layouts that redoing what was undone would lead to, the next one first."""
    way = [layout]
    for move in reversed(read_line(undone)):
        way.append(apply_move(way[-1], move))
    return tuple(way[1:])
