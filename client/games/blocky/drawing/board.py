"""Draws the board: the colours of its blocks, the lines between them, and rings around some of them.

With colours every cell of the screen is two pixels, one above the other, and nothing needs a character of its own. With
textures a cell is one character, and lines are what is left free between them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from client.drawing.canvas import Canvas, Fragment
from client.drawing.palettes import Palette
from client.games.blocky.colours import LINE, Pixel, pixel, pixel_pair, texture
from client.games.blocky.drawing.plot import BoardPlot
from engines.blocky.block import Colour, Square, blocks, read, square


class BlockRing(NamedTuple):
    """How a block is framed: the pixels of the frame, or its corners and sides and the ends of one a row high.

    With an arm, the frame is drawn only so far from each corner.
    """

    pixel: Pixel
    corners: str
    sides: str
    ends: str
    arm: int | None = None


MARKED = BlockRing("line-marked", "┏┓┗┛", "━┃", "[]")
CHANGED = BlockRing("line-changed", "╔╗╚╝", "═║", "()")
WAITING = BlockRing("line-waiting", "┏┓┗┛", "┅┇", "::")
NEWEST = BlockRing("line-changed", "┌┐└┘", "─│", "‹›", arm=2)

Ringed = tuple[Square, BlockRing]

Leaf = tuple[int, Colour]
"""An undivided block's number, and its colour."""
Span = tuple[int, int]
"""The first and last of the columns or rows of unit cells at a place: two at a line, otherwise one."""


def put_board(canvas: Canvas, plot: BoardPlot, board: str, palette: Palette, ringed: tuple[Ringed, ...] = ()) -> None:
    """Draw the part of a board that is in sight, with rings around blocks, the last one on top."""
    here = plot._replace(x=0, y=0)
    rows = _textured(here, board, ringed) if palette == "texture" else _coloured(here, board, palette, ringed)
    for y, row in enumerate(rows, plot.y):
        x = plot.x
        for style, run in groupby(row, lambda cell: cell[0]):
            x = canvas.put(x, y, "".join(text for _, text in run), style)


def _coloured(plot: BoardPlot, board: str, palette: Palette, ringed: tuple[Ringed, ...]) -> Iterator[list[Fragment]]:
    rows: list[list[Pixel | None]] = [list(row) for row in _pixels(plot, board, palette)]
    for place, ring in ringed if plot.has_lines else ():
        for x, y, _ in _ring(plot, place, ring, plot.scale.down, plot.half_rows):
            rows[y][x] = ring.pixel
    if len(rows) % 2:
        rows.append([None] * plot.width)
    for upper, lower in zip(rows[::2], rows[1::2], strict=True):
        yield [pixel_pair(above or LINE, below) for above, below in zip(upper, lower, strict=True)]


@lru_cache(maxsize=16)
def _pixels(plot: BoardPlot, board: str, palette: Palette) -> tuple[tuple[Pixel, ...], ...]:
    leaves, scale = _leaves(board, plot.side), plot.scale
    columns = _spans(plot.left, plot.units_across, scale.across, scale.line_across)
    rows = _spans(plot.top, plot.units_down, scale.down, scale.line_down)[: plot.half_rows]
    drawn = {
        row: tuple(LINE if leaf is None else pixel(palette, leaf[1]) for leaf in _leaves_along(leaves, row, columns))
        for row in dict.fromkeys(rows)
    }
    return tuple(drawn[row] for row in rows)


def _textured(plot: BoardPlot, board: str, ringed: tuple[Ringed, ...]) -> Iterator[list[Fragment]]:
    rows = [list(row) for row in _characters(plot, board)]
    for place, ring in ringed:
        for x, y, char in _ring(plot, place, ring, plot.scale.down // 2, len(rows)):
            rows[y][x] = "bright", char
    yield from rows


@lru_cache(maxsize=16)
def _characters(plot: BoardPlot, board: str) -> tuple[tuple[Fragment, ...], ...]:
    leaves, scale = _leaves(board, plot.side), plot.scale
    columns = _spans(plot.left, plot.units_across, scale.across, scale.line_across)
    rows = _spans(plot.top, plot.units_down, scale.down // 2, scale.line_down // 2)

    def row_of(row: Span) -> tuple[Fragment, ...]:
        here = _leaves_along(leaves, row, columns)
        below = here if scale.line_down else _leaves_along(leaves, (row[1] + 1,) * 2, columns)
        ends = [leaf != beneath for leaf, beneath in zip(here, below, strict=True)]
        return tuple(
            ("", " ") if leaf is None else texture(leaf[1], is_end=is_end)
            for leaf, is_end in zip(here, ends, strict=True)
        )

    return tuple(map(row_of, rows))


def _spans(first: int, units: int, size: int, line: int) -> list[Span]:
    """What is at each of the columns or rows of the screen, where a unit cell takes `size` of them."""
    places = [divmod(place, size) for place in range(first * size, (first + units) * size + line)]
    return [(unit - 1, unit) if line and not rest else (unit, unit) for unit, rest in places]


def _leaves_along(leaves: list[list[Leaf | None]], row: Span, columns: list[Span]) -> list[Leaf | None]:
    """The undivided block at each of the columns; None at a line between two, and off the board."""
    above, below = leaves[row[0]], leaves[row[1]]
    return [
        above[left] if above[left] == above[right] == below[left] == below[right] else None for left, right in columns
    ]


@lru_cache(maxsize=16)
def _leaves(board: str, side: int) -> list[list[Leaf | None]]:
    """The undivided block at each unit cell, by row and column; None at -1 and beyond the last."""
    leaves: list[list[Leaf | None]] = [[None] * (side + 1) for _ in range(side + 1)]
    for number, (path, block) in enumerate(blocks(read(board))):
        if isinstance(block, Colour):
            x, y, size = square(path, side.bit_length() - 1)
            for row in leaves[y : y + size]:
                row[x : x + size] = [(number, block)] * size
    return leaves


def _ring(plot: BoardPlot, place: Square, ring: BlockRing, down: int, rows: int) -> Iterator[tuple[int, int, str]]:
    """The places of a ring that are in sight, with its characters: on the lines around a block.

    Where there are no lines between rows, it is drawn beside the block's first and last row.
    """
    left, right = ((each - plot.left) * plot.scale.across for each in (place.x, place.x + place.size))
    top, bottom = ((each - plot.top) * down for each in (place.y, place.y + place.size))
    around = _frame(left, top, right, bottom, ring) if plot.scale.line_down else _sides(left, top, right, bottom, ring)
    return ((x, y, char) for x, y, char in around if 0 <= x < plot.width and 0 <= y < rows)


def _frame(left: int, top: int, right: int, bottom: int, ring: BlockRing) -> Iterator[tuple[int, int, str]]:
    yield from ((x, y, ring.sides[0]) for x in _side(left, right, ring) for y in (top, bottom))
    yield from ((x, y, ring.sides[1]) for x in (left, right) for y in _side(top, bottom, ring))
    yield from zip((left, right, left, right), (top, top, bottom, bottom), ring.corners, strict=True)


def _side(first: int, last: int, ring: BlockRing) -> list[int]:
    """The places between two corners where a ring is drawn."""
    places = list(range(first + 1, last))
    return [x for x in places if ring.arm is None or min(x - first, last - x) <= ring.arm]


def _sides(left: int, top: int, right: int, end: int, ring: BlockRing) -> Iterator[tuple[int, int, str]]:
    if end - top == 1:
        yield from ((left, top, ring.ends[0]), (right, top, ring.ends[1]))
        return
    yield from ((x, y, ring.sides[1]) for x in (left, right) for y in _side(top, end - 1, ring))
    yield from zip((left, right, left, right), (top, top, end - 1, end - 1), ring.corners, strict=True)
