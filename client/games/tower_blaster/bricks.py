"""Draws bricks and towers: a brick as wide as its number, on a scale of so many cells for 60, a row or more high."""

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
    """A tower's place: its upper left corner, the cells for a brick of 60, and the rows of a brick."""

    x: int
    y: int
    cells: int
    step: int = 1

    @property
    def width(self) -> int:
        """The columns it takes, with slots and numbers."""
        return LABEL + self.cells + NUMBER

    @property
    def ground(self) -> int:
        """The row below the lowest brick."""
        return self.row(HEIGHT)

    def row(self, slot: int) -> int:
        return self.y + slot * self.step


def put_tower(canvas: Canvas, plot: TowerPlot, tower: Tower, style: str, marked: int | None = None) -> None:
    """Draw a tower on the ground; bricks out of order are lighter and have a `!`."""
    for slot in range(HEIGHT):
        y = plot.row(slot)
        is_marked = slot == marked
        label = f"{'▸' if is_marked else ' '}{slot + 1:>2}"
        canvas.put(plot.x, y + plot.step // 2, label, "on" if is_marked else "soft")
        _put_in_order(canvas, plot, y, tower[slot], style, stays=slot in stable_slots(tower))
    _put_ground(canvas, plot)


def put_hidden(canvas: Canvas, plot: TowerPlot, known: tuple[Brick, ...], style: str) -> None:
    """Draw a hidden tower: its bricks face down, and at its foot those it is known to have, in whatever slots."""
    face_down = HEIGHT - len(known)
    for place in range(face_down):
        y = plot.row(place)
        _put_rows(canvas, plot, y, (plot.cells, HIDDEN), "face-down")
        canvas.centre(plot.x + LABEL, y + plot.step // 2, plot.cells, " ? ", "face-down")
    for place, brick in enumerate(sorted(known), face_down):
        put_brick(canvas, plot, plot.row(place), brick, style)
    _put_ground(canvas, plot)


def _put_ground(canvas: Canvas, plot: TowerPlot) -> None:
    canvas.put(plot.x + LABEL - 1, plot.ground, GROUND * (plot.cells + 2), "slot")


def put_brick(canvas: Canvas, plot: TowerPlot, y: int, brick: Brick, style: str, fill: str = SOLID) -> None:
    """Draw a brick in the middle of a tower's plot, from a row on, and its number."""
    end = _put_rows(canvas, plot, y, (_width(brick, plot.cells), fill), style)
    _put_number(canvas, plot, y, end, f"{brick:>2}", style)


def _put_rows(canvas: Canvas, plot: TowerPlot, y: int, brick: tuple[int, str], style: str) -> int:
    """Draw a brick of a width, in half cells, and a fill; if it has several rows, with a gap above. Gives its end.

    Only solid bricks end within a cell, as no other fill has a half.
    """
    width, fill = brick
    width = width if fill == SOLID else max(2, width // 2 * 2)
    start = plot.x + LABEL + (2 * plot.cells - width) // 4
    whole, half = divmod(width, 2)
    if plot.step > 1 and fill == SOLID:
        canvas.put(start, y, "▄" * whole + "▖" * half, style)
    for row in range(y + (plot.step > 1), y + plot.step):
        canvas.put(start, row, _halves(width, fill), style)
    return start + whole + half


def _put_number(canvas: Canvas, plot: TowerPlot, y: int, end: int, text: str, style: str) -> int:
    """Write a brick's number beside it or, where bricks are a row high, in a column; gives the column after it."""
    x = end + 1 if plot.step > 1 else plot.x + LABEL + plot.cells + 1
    return canvas.put(x, y + plot.step // 2, text, style)


def bar(brick: Brick, cells: int) -> str:
    """A brick as a bar, exact to half a cell."""
    return _halves(_width(brick, cells), SOLID)


def _put_in_order(canvas: Canvas, plot: TowerPlot, y: int, brick: Brick, style: str, *, stays: bool) -> None:
    if stays:
        put_brick(canvas, plot, y, brick, style)
    else:
        end = _put_rows(canvas, plot, y, (_width(brick, plot.cells), LIGHT), "brick-off")
        end = _put_number(canvas, plot, y, end, f"{brick:>2}", "brick-off")
        canvas.put(end, y + plot.step // 2, "!", "warn")


def _width(brick: Brick, cells: int) -> int:
    """The brick's width in half cells."""
    return max(1, round(brick * 2 * cells / len(BRICKS)))


def _halves(width: int, fill: str) -> str:
    return fill * (width // 2) + "▌" * (width % 2)
