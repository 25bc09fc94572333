"""What is drawn, as plain values: lines of styled text, the places on them to click, and a canvas to make them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import repeat
from typing import NamedTuple
from unicodedata import category

from wcwidth import wcwidth

from protocol.text import cleaned, clusters

Fragment = tuple[str, str]
"""A style's name and the text in it."""

Line = tuple[Fragment, ...]

FRAME = "┌─┐│└┘"
WIDE = 2
"""Cells that the characters of some scripts take."""
WHEEL = ("up", "down")
"""What turning the wheel up and down gives where nothing else is said."""


class Grid(NamedTuple):
    """Which cells of a board a region shows: so many columns and rows of it, from these on.

    Where more of them than the region has cells fall together, as on a board drawn by half blocks, the first is meant.
    """

    columns: int
    rows: int
    first_column: int = 0
    first_row: int = 0


class Region(NamedTuple):
    """A rectangle of cells that does something when the pointer does.

    Where there is a grid, `{x}` and `{y}` in a command are the column and the row of the board at that place.

    Attributes:
        command: what a press of the left button gives.
        hint: what is shown while the pointer is over it.
        over: what the pointer gives when it comes over it.
        other: what a press of the right button gives; the help where it is empty.
        twice: what a second press at once gives in place of `command`, where it is not empty.
        drop: what letting the left button go here gives, after a press on another region or cell of a grid.
        wheel: what turning the wheel up and down gives.
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

    def holds(self, x: int, y: int) -> bool:
        """Whether the cell lies inside."""
        return 0 <= x - self.x < self.width and 0 <= y - self.y < self.height

    def cell(self, x: int, y: int) -> tuple[int, int] | None:
        """The column and row of the grid at a cell; None without a grid."""
        if self.grid is None:
            return None
        columns, rows, first_column, first_row = self.grid
        return (
            first_column + (x - self.x) * columns // self.width,
            first_row + (y - self.y) * rows // self.height,
        )

    def says(self, command: str, x: int, y: int) -> str:
        """One of the region's commands as given at a cell."""
        cell = self.cell(x, y)
        return command if cell is None else command.replace("{x}", str(cell[0])).replace("{y}", str(cell[1]))


@dataclass(frozen=True, slots=True)
class Drawing:
    """Lines of one width, what can be clicked on them (the last drawn lies on top), and when they change by themselves.

    `again_s` is in seconds from now; None means that nothing changes until something happens. `spare` is a framed list,
    by its column, row, width and height, whose older entries may give way to something else.
    """

    lines: tuple[Line, ...]
    regions: tuple[Region, ...] = ()
    again_s: float | None = None
    spare: tuple[int, int, int, int] | None = None

    def at(self, x: int, y: int) -> Region | None:
        """What lies on top at a cell."""
        return next((region for region in reversed(self.regions) if region.holds(x, y)), None)


class Canvas:
    """A sheet of cells to draw on. What falls off its edges is lost, so the drawing has the size asked for, always.

    It changes as it is drawn on, which is what a canvas is for, and never leaves the function that made it.
    """

    def __init__(self, width: int, height: int, style: str = "") -> None:
        """Start with blank cells."""
        self.width = width
        self.height = height
        self.again_s: float | None = None
        self.spare: tuple[int, int, int, int] | None = None
        self._cells = [[(style, " ")] * width for _ in range(height)]
        self._regions: list[Region] = []

    def put(self, x: int, y: int, text: str, style: str = "") -> int:
        """Write from a cell to the right, cleaned and cut at the edge; gives the column after the text."""
        chars, room = _measure(text)
        end = x + room
        if 0 <= y < self.height:
            row = self._cells[y]
            if x >= 0 and end < self.width and row[x][1] and row[end][1]:  # no wide character is cut
                row[x:end] = zip(repeat(style), chars)
            else:
                self._write(x, y, [*zip(repeat(style), chars)])
        return end

    def _write(self, x: int, y: int, cells: list[Fragment]) -> None:
        """Fill cells; of a wide character that they cover or that the edge cuts, no half is left."""
        row, end = self._cells[y], min(x + len(cells), self.width)
        if x < 0 or x >= end:
            return
        cells = cells[: end - x]
        if x + len(cells) == self.width and _is_wide(cells[-1][1]):
            cells[-1] = (cells[-1][0], " ")
        if row[x][1] == "":
            row[x - 1] = (row[x - 1][0], " ")
        if end < self.width and row[end][1] == "":
            row[end] = (row[end][0], " ")
        row[x:end] = cells

    def right(self, x: int, y: int, text: str, style: str = "") -> int:
        """Write so that the text ends before column `x`; gives the column where it starts."""
        start = x - _measure(text)[1]
        self.put(start, y, text, style)
        return start

    def centre(self, x: int, y: int, width: int, text: str, style: str = "") -> None:
        """Write in the middle of `width` cells."""
        text = fit(text, width)
        self.put(x + (width - width_of(text)) // 2, y, text, style)

    def rule(self, y: int) -> None:
        """Draw a line across."""
        self.put(0, y, "─" * self.width, "rule")

    def blank(self, x: int, y: int, width: int, height: int) -> None:
        """Wipe a rectangle."""
        for row in range(y, y + height):
            self.put(x, row, " " * width)

    def frame(self, x: int, y: int, width: int, height: int, title: str = "", style: str = "frame") -> None:
        """Draw a frame with its title in the upper edge, and wipe what is inside."""
        across = FRAME[1] * (width - 2)
        self.blank(x + 1, y + 1, width - 2, height - 2)
        self.put(x, y, FRAME[0] + across + FRAME[2], style)
        for row in range(y + 1, y + height - 1):
            self.put(x, row, FRAME[3], style)
            self.put(x + width - 1, row, FRAME[3], style)
        self.put(x, y + height - 1, FRAME[4] + across + FRAME[5], style)
        if title:
            self.put(x + 2, y, fit(f" {title} ", width - 4), "panel-title")

    def click(
        self,
        x: int,
        y: int,
        width: int,
        height: int,
        command: str,
        hint: str = "",
        *,
        over: str = "",
        other: str = "",
        twice: str = "",
        drop: str = "",
        wheel: tuple[str, str] = WHEEL,
        grid: Grid | None = None,
    ) -> None:
        """Let a rectangle be clicked and pointed at, as a Region says."""
        self._regions.append(Region(x, y, width, height, command, hint, over, other, twice, drop, wheel, grid))

    def cover(self) -> None:
        """Let nothing drawn so far be clicked any more."""
        self._regions.clear()

    def spares(self, x: int, y: int, width: int, height: int) -> None:
        """Say that a framed list stands there, newest entries first, whose lower part may give way to something."""
        self.spare = (x, y, width, height)

    def again(self, after_s: float) -> None:
        """Say that the drawing looks different after so many seconds."""
        self.again_s = after_s if self.again_s is None else min(self.again_s, after_s)

    def paste(self, x: int, y: int, drawing: Drawing) -> None:
        """Put another drawing on this one, with all that can be clicked on it."""
        for row, line in enumerate(drawing.lines[: max(0, self.height - y)], y):
            self._write(x, row, [(style, char) for style, text in line for char in _measure(text)[0]])
        self._regions += [region._replace(x=region.x + x, y=region.y + y) for region in drawing.regions]
        if drawing.again_s is not None:
            self.again(drawing.again_s)
        if drawing.spare is not None:
            column, row, width, height = drawing.spare
            self.spares(column + x, row + y, width, height)

    def done(self) -> Drawing:
        """The finished drawing."""
        return Drawing(tuple(map(_join_runs, self._cells)), tuple(self._regions), self.again_s, self.spare)


def clean(text: str) -> str:
    r"""The text without anything that could harm a screen: controls, escapes, direction marks, characters of no width.

    Marks stay on their letters, as many as a letter may have.

    >>> clean("ana\x1b[2J\u202e\n bob")
    'ana[2J  bob'
    """
    return text if text.isascii() and text.isprintable() else _strip(text)


def width_of(text: str) -> int:
    """How many cells a cleaned text takes."""
    return _measure(text)[1]


def cells_of(text: str) -> tuple[str, ...]:
    """What a cleaned text puts into each cell, the second one of a wide letter being empty."""
    return _measure(text)[0]


def fit(text: str, width: int) -> str:
    """The text cleaned and, where it is wider than `width` cells, cut with an ellipsis."""
    text = clean(text)
    if _measure(text)[1] <= width:
        return text
    while text and width_of(text) > width - 1:
        text = text[:-1]
    return f"{text}…" if width > 0 else ""


def fit_name(name: str, width: int) -> str:
    """A player's name, cut where it is too wide, but for the number that tells it from another of the same level.

    >>> fit_name("planner 2", 8), fit_name("wise-20", 8)
    ('plann… 2', 'wise-20')
    """
    stem, _, number = name.rpartition(" ")
    if width_of(clean(name)) <= width or not (stem and number.isdecimal()):
        return fit(name, width)
    return f"{fit(stem, width - len(number) - 1)} {number}"


def pad(text: str, width: int) -> str:
    """The text made exactly `width` cells wide."""
    text = fit(text, width)
    return text + " " * (width - width_of(text))


@lru_cache(maxsize=4096)
def _strip(text: str) -> str:
    return cleaned(text, instead="")


@lru_cache(maxsize=4096)
def _measure(text: str) -> tuple[tuple[str, ...], int]:
    """What a text puts into each of its cells, and how many they are.

    A letter has its marks in its own cell, but for those that stand beside it, as most terminals give them one of their
    own; the second cell of a wide letter is empty.
    """
    cells: list[str] = []
    for cluster in clusters(clean(text)):
        cells.append(cluster[0])
        if _is_wide(cluster):
            cells.append("")
        for mark in cluster[1:]:
            if is_beside(mark):
                cells.append(mark)
            else:
                cells[-2 if cells[-1] == "" else -1] += mark
    return tuple(cells), len(cells)


def is_beside(char: str) -> bool:
    """Whether a character is a mark that takes a cell beside its letter, as many vowels of India do."""
    return bool(char) and category(char) == "Mc"


def _is_wide(cell: str) -> bool:
    return not cell.isascii() and wcwidth(cell[0]) == WIDE


def _join_runs(row: list[Fragment]) -> Line:
    """The cells with neighbours of one style joined."""
    runs: list[Fragment] = []
    style, text = row[0][0], ""
    for cell_style, char in row:
        if cell_style != style:
            runs.append((style, text))
            style, text = cell_style, ""
        text += char
    return (*runs, (style, text))
