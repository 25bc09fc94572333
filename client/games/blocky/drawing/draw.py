"""Draws Blocky: everything at once on a large screen, else in two panes."""

from __future__ import annotations

from client.drawing.canvas import Canvas, Drawing, fit
from client.drawing.grammar import capitalize
from client.games.blocky.drawing.board_view import fit_scene, put_board_view
from client.games.blocky.drawing.menu import ROWS, hints, put_menu, title
from client.games.blocky.drawing.players import put_legend, put_players, put_turns, rows_needed
from client.games.blocky.drawing.plot import BoardPlot
from client.games.blocky.scores import COUNTS, end_rows, is_played, whose_turn
from client.games.spec import Scene
from client.games.widgets.rectangles import Rectangle
from engines.blocky.view import View

WIDTH, HEIGHT = 80, 19
"""The smallest size for everything at once."""
SIDE, MOST_SIDE = 45, 60
"""Columns beside the board then, at least and at most."""
COLUMN, LEAST_BESIDE = 46, 52
"""Columns of a list of moves beside that, where as many as that are left for the rest."""
FRAMED = 24
"""From this height on, frames fit."""
TALL = 36
"""From this height on, every player has two lines and the moves still have space."""
LEAST_FRAME = 3
"""Rows of the smallest frame with content."""
SMALL_SIDE = 27
"""Columns beside the board on a small screen."""


def draw(scene: Scene) -> Drawing:
    """Draw the table at the size of the scene; where more of the board shows so, one pane of it."""
    canvas = Canvas(scene.width, scene.height)
    (_put_all if _has_space(scene) else _put_pane)(canvas, scene)
    return canvas.done()


def _has_space(scene: Scene) -> bool:
    """Whether everything fits at once, and a pane of its own would neither show more of the board nor its lines."""
    if scene.width < WIDTH or scene.height < HEIGHT:
        return False
    beside, alone = _plot_beside_all(scene), _plot_in_pane(scene)
    return beside.in_sight >= alone.in_sight and (beside.has_lines or not alone.has_lines)


def _plot_beside_all(scene: Scene) -> BoardPlot:
    return fit_scene(scene, scene.width - SIDE - 2, scene.height - 2)


def _plot_in_pane(scene: Scene) -> BoardPlot:
    return fit_scene(scene, scene.width - SMALL_SIDE, scene.height, widens=False)


def _put_all(canvas: Canvas, scene: Scene) -> None:
    """Draw the board between the turn and the colours' names; beside it the players, the actions and the moves."""
    plot = _plot_beside_all(scene)
    aside = scene.width - plot.width - 3
    has_column = is_played(scene) and aside > LEAST_BESIDE + COLUMN and scene.height >= FRAMED
    width = min(MOST_SIDE, aside - (COLUMN + 1 if has_column else 0))
    used = width + (COLUMN + 1 if has_column else 0)
    left = scene.width - used - 1
    x, y = (left - plot.width + 1) // 2, (scene.height - plot.height - 2) // 2
    style, words = whose_turn(scene, plot.width)
    canvas.put(x, y, words, style)
    put_board_view(canvas, scene, plot._replace(x=x, y=y + 1))
    put_legend(canvas, scene.palette, Rectangle(x, y + 1 + plot.height, plot.width, 1))
    side = Rectangle(left, 0, width, scene.height)
    if has_column:
        _put_moves(canvas, scene, Rectangle(left + width + 1, 0, COLUMN, scene.height))
    put_side = _put_framed if scene.height >= FRAMED else _put_unframed
    put_side(canvas, scene, side, has_moves=not has_column)


def _put_framed(canvas: Canvas, scene: Scene, side: Rectangle, *, has_moves: bool) -> None:
    view: View = scene.view
    rows = rows_needed(view, is_large=not is_played(scene) or not has_moves or scene.height >= TALL) + 2
    put_players(canvas, scene, side._replace(height=rows).with_frame(canvas, f"Players: {COUNTS[view.kind]}"))
    side = side.below(rows)
    if is_played(scene):
        inside = side._replace(height=ROWS + 4).with_frame(canvas, title(scene, side.width))
        put_menu(canvas, scene, inside)
        for row, hint in enumerate(hints(scene, side.width)):
            canvas.put(inside.x, inside.y + ROWS + row, fit(hint, inside.width), "soft")
        side = side.below(ROWS + 4)
    if has_moves:
        _put_moves(canvas, scene, side)


def _put_moves(canvas: Canvas, scene: Scene, side: Rectangle) -> None:
    side = _without_end(scene, side)
    if side.height >= LEAST_FRAME:
        canvas.spares(*side)
        put_turns(canvas, scene, side.with_frame(canvas, "Moves"))


def _put_unframed(canvas: Canvas, scene: Scene, side: Rectangle, *, has_moves: bool) -> None:  # noqa: ARG001 - as _put_framed
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
    side = _without_end(scene, side)
    if side.height > 0:
        canvas.spares(*side)
    put_turns(canvas, scene, side)


def _without_end(scene: Scene, side: Rectangle) -> Rectangle:
    """The part of the side that the panel at the end leaves free."""
    return side._replace(height=side.height - end_rows(scene.view)) if scene.is_over else side


def _put_pane(canvas: Canvas, scene: Scene) -> None:
    """Draw the board with the actions, or the players with their moves; at the end both need all the space."""
    (_put_players if scene.pane % 2 else _put_board)(canvas, scene)
    if scene.is_over:
        canvas.mark_full()


def _put_board(canvas: Canvas, scene: Scene) -> None:
    plot = _plot_in_pane(scene)
    put_board_view(canvas, scene, plot)
    start = min(plot.width + 1, scene.width - SMALL_SIDE)
    space = scene.width - start
    side = Rectangle(start, 0, space if space == SMALL_SIDE else min(space - 1, MOST_SIDE), scene.height)
    pane = f"{_pane_key(scene)} more"
    style, words = whose_turn(scene, side.width - len(pane) - 1)
    canvas.put(side.x, 0, words, style)
    canvas.right(side.x + side.width, 0, pane, "soft")
    canvas.click(side.x + side.width - len(pane), 0, len(pane), 1, "next", "A click shows the players and the moves.")
    _put_beside_board(canvas, scene, side.below(1))


def _put_beside_board(canvas: Canvas, scene: Scene, side: Rectangle) -> None:
    view: View = scene.view
    players = len(view.made)
    put_players(canvas, scene, side._replace(height=players))
    side = side.below(players)
    if not is_played(scene):
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
    put_turns(canvas, scene, side.below(ROWS + 3))


def _put_players(canvas: Canvas, scene: Scene) -> None:
    rows = rows_needed(scene.view, is_large=True)
    put_players(canvas, scene, Rectangle(1, 0, scene.width - 2, rows))
    put_legend(canvas, scene.palette, Rectangle(1, rows, scene.width - 2, 1))
    below = Rectangle(0, rows + 1, scene.width, scene.height - rows - 1)
    put_turns(canvas, scene, below.with_frame(canvas, f"Moves, {_pane_key(scene)} shows the board"))


def _pane_key(scene: Scene) -> str:
    """The key for the other pane: Tab if it does nothing else."""
    return "Tab" if scene.seat is None or scene.is_over else "o"
