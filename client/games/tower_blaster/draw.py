"""Draws Tower Blaster: the player's own tower with the rest beside it, or both towers if both are seen alike."""

from __future__ import annotations

from client.drawing.canvas import Canvas, Drawing, fit
from client.games.spec import Scene
from client.games.tower_blaster import own_tower
from client.games.tower_blaster.ascending import bricks_to_fix
from client.games.tower_blaster.bricks import LABEL, NUMBER, TowerPlot, put_tower
from client.games.tower_blaster.info_panel import numbers, put_other, put_piles, put_turns, seat_activity
from client.games.tower_blaster.text import taken_by
from engines.game import Seat
from engines.tower_blaster.view import BRICKS, HEIGHT, View, is_over

LEAST_WIDTH, LEAST_HEIGHT = 80, 19
"""From this size on everything shows at once; on smaller screens in panes."""
OTHER_HEIGHT = 5
BELOW = HEIGHT + 2
"""Rows for the names, the towers and the ground."""
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
    """Draw the towers, and below them, until the end, the turns and the piles."""
    _put_pair(canvas, scene)
    put_turns(canvas, scene, 0, BELOW, scene.width - END_WIDTH - 1, scene.height - BELOW)
    x = scene.width - END_WIDTH
    canvas.frame(x, BELOW, END_WIDTH, scene.height - BELOW, "Piles")
    put_piles(canvas, scene, x + 2, BELOW + 1, END_WIDTH - 4)
    for seat, name in enumerate(scene.names):
        if not is_over(scene.view) and (taken := taken_by(scene.view, seat)):
            text = f"{fit(name, 10)} took {' '.join(map(str, taken))}"
            canvas.put(x + 2, BELOW + 4 + seat, fit(text, END_WIDTH - 4), "soft")


def _put_both_small(canvas: Canvas, scene: Scene) -> None:
    _put_pair(canvas, scene)
    put_piles(canvas, scene, 1, BELOW, scene.width - 2)


def _put_last_tower(canvas: Canvas, scene: Scene, seat: Seat) -> None:
    """Draw one tower left of the panel at the end, and the other one by its numbers."""
    plot = TowerPlot(0, 1, END_CELLS)
    _put_named(canvas, scene, plot, seat, plot.width)
    x, other = plot.width + 1, 1 - seat
    canvas.put(x, 0, fit(f"{_name(scene, other)} {_state(scene.view, other)}:", scene.width - x), _style(scene, other))
    for row, line in enumerate(numbers(scene.view.towers[other], scene.width - x), 1):
        canvas.put(x, row, line)
    canvas.put(x, END_ROWS - 3, fit("Tab shows the other tower.", scene.width - x), "soft")


def _put_pair(canvas: Canvas, scene: Scene) -> None:
    width = scene.width // 2
    cells = min(len(BRICKS), width - LABEL - NUMBER)
    first = scene.seat or 0
    for place, seat in enumerate((first, 1 - first)):
        plot = TowerPlot(place * width, 1, cells)
        _put_named(canvas, scene, plot, seat, width)


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
