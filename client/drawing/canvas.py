"""Drawings as plain values: lines of styled text with clickable regions, and the canvas that makes them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from textwrap import wrap
from typing import NamedTuple
from unicodedata import category

from wcwidth import wcwidth

from protocol.text import clean_text, clusters

Fragment = tuple[str, str]
"""A style name and its text."""

Line = tuple[Fragment, ...]

FRAME = "┌─┐│└┘"
WIDE = 2
"""Cells of a wide character."""
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

    After `again_s` seconds the drawing changes by itself; None for never.
    """

    lines: tuple[Line, ...]
    regions: tuple[Region, ...] = ()
    again_s: float | None = None
    spare: Spare | None = None

    def at(self, x: int, y: int) -> Region | None:
        """The topmost region at a cell."""
        return next((region for region in reversed(self.regions) if region.holds(x, y)), None)


class Canvas:
    """A grid of cells to draw on. It cuts what falls off its edges, so the drawing always has the size asked for.

    It is mutable, and never leaves the function that made it.
    """

    def __init__(self, width: int, height: int, style: str = "") -> None:
        self.width = width
        self.height = height
        self.again_s: float | None = None
        self.spare: Spare | None = None
        # Apart, as neither takes an object for each cell then.
        self._chars = [[" "] * width for _ in range(height)]
        self._styles = [[style] * width for _ in range(height)]
        self._regions: list[Region] = []

    def put(self, x: int, y: int, text: str, style: str = "") -> int:
        """Write to the right from a cell, cleaned and cut at the edge; returns the column after the text."""
        chars, room = _measure(text)
        end = x + room
        if not 0 <= y < self.height:
            return end
        row = self._chars[y]
        if x >= 0 and end < self.width and row[x] and row[end]:  # no wide character is cut
            row[x:end] = chars
            self._styles[y][x:end] = [style] * room
        else:
            self._fill(x, y, chars, [style] * room)
        return end

    def _fill(self, x: int, y: int, chars: Sequence[str], styles: list[str]) -> None:
        """Fill cells of a row; a wide character that is half covered, or cut by the edge, is blanked."""
        row, end = self._chars[y], min(x + len(chars), self.width)
        if x < 0 or x >= end:
            return
        if row[x] == "":
            row[x - 1] = " "
        if end < self.width and row[end] == "":
            row[end] = " "
        row[x:end] = chars[: end - x]
        self._styles[y][x:end] = styles[: end - x]
        if end == self.width and _is_wide(row[-1]):
            row[-1] = " "

    def restyle(self, x: int, y: int, width: int, style: str) -> None:
        """Give cells of a row, whatever stands there, another style."""
        start, end = max(0, x), min(x + width, self.width)
        if 0 <= y < self.height and start < end:
            self._styles[y][start:end] = [style] * (end - start)

    def right(self, x: int, y: int, text: str, style: str = "") -> int:
        """Write so that the text ends before column `x`; returns the column where it starts."""
        start = x - _measure(text)[1]
        self.put(start, y, text, style)
        return start

    def centre(self, x: int, y: int, width: int, text: str, style: str = "") -> None:
        """Write in the middle of `width` cells."""
        text = fit(text, width)
        self.put(x + (width - width_of(text)) // 2, y, text, style)

    def centre_wrapped(self, y: int, text: str, style: str = "") -> None:
        """Write a text over the whole width, each of its lines in the middle, around a row."""
        lines = wrap(clean(text), self.width - 2)
        for row, line in enumerate(lines, y - len(lines) // 2):
            self.centre(0, row, self.width, line, style)

    def rule(self, y: int) -> None:
        self.put(0, y, "─" * self.width, "rule")

    def blank(self, x: int, y: int, width: int, height: int) -> None:
        for row in range(y, y + height):
            self.put(x, row, " " * width)

    def blank_words(self, x: int, y: int, width: int, height: int) -> None:
        """Blank a rectangle, and on its left what is left of the words that reach into it."""
        for row in range(y, y + height):
            chars, start = self._chars[row], x
            while start > 0 and chars[start].isalnum() and chars[start - 1].isalnum():
                start -= 1
            self.put(start, row, " " * (x + width - start))

    def frame(self, x: int, y: int, width: int, height: int, title: str = "", style: str = "frame") -> None:
        """Draw a frame with a title in its upper edge, and clear its inside."""
        self.blank(x + 1, y + 1, width - 2, height - 2)
        self.outline(x, y, width, height, style)
        if title:
            self.put(x + 2, y, fit(f" {title} ", width - 4), "panel-title")

    def outline(
        self, x: int, y: int, width: int, height: int, style: str, edges: str = FRAME, inside: str = ""
    ) -> None:
        """Draw a frame of six characters, filled with one if `inside` is one, or else around what is there."""
        across = edges[1] * (width - 2)
        self.put(x, y, edges[0] + across + edges[2], style)
        for row in range(y + 1, y + height - 1):
            if inside:
                self.put(x, row, edges[3] + inside * (width - 2) + edges[3], style)
            else:
                self.put(x, row, edges[3], style)
                self.put(x + width - 1, row, edges[3], style)
        self.put(x, y + height - 1, edges[4] + across + edges[5], style)

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
        click: str = "",
        carries: str = "",
        away: str = "",
    ) -> None:
        region = Region(x, y, width, height, command, hint, over, other, twice, drop, wheel, grid, click, carries, away)
        self._regions.append(region)

    def cover(self) -> None:
        """Remove all regions so far."""
        self._regions.clear()

    def spares(self, x: int, y: int, width: int, height: int, framed: int | None = None) -> None:
        """Mark a framed list, newest entries first, whose lower part and the rows below it may be covered."""
        self.spare = Spare(x, y, width, height, height if framed is None else framed)

    def again(self, after_s: float) -> None:
        """Have the drawing made again after so many seconds."""
        self.again_s = after_s if self.again_s is None else min(self.again_s, after_s)

    def paste(self, x: int, y: int, drawing: Drawing) -> None:
        """Put another drawing on this one, with its regions."""
        for row, line in enumerate(drawing.lines[: max(0, self.height - y)], y):
            chars: list[str] = []
            styles: list[str] = []
            for style, text in line:
                cells, room = _measure(text)
                chars += cells
                styles += [style] * room
            self._fill(x, row, chars, styles)
        self._regions += [region._replace(x=region.x + x, y=region.y + y) for region in drawing.regions]
        if drawing.again_s is not None:
            self.again(drawing.again_s)
        if drawing.spare is not None:
            self.spare = drawing.spare._replace(x=drawing.spare.x + x, y=drawing.spare.y + y)

    def done(self) -> Drawing:
        lines = tuple(map(_join_runs, self._chars, self._styles))
        return Drawing(lines, tuple(self._regions), self.again_s, self.spare)


def clean(text: str) -> str:
    r"""Remove from a text all that could harm a screen: controls, escapes, direction marks, characters of no width.

    Combining marks stay on their letters, up to the limit for a letter.

    >>> clean("ana\x1b[2J\u202e\n bob")
    'ana[2J  bob'
    """
    return text if text.isascii() and text.isprintable() else _strip(text)


def width_of(text: str) -> int:
    """The number of cells that a cleaned text takes."""
    return _measure(text)[1]


def cells_of(text: str) -> tuple[str, ...]:
    """The content of each cell of a cleaned text; the second cell of a wide letter is empty."""
    return _measure(text)[0]


def fit(text: str, width: int) -> str:
    """Clean a text and, if it is wider than `width` cells, cut it with an ellipsis."""
    text = clean(text)
    if _measure(text)[1] <= width:
        return text
    while text and width_of(text) > width - 1:
        text = text[:-1]
    return f"{text}…" if width > 0 else ""


def fit_any(texts: Sequence[str], width: int) -> str:
    """The first of some texts that fits, the shortest being the last; if none does, that one is cut.

    >>> fit_any(("swap top-bottom", "swap"), 10)
    'swap'
    """
    return next((text for text in texts if width_of(clean(text)) <= width), fit(texts[-1], width))


def fit_name(name: str, width: int) -> str:
    """Cut a player's name that is too wide, but keep the number that tells it from another of the same level.

    >>> fit_name("planner 2", 8), fit_name("wise-20", 8)
    ('plann… 2', 'wise-20')
    """
    stem, _, number = name.rpartition(" ")
    if width_of(clean(name)) <= width or not (stem and number.isdecimal()):
        return fit(name, width)
    return f"{fit(stem, width - len(number) - 1)} {number}"


def pad(text: str, width: int) -> str:
    """Cut or fill a text to exactly `width` cells."""
    text = fit(text, width)
    return text + " " * (width - width_of(text))


@lru_cache(maxsize=4096)
def _strip(text: str) -> str:
    return clean_text(text, instead="")


@lru_cache(maxsize=4096)
def _measure(text: str) -> tuple[tuple[str, ...], int]:
    """The content of each cell of a text, and the number of cells.

    A letter has its marks in its own cell, except for those that stand beside it, to which most terminals give a cell
    of their own. The second cell of a wide letter is empty.
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


@lru_cache(maxsize=4096)
def is_beside(char: str) -> bool:
    """Whether a character is a mark with a cell of its own beside its letter, as many Indic vowels are."""
    return bool(char) and category(char) == "Mc"


def _is_wide(cell: str) -> bool:
    return not cell.isascii() and wcwidth(cell[0]) == WIDE


def _join_runs(chars: list[str], styles: list[str]) -> Line:
    """Join neighbouring cells of one style."""
    runs: list[Fragment] = []
    start = 0
    for style, cells in groupby(styles):
        end = start + len(list(cells))
        runs.append((style, "".join(chars[start:end])))
        start = end
    return tuple(runs)
