"""The table on a small screen, in two panes: the board with the actions, and the players with their moves."""

from __future__ import annotations

from client.drawing.canvas import Canvas, fit
from client.drawing.grammar import capitalize
from client.games.blocky.drawing.board import fit_board
from client.games.blocky.drawing.board_view import put_board_view
from client.games.blocky.drawing.menu import FULL, ROWS, hints, put_menu, title
from client.games.blocky.drawing.move_list import put_turns
from client.games.blocky.drawing.players import put_legend, put_players, rows_needed
from client.games.blocky.drawing.rectangles import Rectangle
from client.games.blocky.scores import COUNTS, end_rows, whose_turn
from client.games.spec import Scene
from engines.blocky.view import View

SIDE = 27
"""Columns beside the board."""
END_WIDTH = 38
"""Columns at the lower right that the panel at the end covers."""


def draw(canvas: Canvas, scene: Scene) -> None:
    """Draw one of the panes; after the end, arranged so that the panel hides nothing."""
    match scene.pane % 2, scene.is_over:
        case 0, False:
            _put_board(canvas, scene)
        case 1, False:
            _put_players(canvas, scene)
        case 0, True:
            _put_last_board(canvas, scene)
        case _:
            _put_last_moves(canvas, scene)


def _put_board(canvas: Canvas, scene: Scene) -> None:
    plot = fit_board(scene.view.depth, scene.palette, scene.width - SIDE - 1, scene.height)
    put_board_view(canvas, scene, plot)
    side = Rectangle(plot.width + 1, 0, scene.width - plot.width - 1, scene.height)
    style, words = whose_turn(scene)
    pane = f"{_pane_key(scene)} more"
    canvas.put(side.x, 0, fit(words, side.width - len(pane) - 1), style)
    canvas.right(scene.width, 0, pane, "soft")
    canvas.click(scene.width - len(pane), 0, len(pane), 1, "next", "A click shows the players and the moves.")
    _put_beside_board(canvas, scene, side.below(1))


def _put_beside_board(canvas: Canvas, scene: Scene, side: Rectangle) -> None:
    """Draw the players and the actions, and what else fits."""
    view: View = scene.view
    players = len(view.made)
    put_players(canvas, scene, side._replace(height=players))
    side = side.below(players)
    if scene.is_past:
        put_turns(canvas, scene, side)
        return
    spare = side.height - ROWS - 1
    if spare:
        canvas.put(side.x, side.y, fit(capitalize(COUNTS[view.kind]), side.width), "soft")
        side = side.below(1)
    canvas.put(side.x, side.y, fit(title(scene, side.width), side.width), "panel-title")
    put_menu(canvas, scene, side.below(1))
    if spare > 1:
        canvas.put(side.x, side.y + ROWS + 1, fit(hints(scene, side.width)[0], side.width), "soft")
    if side.width >= FULL:
        put_turns(canvas, scene, side.below(ROWS + 3))


def _put_players(canvas: Canvas, scene: Scene) -> None:
    rows = rows_needed(scene.view, is_large=True)
    put_players(canvas, scene, Rectangle(1, 0, scene.width - 2, rows))
    put_legend(canvas, scene.palette, Rectangle(1, rows, scene.width - 2, 1))
    below = Rectangle(0, rows + 1, scene.width, scene.height - rows - 1)
    put_turns(canvas, scene, below.with_frame(canvas, f"Moves, {_pane_key(scene)} shows the board"))


def _put_last_board(canvas: Canvas, scene: Scene) -> None:
    """Draw the board left of the panel at the end, and the players above the panel."""
    plot = fit_board(scene.view.depth, scene.palette, scene.width - END_WIDTH - 1, scene.height)
    put_board_view(canvas, scene, plot)
    side = Rectangle(plot.width + 2, 0, scene.width - plot.width - 2, scene.height - end_rows(scene.view))
    players = len(scene.view.made)
    put_players(canvas, scene, side._replace(height=players))
    if side.height > players:
        canvas.put(side.x, side.height - 1, fit(f"{_pane_key(scene)} shows the moves", side.width), "soft")


def _put_last_moves(canvas: Canvas, scene: Scene) -> None:
    """Draw the moves above the panel at the end."""
    box = Rectangle(1, 0, scene.width - 2, scene.height - end_rows(scene.view))
    canvas.put(box.x, box.y, fit(f"Moves, {_pane_key(scene)} shows the board", box.width), "panel-title")
    put_turns(canvas, scene, box.below(1))


def _pane_key(scene: Scene) -> str:
    """The key for the other pane: Tab if it does nothing else."""
    return "Tab" if scene.seat is None or scene.is_over else "o"
