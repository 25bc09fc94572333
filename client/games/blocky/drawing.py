"""Blocky as it is drawn: the board with all that one knows beside it, or on a small screen in two panes."""

from __future__ import annotations

from collections.abc import Iterator

from client.games import Scene
from client.games.blocky.aiming import first, marked
from client.games.blocky.board import CHANGED, MARKED, WAITING, Outlined, Plot, fitting, put_board
from client.games.blocky.boxes import Box
from client.games.blocky.menu import ROWS, hints, put_menu, title
from client.games.blocky.players import put_legend, put_players, rows_needed
from client.games.blocky.standing import COUNTS, whose_turn
from client.games.blocky.turns import put_turns
from client.lines import Canvas, Drawing, Grid, fit
from client.wording import capital
from engines.blocky.block import Square, square
from engines.blocky.moves import Pass, read
from engines.blocky.view import View, is_over
from engines.game import Seat

LEAST_WIDTH, LEAST_HEIGHT = 80, 19
"""From this size on everything shows at once; below it in panes."""
SIDE, MOST_SIDE = 45, 60
"""Columns beside the board, at least and at most."""
SMALL_SIDE = 27
FRAMED = 24
"""From this height on there is room for frames."""
END_WIDTH, END_ROWS = 38, 7
"""What the panel that ends a game covers at the lower right: columns, and rows beside those for the players."""
LEAST_FRAME = 3
"""Rows of a frame with anything in it."""
FLASH_S = 0.7
"""How long the block that a move changed is outlined."""


def draw(scene: Scene) -> Drawing:
    """Draw the table as large as the scene asks, on a small screen one pane of it."""
    canvas = Canvas(scene.width, scene.height)
    if scene.width >= LEAST_WIDTH and scene.height >= LEAST_HEIGHT:
        _draw_large(canvas, scene)
    else:
        match scene.pane % 2, scene.is_over:
            case 0, False:
                _draw_small(canvas, scene)
            case 1, False:
                _draw_players(canvas, scene)
            case 0, True:
                _draw_end(canvas, scene)
            case _:
                _draw_last_moves(canvas, scene)
    return canvas.done()


def _draw_large(canvas: Canvas, scene: Scene) -> None:
    """Draw everything at once: the board at the left, the players, the list and the moves at the right."""
    plot = _fitting(scene, scene.width - SIDE - 2, scene.height - 2)
    width = min(MOST_SIDE, scene.width - plot.width - 3)
    room = scene.width - width - 1
    x, y = (room - plot.width + 1) // 2, (scene.height - plot.height - 2) // 2
    canvas.put(x, y, fit(whose_turn(scene)[1], plot.width), whose_turn(scene)[0])
    _put_board(canvas, scene, plot._replace(x=x, y=y + 1))
    put_legend(canvas, scene.palette, Box(x, y + 1 + plot.height, plot.width, 1))
    side = Box(room, 0, width, scene.height)
    (_put_framed if scene.height >= FRAMED else _put_unframed)(canvas, scene, side)


def _put_framed(canvas: Canvas, scene: Scene, side: Box) -> None:
    view: View = scene.view
    rows = rows_needed(view, is_large=_ended(scene)) + 2
    put_players(canvas, scene, side._replace(height=rows).framed(canvas, f"Players: {COUNTS[view.kind]}"))
    side = side.below(rows)
    if not _ended(scene):
        inside = side._replace(height=ROWS + 4).framed(canvas, title(scene, side.width))
        put_menu(canvas, scene, inside)
        for row, hint in enumerate(hints(scene, side.width)):
            canvas.put(inside.x, inside.y + ROWS + row, fit(hint, inside.width), "soft")
        side = side.below(ROWS + 4)
    side = _left_by_end(scene, side)
    if side.height >= LEAST_FRAME:
        put_turns(canvas, scene, side.framed(canvas, "Moves"))


def _put_unframed(canvas: Canvas, scene: Scene, side: Box) -> None:
    view: View = scene.view
    rows = rows_needed(view, is_large=_ended(scene))
    put_players(canvas, scene, side._replace(height=rows))
    side = side.below(rows)
    if len(view.made) > 2 and not _ended(scene):
        canvas.put(side.x, side.y, fit(f"Goals: {COUNTS[view.kind]}.", side.width), "soft")
    side = side.below(1)
    if not _ended(scene):
        canvas.put(side.x, side.y, fit(title(scene, side.width), side.width), "panel-title")
        put_menu(canvas, scene, side.below(1))
        canvas.put(side.x, side.y + ROWS + 1, fit(hints(scene, side.width)[0], side.width), "soft")
        side = side.below(ROWS + 2)
    put_turns(canvas, scene, _left_by_end(scene, side))


def _left_by_end(scene: Scene, side: Box) -> Box:
    """What the panel that ends a game leaves of the side."""
    return side._replace(height=side.height - _end_height(scene)) if scene.is_over else side


def _end_height(scene: Scene) -> int:
    return END_ROWS + max(2, len(scene.view.made))


def _draw_small(canvas: Canvas, scene: Scene) -> None:
    """Draw the board and the list."""
    view: View = scene.view
    plot = _fitting(scene, scene.width - SMALL_SIDE - 1, scene.height)
    _put_board(canvas, scene, plot)
    side = Box(plot.width + 1, 0, scene.width - plot.width - 1, scene.height)
    style, words = whose_turn(scene)
    pane = f"{_pane_key(scene)} more"
    canvas.put(side.x, 0, fit(words, side.width - len(pane) - 1), style)
    canvas.right(scene.width, 0, pane, "soft")
    canvas.click(scene.width - len(pane), 0, len(pane), 1, "next", "A click shows the players and the moves.")
    put_players(canvas, scene, side.below(1)._replace(height=len(view.made)))
    side = side.below(1 + len(view.made))
    spare = side.height - ROWS - 1
    if spare:
        canvas.put(side.x, side.y, fit(capital(COUNTS[view.kind]), side.width), "soft")
        side = side.below(1)
    canvas.put(side.x, side.y, fit(title(scene, side.width), side.width), "panel-title")
    put_menu(canvas, scene, side.below(1))
    if spare > 1:
        canvas.put(side.x, side.y + ROWS + 1, fit(hints(scene, side.width)[0], side.width), "soft")


def _draw_players(canvas: Canvas, scene: Scene) -> None:
    """Draw the players, the colours' names and the moves."""
    rows = rows_needed(scene.view, is_large=True)
    put_players(canvas, scene, Box(1, 0, scene.width - 2, rows))
    put_legend(canvas, scene.palette, Box(1, rows, scene.width - 2, 1))
    below = Box(0, rows + 1, scene.width, scene.height - rows - 1)
    put_turns(canvas, scene, below.framed(canvas, f"Moves, {_pane_key(scene)} shows the board"))


def _draw_end(canvas: Canvas, scene: Scene) -> None:
    """Draw the board left of the panel that ends the game, as far as there is room, and the players above it."""
    plot = _fitting(scene, scene.width - END_WIDTH - 1, scene.height)
    _put_board(canvas, scene, plot)
    side = Box(plot.width + 2, 0, scene.width - plot.width - 2, scene.height - _end_height(scene))
    players = len(scene.view.made)
    put_players(canvas, scene, side._replace(height=players))
    if side.height > players:
        canvas.put(side.x, side.height - 1, fit(f"{_pane_key(scene)} shows the moves", side.width), "soft")


def _draw_last_moves(canvas: Canvas, scene: Scene) -> None:
    """Draw the moves above the panel that ends the game."""
    box = Box(1, 0, scene.width - 2, scene.height - _end_height(scene))
    canvas.put(box.x, box.y, fit(f"Moves, {_pane_key(scene)} shows the board", box.width), "panel-title")
    put_turns(canvas, scene, box.below(1))


def _fitting(scene: Scene, width: int, height: int) -> Plot:
    return fitting(scene.view.depth, scene.palette, width, height)


def _put_board(canvas: Canvas, scene: Scene, plot: Plot) -> None:
    """Draw the board, what is outlined on it, and what is done by pointing at it."""
    view: View = scene.view
    mark = scene.mark or first(view)
    plot = plot.showing(square(marked(view, mark), view.depth), mark.cell[1], mark.top)
    put_board(canvas, plot, view.board, scene.palette, tuple(_outlined(canvas, scene)))
    _put_more(canvas, plot)
    if _ended(scene):
        return
    canvas.click(
        *(plot.x, plot.y, plot.width, plot.height),
        f"aim pin {{x}} {{y}} {plot.top}",
        over=f"aim at {{x}} {{y}} {plot.top}",
        other=f"aim hold {{x}} {{y}} {plot.top}",
        wheel=("aim out {x} {y}", "aim in {x} {y}"),
        grid=Grid(plot.side, plot.units, 0, plot.top),
    )


def _put_more(canvas: Canvas, plot: Plot) -> None:
    """Draw, where there is more of the board above or below, where that is."""
    x = plot.x + plot.width
    if plot.top:
        canvas.put(x, plot.y, "▲", "warn")
        canvas.click(x, plot.y, 1, 1, "aim up", "There is more of the board above.")
    if plot.top + plot.units < plot.side:
        canvas.put(x, plot.y + plot.height - 1, "▼", "warn")
        canvas.click(x, plot.y + plot.height - 1, 1, 1, "aim down", "There is more of the board below.")


def _outlined(canvas: Canvas, scene: Scene) -> Iterator[Outlined]:
    """The marked block, the one of a move on its way, and for a moment those that moves have changed."""
    view: View = scene.view
    if not _ended(scene):
        yield square(marked(view, scene.mark), view.depth), MARKED
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
    """Where the block of a move lies, if it has one."""
    move = read(written)
    if not isinstance(move, Pass):
        yield square(move.path, view.depth)


def _ended(scene: Scene) -> bool:
    return scene.is_over or is_over(scene.view)


def _pane_key(scene: Scene) -> str:
    """The key that shows the other pane: Tab where it does nothing else."""
    seat: Seat | None = scene.seat
    return "Tab" if seat is None or scene.is_over else "o"
