"""The table on a large screen: the board at the left, and everything else beside it."""

from __future__ import annotations

from client.drawing.canvas import Canvas, fit
from client.games.blocky.drawing.board import fit_board
from client.games.blocky.drawing.board_view import put_board_view
from client.games.blocky.drawing.menu import ROWS, hints, put_menu, title
from client.games.blocky.drawing.move_list import put_turns
from client.games.blocky.drawing.players import put_legend, put_players, rows_needed
from client.games.blocky.drawing.rectangles import Rectangle
from client.games.blocky.scores import COUNTS, end_rows, is_played, whose_turn
from client.games.spec import Scene
from engines.blocky.view import View

WIDTH, HEIGHT = 80, 19
"""The smallest size for it."""
SIDE, MOST_SIDE = 45, 60
"""Columns beside the board, at least and at most."""
FRAMED = 24
"""From this height on, frames fit."""
LEAST_FRAME = 3
"""Rows of the smallest frame with content."""


def draw(canvas: Canvas, scene: Scene) -> None:
    """Draw the board between the turn and the colours' names; beside it the players, the actions and the moves."""
    plot = fit_board(scene.view.depth, scene.palette, scene.width - SIDE - 2, scene.height - 2)
    width = min(MOST_SIDE, scene.width - plot.width - 3)
    left = scene.width - width - 1
    x, y = (left - plot.width + 1) // 2, (scene.height - plot.height - 2) // 2
    style, words = whose_turn(scene)
    canvas.put(x, y, fit(words, plot.width), style)
    put_board_view(canvas, scene, plot._replace(x=x, y=y + 1))
    put_legend(canvas, scene.palette, Rectangle(x, y + 1 + plot.height, plot.width, 1))
    put_side = _put_framed if scene.height >= FRAMED else _put_unframed
    put_side(canvas, scene, Rectangle(left, 0, width, scene.height))


def _put_framed(canvas: Canvas, scene: Scene, side: Rectangle) -> None:
    view: View = scene.view
    rows = rows_needed(view, is_large=not is_played(scene)) + 2
    put_players(canvas, scene, side._replace(height=rows).with_frame(canvas, f"Players: {COUNTS[view.kind]}"))
    side = side.below(rows)
    if is_played(scene):
        inside = side._replace(height=ROWS + 4).with_frame(canvas, title(scene, side.width))
        put_menu(canvas, scene, inside)
        for row, hint in enumerate(hints(scene, side.width)):
            canvas.put(inside.x, inside.y + ROWS + row, fit(hint, inside.width), "soft")
        side = side.below(ROWS + 4)
    side = _without_end(scene, side)
    if side.height >= LEAST_FRAME:
        canvas.spares(*side)
        put_turns(canvas, scene, side.with_frame(canvas, "Moves"))


def _put_unframed(canvas: Canvas, scene: Scene, side: Rectangle) -> None:
    view: View = scene.view
    rows = rows_needed(view, is_large=not is_played(scene))
    put_players(canvas, scene, side._replace(height=rows))
    side = side.below(rows)
    if rows == len(view.made):
        canvas.put(side.x, side.y, fit(f"Goals: {COUNTS[view.kind]}.", side.width), "soft")
    side = side.below(1)
    if is_played(scene):
        canvas.put(side.x, side.y, fit(title(scene, side.width), side.width), "panel-title")
        put_menu(canvas, scene, side.below(1))
        canvas.put(side.x, side.y + ROWS + 1, fit(hints(scene, side.width)[0], side.width), "soft")
        side = side.below(ROWS + 2)
    put_turns(canvas, scene, _without_end(scene, side))


def _without_end(scene: Scene, side: Rectangle) -> Rectangle:
    """The part of the side that the panel at the end leaves free."""
    return side._replace(height=side.height - end_rows(scene.view)) if scene.is_over else side
