"""Draws bricks and towers: every brick as wide as its number, to a scale of so many cells for 60."""

from __future__ import annotations

from typing import NamedTuple

from client.drawing.canvas import Canvas
from client.games.tower_blaster.ascending import stable_slots
from engines.tower_blaster.view import BRICKS, HEIGHT, Brick, Tower

SOLID, LIGHT, HIDDEN = "█", "▓", "░"
GROUND = "▔"
LABEL, NUMBER = 4, 5
"""Cells left of a brick, for the mark and the slot, and right of it, for its number and state."""


class TowerPlot(NamedTuple):
    """A tower's place: its upper left corner, the cells for a brick of 60, and the rows from slot to slot."""

    x: int
    y: int
    cells: int
    step: int = 1

    @property
    def width(self) -> int:
        """The columns it takes, with slots and numbers."""
        return LABEL + self.cells + NUMBER

    def row(self, slot: int) -> int:
        return self.y + slot * self.step


def put_tower(canvas: Canvas, plot: TowerPlot, tower: Tower | None, style: str, marked: int | None = None) -> None:
    """Draw a tower on the ground, or a hidden one; bricks out of order are lighter and have a `!`."""
    for slot in range(HEIGHT):
        y = plot.row(slot)
        is_marked = slot == marked
        canvas.put(plot.x, y, f"{'▸' if is_marked else ' '}{slot + 1:>2}", "on" if is_marked else "soft")
        if tower is None:
            canvas.centre(plot.x + LABEL, y, plot.cells, HIDDEN * (plot.cells // 2), "back-text")
        else:
            _put_in_order(canvas, plot, y, tower[slot], style, stays=slot in stable_slots(tower))
    canvas.put(plot.x + LABEL - 1, plot.row(HEIGHT - 1) + 1, GROUND * (plot.cells + 2), "slot")


def put_brick(canvas: Canvas, plot: TowerPlot, y: int, brick: Brick, style: str, fill: str = SOLID) -> None:
    """Draw a brick in the middle of a tower's plot, and its number."""
    start, text = centre_brick(brick, plot.cells, fill)
    canvas.put(plot.x + LABEL + start, y, text, style)
    canvas.put(plot.x + LABEL + plot.cells, y, f"{brick:>3}", style)


def bar(brick: Brick, cells: int) -> str:
    """A brick as a bar, exact to half a cell."""
    return _halves(_width(brick, cells), SOLID)


def centre_brick(brick: Brick, cells: int, fill: str = SOLID) -> tuple[int, str]:
    """A brick in the middle of so many cells: the cell where it starts, and its text."""
    width = _width(brick, cells)
    start = (2 * cells - width) // 4
    return start, _halves(width, fill)


def _put_in_order(canvas: Canvas, plot: TowerPlot, y: int, brick: Brick, style: str, *, stays: bool) -> None:
    if stays:
        put_brick(canvas, plot, y, brick, style)
    else:
        put_brick(canvas, plot, y, brick, "brick-off", LIGHT)
        canvas.put(plot.x + LABEL + plot.cells + 3, y, "!", "warn")


def _width(brick: Brick, cells: int) -> int:
    """The brick's width in half cells."""
    return max(1, round(brick * 2 * cells / len(BRICKS)))


def _halves(width: int, fill: str) -> str:
    return fill * (width // 2) + "▌" * (width % 2)
