"""Drawings as plain values: lines of styled text with clickable regions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

Fragment = tuple[str, str]
"""A style name and its text."""

Line = tuple[Fragment, ...]

WHEEL = ("up", "down")
"""The default commands for turning the wheel up and down."""


class Grid(NamedTuple):
    """The part of a board that a region shows: so many columns and rows, from the first ones on.

    If several of them share a screen cell, as on a board drawn with half blocks, the cell stands for the first.

    Attributes:
        across, down: the screen's columns and half rows that each takes; 0 if they share the region evenly.
    """

    columns: int
    rows: int
    first_column: int = 0
    first_row: int = 0
    across: int = 0
    down: int = 0


class Spare(NamedTuple):
    """A framed list whose older entries may be covered: its column, row and width, the rows down to where nothing else
    begins, and how many of these its frame takes.
    """

    x: int
    y: int
    width: int
    height: int
    framed: int


CARRIED = "{carried}"
"""What is dragged, in the command of where it is dropped."""


class Region(NamedTuple):
    """A rectangle of cells that reacts to the mouse.

    With a grid, `{x}` and `{y}` in a command are the column and the row of the board under the pointer.

    Attributes:
        command: the command of the left button.
        hint: the text shown while the pointer is over it.
        over: the command when the pointer enters it.
        away: the command when the pointer leaves it for a place that has no such command.
        other: the command of the right button; the help if it is empty.
        twice: the command of a double click in place of `command`, unless it is empty.
        drop: the command when the left button is released here, after a press on another region or grid cell.
            CARRIED in it is what that carries; where it carries nothing, there is no command.
        wheel: the commands for turning the wheel up and down.
        click: the command when the left button is released where it was pressed.
        carries: what is dragged from here.
    """

    x: int
    y: int
    width: int
    height: int
    command: str
    hint: str = ""
    over: str = ""
    other: str = ""
    twice: str = ""
    drop: str = ""
    wheel: tuple[str, str] = WHEEL
    grid: Grid | None = None
    click: str = ""
    carries: str = ""
    away: str = ""

    def holds(self, x: int, y: int) -> bool:
        return 0 <= x - self.x < self.width and 0 <= y - self.y < self.height

    def cell(self, x: int, y: int) -> tuple[int, int] | None:
        """The column and row of the board at a screen cell; None without a grid."""
        if self.grid is None:
            return None
        columns, rows, first_column, first_row, across, down = self.grid
        if across and down:
            column, row = min((x - self.x) // across, columns - 1), min(2 * (y - self.y) // down, rows - 1)
        else:
            column, row = (x - self.x) * columns // self.width, (y - self.y) * rows // self.height
        return first_column + column, first_row + row

    def says(self, command: str, x: int, y: int) -> str:
        """One of the region's commands with the board's column and row at a screen cell filled in."""
        cell = self.cell(x, y)
        return command if cell is None else command.replace("{x}", str(cell[0])).replace("{y}", str(cell[1]))


@dataclass(frozen=True, slots=True)
class Drawing:
    """Lines of one width with their clickable regions, of which the last drawn lies on top.

    After `again_s` seconds the drawing changes by itself; None for never. One that `is_full` has no place for a panel.
    """

    lines: tuple[Line, ...]
    regions: tuple[Region, ...] = ()
    again_s: float | None = None
    spare: Spare | None = None
    is_full: bool = False

    def at(self, x: int, y: int) -> Region | None:
        """The topmost region at a cell."""
        return next((region for region in reversed(self.regions) if region.holds(x, y)), None)
