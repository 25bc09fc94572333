"""Draws the player's own tower with a preview, and beside it all that is known of the rest."""

from __future__ import annotations

from typing import NamedTuple

from client.drawing.canvas import Canvas, fit
from client.games.spec import Scene
from client.games.tower_blaster.ascending import brick_to_place, bricks_to_fix, stable_slots, with_brick
from client.games.tower_blaster.bricks import HIDDEN, TowerPlot, put_brick, put_hidden, put_tower
from client.games.tower_blaster.info_panel import (
    known_lines,
    other_rows,
    put_other,
    put_piles,
    put_turns,
    seat_activity,
)
from client.games.tower_blaster.selection import selected_slot
from client.games.tower_blaster.text import dealt_tower, helps, is_holding, known_bricks, turn_number
from client.games.tower_blaster.whereabouts import map_rows, put_map
from engines.tower_blaster.view import HEIGHT, Brick, Tower, View

GAP = 1
"""Columns between two towers."""
HALF, DOUBLE = 30, 120
"""Cells for a brick of 60: half as wide as its number on the smallest screen, and at most twice as wide."""
SIDE = 41
"""Columns left of the side if towers are drawn at half their width."""
SIDES = ((120, 44), (100, 30), (0, 40))
"""From a width of the screen on, the columns for the piles and the turns; on a low one, and at the end, the last."""
BOTH = 180
"""From this width on the other tower stands beside the player's own."""
OTHER_CELLS = 42
"""Cells for a brick of 60 in it."""
HINTED_PILES, PLAIN_PILES = 8, 5
"""The height of the piles' frame, with the keys below them or without."""
ROOMY = 27
"""From this height on there is room for those."""
MAPPED = (120, 36)
"""From this width and height on it is shown where the bricks are."""
REST_ROWS = 5
"""Rows for the header, the ground and the preview."""


class TowerLayout(NamedTuple):
    """The tower's place, the rows above it for the header and the brick in hand, and the height of the piles' frame."""

    plot: TowerPlot
    header: int
    hand: int
    piles: int

    @property
    def preview(self) -> int:
        return self.plot.ground + 1


def draw(canvas: Canvas, scene: Scene) -> None:
    """Draw everything at once: the tower at the left; piles, the other side and the turns at the right."""
    plan = _plan(scene)
    side = plan.plot.x + plan.plot.width
    _put_tower(canvas, scene, plan, side)
    if scene.width >= BOTH:
        beside = plan.plot._replace(x=side + GAP, cells=OTHER_CELLS)
        _put_other_tower(canvas, scene, beside, plan)
        side += GAP + beside.width + GAP
    _put_side(canvas, scene, plan, side)


def _plan(scene: Scene) -> TowerLayout:
    """The layout for a size: bricks as wide and as high as there is room for."""
    is_short = scene.is_over or scene.height < ROOMY
    beside = max(next(columns for least, columns in SIDES if scene.width >= least), SIDES[-1][1] if is_short else 0)
    others = 2 * GAP + TowerPlot(0, 0, OTHER_CELLS).width if scene.width >= BOTH else 0
    cells = min(DOUBLE, scene.width - beside - others - TowerPlot(1, 0, 0).width - 1)
    step = max(1, (scene.height - REST_ROWS) // (HEIGHT + 1))
    top = (scene.height - REST_ROWS - step * (HEIGHT + 1)) // 2
    piles = HINTED_PILES if scene.height >= ROOMY else PLAIN_PILES
    return TowerLayout(TowerPlot(1, top + 1 + step, cells, step), top, top + 1, piles)


def draw_small(canvas: Canvas, scene: Scene) -> None:
    plan = TowerLayout(TowerPlot(1, 2, HALF), 0, 1, 0)
    _put_tower(canvas, scene, plan, SIDE)
    width = scene.width - SIDE
    put_piles(canvas, scene, SIDE, 1, width)
    other = 1 - _seat(scene)
    canvas.put(SIDE, 5, fit(scene.names[other], width), "bright theirs")
    put_other(canvas, scene, other, SIDE, 6, width, scene.height - 8)
    canvas.put(SIDE, scene.height - 1, fit("Tab shows the turns", width), "soft")


def _put_tower(canvas: Canvas, scene: Scene, plan: TowerLayout, width: int) -> None:
    tower = _tower(scene)
    _put_header(canvas, scene, plan.header, width)
    _put_above(canvas, scene.view, plan)
    put_tower(canvas, plan.plot, tower, "brick", None if scene.is_over else selected_slot(scene.view, scene.mark))
    _put_mouse_regions(canvas, scene.view, plan.plot, tower)
    _put_preview(canvas, scene, plan, width - 2)


def _put_header(canvas: Canvas, scene: Scene, y: int, width: int) -> None:
    """Write whose move it is and, as much as fits, how the game stands."""
    state, style = seat_activity(scene, _seat(scene))
    start = canvas.right(width - 1, y, state, style)
    x = canvas.put(1, y, "Your tower", "bright mine")
    for text in (f"{bricks_to_fix(_tower(scene))} to fix", _turn(scene.view)):
        if x + 2 + len(text) >= start:
            break
        x = canvas.put(x + 2, y, text)


def _turn(view: View) -> str:
    limit = f" of {view.turn_limit}" if view.turn_limit else ""
    return f"turn {turn_number(view)}{limit}"


def _put_above(canvas: Canvas, view: View, plan: TowerLayout) -> None:
    """Draw the brick in hand or on the discard pile above the tower, at the tower's own scale."""
    brick = brick_to_place(view)
    if brick is None:
        return
    if is_holding(view):
        canvas.put(plan.plot.x, plan.hand + plan.plot.step // 2, "hand", "on")
        put_brick(canvas, plan.plot, plan.hand, brick, "brick-hand")
    else:
        canvas.put(plan.plot.x, plan.hand + plan.plot.step // 2, "top", "soft")
        put_brick(canvas, plan.plot, plan.hand, brick, "brick-top", HIDDEN)
        canvas.click(plan.plot.x, plan.hand, plan.plot.width, plan.plot.step, "take discard", f"A click takes {brick}.")


def _put_mouse_regions(canvas: Canvas, view: View, plot: TowerPlot, tower: Tower) -> None:
    hand = view.hand if is_holding(view) else None
    for slot, brick in enumerate(tower):
        about = f"A click puts {hand} here and throws {brick} away." if hand else f"Slot {slot + 1} holds {brick}."
        canvas.click(plot.x, plot.row(slot), plot.width, plot.step, f"place {slot + 1}", about)


def _put_preview(canvas: Canvas, scene: Scene, plan: TowerLayout, width: int) -> None:
    """Write what the tower becomes with the brick in the marked slot, and where that brick would help."""
    brick, slot = brick_to_place(scene.view), selected_slot(scene.view, scene.mark)
    if brick is None or slot is None or scene.is_over:
        return
    after = with_brick(_tower(scene), slot, brick)
    canvas.put(1, plan.preview, fit(_outlook(scene.view, brick, slot, after), width), "bright")
    _put_numbers(canvas, 1, plan.preview + 1, after, slot)
    canvas.put(1, plan.preview + 2, fit(helps(_tower(scene), brick), width), "soft")


def _outlook(view: View, brick: Brick, slot: int, after: Tower) -> str:
    left = bricks_to_fix(after)
    there = f"{brick} in slot {slot + 1}"
    if is_holding(view):
        return f"{there} leaves {left} to fix:" if left else f"{there} makes the tower stable:"
    return f"{there} would leave {left} to fix:" if left else f"{there} would make it stable:"


def _put_numbers(canvas: Canvas, x: int, y: int, tower: Tower, changed: int) -> None:
    for slot, brick in enumerate(tower):
        style = "brick-hand" if slot == changed else "" if slot in stable_slots(tower) else "brick-off"
        x = canvas.put(x, y, f"{brick}{'' if slot in stable_slots(tower) else '!'}", style) + 1


def _put_other_tower(canvas: Canvas, scene: Scene, plot: TowerPlot, plan: TowerLayout) -> None:
    """Draw the hidden tower of the other side, and what is known of it above and below."""
    other = 1 - _seat(scene)
    state, style = seat_activity(scene, other)
    start = canvas.right(plot.x + plot.width, plan.header, state, style)
    canvas.put(plot.x, plan.header, fit(scene.names[other], start - plot.x - 1), "bright theirs")
    if dealt := dealt_tower(scene.view, other):
        put_tower(canvas, plot, dealt, "brick-theirs")
    else:
        put_hidden(canvas, plot, known_bricks(scene.view, other), "brick-theirs")
    for row, (text, shade) in enumerate(known_lines(scene, other, plot.width), plan.preview):
        canvas.put(plot.x, row, fit(text, plot.width), shade)


def _put_side(canvas: Canvas, scene: Scene, plan: TowerLayout, x: int) -> None:
    width, top = scene.width - x, plan.piles
    other = 1 - _seat(scene)
    canvas.frame(x, 0, width, plan.piles, "Piles")
    put_piles(canvas, scene, x + 2, 1, width - 4, hints=plan.piles > PLAIN_PILES)
    if scene.width < BOTH:
        rows = other_rows(scene, other, width - 4, plan.piles - 1)
        canvas.frame(x, top, width, rows + 2, scene.names[other])
        put_other(canvas, scene, other, x + 2, top + 1, width - 4, rows)
        top += rows + 2
    if scene.width >= MAPPED[0] and scene.height >= MAPPED[1]:
        put_map(canvas, scene, x, top, width)
        top += map_rows(width)
    put_turns(canvas, scene, x, top, width, scene.height - top)


def _seat(scene: Scene) -> int:
    assert scene.seat is not None, "only a player has a tower"
    return scene.seat


def _tower(scene: Scene) -> Tower:
    tower: Tower | None = scene.view.towers[_seat(scene)]
    assert tower is not None, "one's own tower is never hidden"
    return tower
