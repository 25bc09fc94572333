"""Draws Tower Blaster: the player's own tower with the rest beside it, or both towers if both are seen alike."""

from __future__ import annotations

from textwrap import wrap

from client.drawing.canvas import Canvas, Drawing, fit
from client.games.spec import Scene
from client.games.tower_blaster import own_tower
from client.games.tower_blaster.ascending import bricks_to_fix
from client.games.tower_blaster.bricks import LABEL, NUMBER, TowerPlot, put_tower
from client.games.tower_blaster.info_panel import numbers, put_other, put_piles, put_turns, seat_activity
from client.games.tower_blaster.text import in_words
from engines.game import Seat
from engines.tower_blaster.view import BRICKS, HEIGHT, View, is_over

LEAST_WIDTH, LEAST_HEIGHT = 80, 19
"""From this size on everything shows at once; on smaller screens in panes."""
OTHER_HEIGHT = 5
PILES_ROWS = 5
"""Rows of the piles in their frame."""
MAX_TURNS_WIDTH = 72
PAIR_CELLS = 2 * len(BRICKS)
"""The most cells for a brick of 60 in one of two towers."""
END_WIDTH, END_ROWS = 38, 8
"""Columns and rows at the lower right that the panel at the end covers."""
END_CELLS = 13
"""Cells for a brick of 60 in a tower left of that panel, on the smallest screen."""


def draw(scene: Scene) -> Drawing:
    """Draw the table at the size of the scene; on a small screen one pane of it."""
    canvas = Canvas(scene.width, scene.height)
    is_small = scene.width < LEAST_WIDTH or scene.height < LEAST_HEIGHT
    match is_small, is_over(scene.view), scene.seat:
        case True, False, _:
            _draw_pane(canvas, scene)
        case True, True, _:
            _draw_last_pane(canvas, scene)
        case False, False, int():
            own_tower.draw(canvas, scene)
        case _:
            _put_both(canvas, scene)
    return canvas.done()


def _draw_pane(canvas: Canvas, scene: Scene) -> None:
    """Draw the towers, or what is known of the other side with the turns so far."""
    is_watching = scene.seat is None
    if scene.pane % 2 == 0:
        (_put_both_small if is_watching else own_tower.draw_small)(canvas, scene)
        return
    if not is_watching:
        put_other(canvas, scene, 1 - (scene.seat or 0), 1, 0, scene.width - 2, OTHER_HEIGHT)
    top = 0 if is_watching else OTHER_HEIGHT
    put_turns(canvas, scene, 0, top, scene.width, scene.height - top)


def _draw_last_pane(canvas: Canvas, scene: Scene) -> None:
    """Draw one of the two towers at the end of the game, or the turns."""
    mine = scene.seat or 0
    if scene.pane % 3 == 2:
        put_turns(canvas, scene, 0, 0, scene.width, scene.height)
    else:
        _put_last_tower(canvas, scene, 1 - mine if scene.pane % 3 else mine)


def _put_both(canvas: Canvas, scene: Scene) -> None:
    """Draw the towers, and below them the turns and, until the end, the piles."""
    step = max(1, (scene.height - END_ROWS - 2) // HEIGHT)
    below = _put_pair(canvas, scene, step)
    x = scene.width - END_WIDTH
    put_turns(canvas, scene, 0, below, min(MAX_TURNS_WIDTH, x - 1), scene.height - below)
    if not is_over(scene.view):
        canvas.frame(x, below, END_WIDTH, PILES_ROWS, "Piles")
        put_piles(canvas, scene, x + 2, below + 1, END_WIDTH - 4)
        for row, text in enumerate(_known(scene, scene.height - below - PILES_ROWS), below + PILES_ROWS):
            canvas.put(x + 2, row, fit(text, END_WIDTH - 4))


def _known(scene: Scene, room: int) -> list[str]:
    """What everybody knows, in rows: as many whole sentences as `room` rows hold."""
    rows: list[str] = []
    for sentence in in_words(scene.view, scene.names):
        more = wrap(sentence, END_WIDTH - 4)
        if len(rows) + len(more) > room:
            break
        rows += more
    return rows


def _put_both_small(canvas: Canvas, scene: Scene) -> None:
    below = _put_pair(canvas, scene)
    put_piles(canvas, scene, 1, below, scene.width - 2)


def _put_last_tower(canvas: Canvas, scene: Scene, seat: Seat) -> None:
    """Draw one tower left of the panel at the end, and the other one by its numbers."""
    plot = TowerPlot(0, 1, END_CELLS)
    _put_named(canvas, scene, plot, seat, plot.width)
    x, other = plot.width + 1, 1 - seat
    canvas.put(x, 0, fit(f"{_name(scene, other)} {_state(scene.view, other)}:", scene.width - x), _style(scene, other))
    for row, line in enumerate(numbers(scene.view.towers[other], scene.width - x), 1):
        canvas.put(x, row, line)
    canvas.put(x, END_ROWS - 3, fit("Tab shows the other tower.", scene.width - x), "soft")


def _put_pair(canvas: Canvas, scene: Scene, step: int = 1) -> int:
    """Draw both towers side by side; gives the row below them."""
    width = scene.width // 2
    cells = min(PAIR_CELLS, width - LABEL - NUMBER)
    first = scene.seat or 0
    plots = [TowerPlot(place * width, 1, cells, step) for place in range(2)]
    for plot, seat in zip(plots, (first, 1 - first), strict=True):
        _put_named(canvas, scene, plot, seat, width)
    return plots[0].ground + 1


def _put_named(canvas: Canvas, scene: Scene, plot: TowerPlot, seat: Seat, width: int) -> None:
    view: View = scene.view
    state, style = (_state(view, seat), "soft") if view.towers[seat] else seat_activity(scene, seat)
    start = canvas.right(plot.x + width - 1, 0, state, style)
    canvas.put(plot.x + 1, 0, fit(_name(scene, seat), start - plot.x - 2), _style(scene, seat))
    put_tower(canvas, plot, view.towers[seat], "brick" if seat == (scene.seat or 0) else "brick-theirs")


def _name(scene: Scene, seat: Seat) -> str:
    name: str = scene.names[seat]
    return "You" if seat == scene.seat else name


def _style(scene: Scene, seat: Seat) -> str:
    return "bright mine" if seat == (scene.seat or 0) else "bright theirs"


def _state(view: View, seat: Seat) -> str:
    tower = view.towers[seat]
    assert tower is not None, "only towers in sight are spoken of"
    left = bricks_to_fix(tower)
    return f"{left} to fix" if left else "stable"
