"""The board at the table: previews, scrolling, rings around blocks, and the mouse."""

from __future__ import annotations

from collections.abc import Iterator

from client.drawing.canvas import Canvas, Grid
from client.games.blocky.drawing.board import CHANGED, MARKED, NEWEST, WAITING, Ringed, put_board
from client.games.blocky.drawing.plot import BoardPlot, fit_board
from client.games.blocky.score_preview import board_after
from client.games.blocky.scores import is_ended, is_played, previewed
from client.games.blocky.selection import first_selection, selected_block
from client.games.spec import Scene
from engines.blocky.block import Square, square
from engines.blocky.moves import Pass, read
from engines.blocky.view import MoveMade, View, newest_turns

FLASH_S = 0.7
"""How long the block that a move changed is framed."""


def fit_scene(scene: Scene, width: int, height: int, *, widens: bool = True) -> BoardPlot:
    """The largest plot for a scene's board; the block marked in play, or later the whole, should be in sight."""
    view: View = scene.view
    needed = _marked(scene).size if is_played(scene) else 1 << view.depth
    return fit_board(view.depth, scene.palette, width, height, needed, widens=widens)


def put_board_view(canvas: Canvas, scene: Scene, plot: BoardPlot) -> None:
    """Draw the board at a plot as the previewed move would leave it, scrolled so that the marked block is in sight.

    Where nothing is marked, it is scrolled by the scene's `scroll`: down as far as it goes, and then to the right.
    """
    view: View = scene.view
    mark = scene.mark or first_selection(view)
    if is_played(scene):
        plot = plot.scrolled_to(_marked(scene), mark.cell, mark.left, mark.top)
    else:
        plot = plot.scrolled_by(scene.scroll)
    put_board(canvas, plot, _board(scene), scene.palette, tuple(_rings(canvas, scene)))
    if is_played(scene):
        _put_mouse_regions(canvas, plot)
    _put_more(canvas, plot)


def _board(scene: Scene) -> str:
    view: View = scene.view
    preview = previewed(scene)
    after = board_after(view, preview.move) if preview and not preview.obstacle else None
    return view.board if after is None else after


def _marked(scene: Scene) -> Square:
    view: View = scene.view
    return square(selected_block(view, scene.mark), view.depth)


def _rings(canvas: Canvas, scene: Scene) -> Iterator[Ringed]:
    """The blocks of the newest moves, the marked one, that of a pending move, and for a moment those just changed."""
    view: View = scene.view
    if not is_ended(scene):
        yield from ((place, NEWEST) for turn in _newest(scene) for place in _places(view, turn.move))
    if is_played(scene):
        yield _marked(scene), CHANGED if previewed(scene) else MARKED
    if scene.pending:
        yield from ((place, WAITING) for place in _places(view, scene.pending))
    yield from ((place, CHANGED) for place in _changed(canvas, scene))


def _newest(scene: Scene) -> tuple[MoveMade, ...]:
    """What others have done since the player's last move; for who only looks on, the last move. None in a preview."""
    log: tuple[MoveMade, ...] = scene.view.log
    if previewed(scene):
        return ()
    if scene.seat is None:
        return log[-1:]
    return tuple(turn for turn in newest_turns(log, scene.seat) if turn.seat != scene.seat)


def _changed(canvas: Canvas, scene: Scene) -> Iterator[Square]:
    view: View = scene.view
    arrivals = [*(earlier.age_s for earlier in scene.earlier), scene.age_s]
    for earlier, age_s in zip(scene.earlier, arrivals[1:], strict=True):
        if age_s < FLASH_S:
            canvas.again(FLASH_S - age_s)
            last = max((turn.number for turn in earlier.view.log), default=0)
            for turn in view.log:
                if turn.number > last:
                    yield from _places(view, turn.move)
            return


def _places(view: View, written: str) -> Iterator[Square]:
    move = read(written)
    if not isinstance(move, Pass):
        yield square(move.path, view.depth)


def _put_mouse_regions(canvas: Canvas, plot: BoardPlot) -> None:
    """The pointer marks, the left button pins and releases, the right one pins, and the wheel changes the level."""
    scroll = f"{plot.left} {plot.top}"
    canvas.click(
        *(plot.x, plot.y, plot.width, plot.height),
        f"aim pin {{x}} {{y}} {scroll}",
        over=f"aim at {{x}} {{y}} {scroll}",
        other=f"aim hold {{x}} {{y}} {scroll}",
        wheel=("aim out {x} {y}", "aim in {x} {y}"),
        grid=Grid(plot.units_across, plot.units_down, plot.left, plot.top, plot.scale.across, plot.scale.down),
    )


def _put_more(canvas: Canvas, plot: BoardPlot) -> None:
    """Arrows on the lines along the edges, where there is more of the board."""
    right, bottom = plot.x + plot.width - 1, plot.y + plot.height - 1
    middle = plot.y + plot.height // 2
    for is_more, x, y, sign, way, where in (
        (plot.top > 0, right, plot.y, "▲", "up", "above"),
        (plot.top + plot.units_down < plot.side, right, bottom, "▼", "down", "below"),
        (plot.left > 0, plot.x, middle, "◀", "left", "on the left"),
        (plot.left + plot.units_across < plot.side, right, middle, "▶", "right", "on the right"),
    ):
        if is_more:
            canvas.put(x, y, sign, "warn")
            canvas.click(x, y, 1, 1, f"aim {way}", f"There is more of the board {where}.")
