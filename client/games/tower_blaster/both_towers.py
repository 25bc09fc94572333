"""Draws both towers side by side: as far as spectators may know them, and whole at the end."""

from __future__ import annotations

from client.drawing.canvas import Canvas, fit, width_of, wrap_words
from client.games.spec import Scene
from client.games.tower_blaster.ascending import bricks_to_fix
from client.games.tower_blaster.bricks import LABEL, NUMBER, TowerPlot, put_hidden, put_tower
from client.games.tower_blaster.info_panel import numbers, put_piles, put_turns, seat_activity
from client.games.tower_blaster.text import dealt_tower, deeds, in_words, known_bricks
from client.games.tower_blaster.whereabouts import map_rows, put_map
from client.games.widgets.rectangles import Rectangle
from engines.game import Seat
from engines.tower_blaster.view import BRICKS, HEIGHT, View, is_over

PILES_ROWS = 5
"""Rows of the piles in their frame."""
MAX_TURNS_WIDTH = 72
MAX_CELLS = 2 * len(BRICKS)
"""The most cells for a brick of 60."""
SIDES = ((120, 44), (100, 38))
"""From a width of the screen on, the columns beside the towers for all else, which on narrower ones stands below."""
TOWER_ROWS, CAPTION_ROWS = 2, 2
"""Rows for a tower's name and its ground, and below it for what its player did."""
END_WIDTH, END_ROWS = 38, 8
"""Columns and rows at the lower right that the panel at the end covers."""
END_CELLS = 13
"""Cells for a brick of 60 in a tower left of that panel, on the smallest screen."""
MAPPED = 22
"""From this height on it is shown where the bricks are; on lower screens the turns are, instead."""
LEAST_TURNS = 4
"""Rows in which a frame of turns says anything."""


def draw(canvas: Canvas, scene: Scene) -> None:
    """Draw the towers, and beside or below them the turns and, until the end, all that is known."""
    side = next((columns for least, columns in SIDES if scene.width >= least), 0)
    if side:
        _draw_with_side(canvas, scene, side)
    else:
        _draw_with_foot(canvas, scene)


def draw_small(canvas: Canvas, scene: Scene) -> None:
    below = _put_pair(canvas, scene, Rectangle(0, 0, scene.width, TOWER_ROWS + HEIGHT))
    put_piles(canvas, scene, 1, below, scene.width - 2)


def draw_last(canvas: Canvas, scene: Scene, seat: Seat) -> None:
    """Draw one tower left of the panel at the end, and the other one by its numbers."""
    plot = TowerPlot(0, 1, END_CELLS)
    _put_named(canvas, scene, plot, seat, plot.width)
    x, other = plot.width + 1, 1 - seat
    canvas.put(x, 0, fit(f"{_name(scene, other)} {_state(scene.view, other)}:", scene.width - x), _style(scene, other))
    for row, line in enumerate(numbers(scene.view.towers[other], scene.width - x), 1):
        canvas.put(x, row, line)
    canvas.put(x, END_ROWS - 3, fit("Tab shows the other tower.", scene.width - x), "soft")


def _draw_with_side(canvas: Canvas, scene: Scene, side: int) -> None:
    width = scene.width - side
    below = _put_pair(canvas, scene, Rectangle(0, 0, width, scene.height - CAPTION_ROWS))
    y = 0
    if not is_over(scene.view):
        for place, seat in enumerate((0, 1)):
            _put_caption(canvas, scene, seat, Rectangle(place * (width // 2) + 1, below, width // 2 - 2, 2))
        y = _put_state(canvas, scene, width, side)
    if scene.height - y >= LEAST_TURNS:
        put_turns(canvas, scene, width, y, side, scene.height - y)


def _put_state(canvas: Canvas, scene: Scene, x: int, width: int) -> int:
    """Draw the piles, what everybody knows in words, and where the bricks are if turns fit too; gives the row below."""
    canvas.frame(x, 0, width, PILES_ROWS, "Piles")
    put_piles(canvas, scene, x + 2, 1, width - 4)
    y = PILES_ROWS
    maps = map_rows(width) if scene.height >= MAPPED else 0
    words = _words(scene, width - 4, scene.height - y - (maps or LEAST_TURNS) - 2)
    canvas.frame(x, y, width, len(words) + 2, "State of play")
    for row, text in enumerate(words, y + 1):
        canvas.put(x + 2, row, fit(text, width - 4))
    y += len(words) + 2
    if maps:
        put_map(canvas, scene, x, y, width)
    return y + maps


def _draw_with_foot(canvas: Canvas, scene: Scene) -> None:
    below = _put_pair(canvas, scene, Rectangle(0, 0, scene.width, scene.height - END_ROWS))
    x = scene.width - END_WIDTH
    put_turns(canvas, scene, 0, below, min(MAX_TURNS_WIDTH, x - 1), scene.height - below)
    if not is_over(scene.view):
        canvas.frame(x, below, END_WIDTH, PILES_ROWS, "Piles")
        put_piles(canvas, scene, x + 2, below + 1, END_WIDTH - 4)
        y = below + PILES_ROWS
        for row, text in enumerate(_words(scene, END_WIDTH - 4, scene.height - y), y):
            canvas.put(x + 2, row, fit(text, END_WIDTH - 4))


def _words(scene: Scene, width: int, room: int) -> list[str]:
    """What everybody knows, in rows: as many whole sentences as `room` rows hold."""
    rows: list[str] = []
    for sentence in in_words(scene.view, scene.names):
        more = wrap_words(sentence, width)
        if len(rows) + len(more) > room:
            break
        rows += more
    return rows


def _put_pair(canvas: Canvas, scene: Scene, place: Rectangle) -> int:
    """Draw both towers side by side, as large as fits; gives the row below them."""
    width = place.width // 2
    cells = min(MAX_CELLS, width - LABEL - NUMBER)
    step = max(1, (place.height - TOWER_ROWS) // HEIGHT)
    top = place.y + max(0, place.height - TOWER_ROWS - step * HEIGHT) // 2
    first = scene.seat or 0
    plots = [TowerPlot(place.x + at * width, top + 1, cells, step) for at in range(2)]
    for plot, seat in zip(plots, (first, 1 - first), strict=True):
        _put_named(canvas, scene, plot, seat, width)
    return plots[0].ground + 1


def _put_named(canvas: Canvas, scene: Scene, plot: TowerPlot, seat: Seat, width: int) -> None:
    """Draw a tower as far as it is known, and above it whose it is and how it stands."""
    view: View = scene.view
    dealt = None if view.towers[seat] else dealt_tower(view, seat)
    state, style = (_state(view, seat), "soft") if view.towers[seat] else seat_activity(scene, seat)
    name = f"{_name(scene, seat)}, as dealt" if dealt else _name(scene, seat)
    end = canvas.put(plot.x + 1, plot.y - 1, fit(name, width - 4 - width_of(state)), _style(scene, seat))
    canvas.put(end + 2, plot.y - 1, state, style)
    bricks = "brick" if seat == (scene.seat or 0) else "brick-theirs"
    if tower := view.towers[seat] or dealt:
        put_tower(canvas, plot, tower, bricks)
    else:
        put_hidden(canvas, plot, known_bricks(view, seat), bricks)


def _put_caption(canvas: Canvas, scene: Scene, seat: Seat, place: Rectangle) -> None:
    """Write below a tower how much of it is known, and what its player did so far."""
    view: View = scene.view
    many = HEIGHT if dealt_tower(view, seat) else len(known_bricks(view, seat))
    for row, text in enumerate((f"{many} of {HEIGHT} bricks known", deeds(view, seat)), place.y):
        canvas.put(place.x, row, fit(text, place.width), "soft")


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
