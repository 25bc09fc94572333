"""The board at the table: scrolling, outlines, and the mouse."""

from __future__ import annotations

from collections.abc import Iterator

from client.drawing.canvas import Canvas, Grid
from client.games.blocky.drawing.board import CHANGED, MARKED, WAITING, BoardPlot, Outlined, put_board
from client.games.blocky.scores import is_ended
from client.games.blocky.selection import first_selection, selected_block
from client.games.spec import Scene
from engines.blocky.block import Square, square
from engines.blocky.moves import Pass, read
from engines.blocky.view import View

FLASH_S = 0.7
"""How long the block that a move changed is outlined."""


def put_board_view(canvas: Canvas, scene: Scene, plot: BoardPlot) -> None:
    """Draw the board at a plot, scrolled so that the marked block is in sight."""
    view: View = scene.view
    mark = scene.mark or first_selection(view)
    plot = plot.scrolled_to(square(selected_block(view, mark), view.depth), mark.cell[1], mark.top)
    put_board(canvas, plot, view.board, scene.palette, tuple(_outlines(canvas, scene)))
    if not is_ended(scene):
        _put_mouse_regions(canvas, plot)
    _put_more(canvas, plot)


def _outlines(canvas: Canvas, scene: Scene) -> Iterator[Outlined]:
    """The marked block, the block of a pending move, and for a moment those that moves have changed."""
    view: View = scene.view
    if not is_ended(scene):
        yield square(selected_block(view, scene.mark), view.depth), MARKED
    if scene.pending:
        yield from ((place, WAITING) for place in _places(view, scene.pending))
    arrivals = [*(earlier.age_s for earlier in scene.earlier), scene.age_s]
    for earlier, age_s in zip(scene.earlier, arrivals[1:], strict=True):
        if age_s < FLASH_S:
            canvas.again(FLASH_S - age_s)
            last = max((turn.number for turn in earlier.view.log), default=0)
            news = [turn.move for turn in view.log if turn.number > last]
            yield from ((place, CHANGED) for move in news for place in _places(view, move))
            return


def _places(view: View, written: str) -> Iterator[Square]:
    move = read(written)
    if not isinstance(move, Pass):
        yield square(move.path, view.depth)


def _put_mouse_regions(canvas: Canvas, plot: BoardPlot) -> None:
    """The pointer marks, the left button pins and releases, the right one pins, and the wheel changes the level."""
    canvas.click(
        *(plot.x, plot.y, plot.width, plot.height),
        f"aim pin {{x}} {{y}} {plot.top}",
        over=f"aim at {{x}} {{y}} {plot.top}",
        other=f"aim hold {{x}} {{y}} {plot.top}",
        wheel=("aim out {x} {y}", "aim in {x} {y}"),
        grid=Grid(plot.side, plot.units, 0, plot.top),
    )


def _put_more(canvas: Canvas, plot: BoardPlot) -> None:
    x = plot.x + plot.width
    if plot.top:
        canvas.put(x, plot.y, "▲", "warn")
        canvas.click(x, plot.y, 1, 1, "aim up", "There is more of the board above.")
    if plot.top + plot.units < plot.side:
        canvas.put(x, plot.y + plot.height - 1, "▼", "warn")
        canvas.click(x, plot.y + plot.height - 1, 1, 1, "aim down", "There is more of the board below.")
