"""Draws the board: its scale, the part in sight, its cells, and the outlines of blocks."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from client.drawing.canvas import Canvas, Fragment
from client.drawing.palettes import Palette
from client.games.blocky.colours import fill_cells, fill_halves, line_style
from engines.blocky.block import Colour, Square, grid, read
from engines.blocky.view import DEPTHS

UPPER, LOWER = "▀▄"
SPOT = "×"
"""Outlines a unit cell of one character."""


class BoardPlot(NamedTuple):
    """The place and scale of a board on a canvas.

    Attributes:
        x, y: its upper left corner.
        side: its width in unit cells.
        across, down: a unit cell's columns and half rows.
        room: the rows available; if it needs more, a part of it shows.
        top: the uppermost row of unit cells in sight.
    """

    x: int
    y: int
    side: int
    across: int
    down: int
    room: int
    top: int = 0

    @property
    def width(self) -> int:
        return self.side * self.across

    @property
    def height(self) -> int:
        return min(self.room, self.side * self.down // 2)

    @property
    def units(self) -> int:
        """The number of rows of unit cells in sight."""
        return self.height * 2 // self.down

    def scrolled_to(self, square: Square, row: int, top: int) -> BoardPlot:
        """The plot scrolled so that a square and its neighbours are in sight; for one too large, the given row.

        It is scrolled from `top` by as little as possible.
        """
        step = 2 if self.down == 1 else 1
        if square.size + 2 * step > self.units:
            square = Square(square.x, row, 1)
        least = -(-(square.y + square.size + step - self.units) // step) * step
        most = min((square.y - step) // step * step, self.side - self.units)
        return self._replace(top=max(0, min(max(top, least), most)))


class BlockOutline(NamedTuple):
    """The characters of an outline: corners and sides, or the two ends for a block that is one row high."""

    corners: str
    sides: str
    ends: str


MARKED = BlockOutline("┏┓┗┛", "━┃", "[]")
CHANGED = BlockOutline("╔╗╚╝", "═║", "()")
WAITING = BlockOutline("┏┓┗┛", "┅┇", "::")

Outlined = tuple[Square, BlockOutline]
Cells = list[list[Fragment]]


def fit_board(depth: int, palette: Palette, width: int, height: int) -> BoardPlot:
    """The largest plot that fits so many columns and rows, at their upper left corner.

    A unit cell is two columns wide and a row high, or a multiple of that. The largest boards, if that does not fit, are
    drawn with two cells to a character or, with textures, which have no halves, with one.
    """
    side = 1 << depth
    scale = max(1, min(width // (2 * side), height // side))
    if 2 * side <= width and (side <= height or depth < DEPTHS[-1]):
        return BoardPlot(0, 0, side, 2 * scale, 2 * scale, height)
    return BoardPlot(0, 0, side, 1, 2 if palette == "texture" else 1, height)


def put_board(canvas: Canvas, plot: BoardPlot, board: str, palette: Palette, outlined: tuple[Outlined, ...]) -> None:
    """Draw the part of a board that is in sight, with outlined blocks, the last one on top."""
    cells = [list(row) for row in _cells(plot._replace(x=0, y=0), board, palette)]
    for square, outline in outlined:
        _put_outline(cells, plot, board, palette, square, outline)
    for y, row in enumerate(cells, plot.y):
        x = plot.x
        for style, run in groupby(row, lambda cell: cell[0]):
            x = canvas.put(x, y, "".join(text for _, text in run), style)


@lru_cache(maxsize=16)
def _cells(plot: BoardPlot, board: str, palette: Palette) -> tuple[tuple[Fragment, ...], ...]:
    return tuple(
        tuple(
            fill_cells(palette, upper) if palette == "texture" else fill_halves(palette, upper, lower)
            for upper, lower in (_colours(plot, board, x, y) for x in range(plot.width))
        )
        for y in range(plot.height)
    )


def _colours(plot: BoardPlot, board: str, x: int, y: int) -> tuple[Colour, Colour]:
    """The colours in a character's upper and lower half."""
    rows, column = _grid(board, plot.side), x // plot.across
    return rows[plot.top + 2 * y // plot.down][column], rows[plot.top + (2 * y + 1) // plot.down][column]


@lru_cache(maxsize=16)
def _grid(board: str, side: int) -> tuple[tuple[Colour, ...], ...]:
    return grid(read(board), side.bit_length() - 1)


def _put_outline(
    cells: Cells, plot: BoardPlot, board: str, palette: Palette, square: Square, outline: BlockOutline
) -> None:
    """Draw an outline inside a block.

    Where the halves of a character differ in colour a line would hide one of them, so only corners are drawn there.
    """
    left, right = square.x * plot.across, (square.x + square.size) * plot.across - 1
    first, last = (square.y - plot.top) * plot.down, (square.y + square.size - plot.top) * plot.down - 1
    if first == last:
        _put_half(cells, plot, board, palette, left, first)
        return
    is_textured = palette == "texture"
    for x, y, char in _ring(left, first // 2, right, last // 2, outline, is_textured=is_textured):
        if not 0 <= y < plot.height:
            continue
        upper, lower = _colours(plot, board, x, y)
        is_corner = char not in outline.sides
        if upper == lower or is_corner:
            cells[y][x] = line_style(palette, lower if y == last // 2 and y > first // 2 else upper), char


def _put_half(cells: Cells, plot: BoardPlot, board: str, palette: Palette, x: int, half: int) -> None:
    """Outline half a character, which a line fills."""
    y, is_lower = half // 2, half % 2
    if 0 <= y < plot.height:
        other = _colours(plot, board, x, y)[1 - is_lower]
        cells[y][x] = line_style(palette, other), LOWER if is_lower else UPPER


def _ring(
    left: int, top: int, right: int, bottom: int, outline: BlockOutline, *, is_textured: bool
) -> Iterator[tuple[int, int, str]]:
    """The characters of an outline and their places; small textured blocks are not covered completely."""
    match right - left + 1, bottom - top + 1:
        case 1, 1:
            yield left, top, SPOT
        case 2, 2 if is_textured:
            yield left, top, outline.corners[0]
            yield right, bottom, outline.corners[3]
        case _, height if height == 1 or (is_textured and height == 2):
            for y in range(top, bottom + 1):
                yield left, y, outline.ends[0]
                yield right, y, outline.ends[1]
        case _:
            yield from zip((left, right, left, right), (top, top, bottom, bottom), outline.corners, strict=True)
            yield from ((x, y, outline.sides[0]) for x in range(left + 1, right) for y in (top, bottom))
            yield from ((x, y, outline.sides[1]) for x in (left, right) for y in range(top + 1, bottom))
