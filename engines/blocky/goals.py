"""What a board is worth to a colour: its largest group of cells, or its cells along the edge.

A colour's plane is one whole number with a bit for every unit cell, so that all cells are looked at at once. Row
follows row, and after each comes a column that is always empty, so that no neighbour is found around the edge.
"""

from __future__ import annotations

from functools import cache
from typing import Literal

from engines.blocky.block import Block, Colour, Square

Kind = Literal["blob", "perimeter"]

Plane = int
Planes = tuple[Plane, Plane, Plane, Plane]
"""One for each colour."""


def score(kind: Kind, plane: Plane, depth: int) -> int:
    match kind:
        case "blob":
            return _blob(plane, row_of(depth))
        case "perimeter":
            return _perimeter(plane, depth)


def planes(board: Block, depth: int) -> Planes:
    return repaint((0, 0, 0, 0), Square(0, 0, 1 << depth), board, depth)


def repaint(planes: Planes, square: Square, block: Block, depth: int) -> Planes:
    """The planes after another block fills a square. Only that square is looked at."""
    row = row_of(depth)
    corner = square.y * row + square.x
    others = ~(square_cells(square.size, row) << corner)
    painted = [plane & others for plane in planes]
    _paint(painted, block, corner, square.size, row)
    first, second, third, fourth = painted
    return first, second, third, fourth


def _paint(painted: list[Plane], block: Block, corner: int, size: int, row: int) -> None:
    """Fill an empty square, one level of the block after the other."""
    if isinstance(block, Colour):
        painted[block] |= square_cells(size, row) << corner
        return
    divided = [(block, corner)]
    while divided:
        size //= 2
        fill, below, deeper = square_cells(size, row), size * row, []
        for (upper_right, upper_left, lower_left, lower_right), first in divided:
            upper = (upper_left, first), (upper_right, first + size)
            lower = (lower_left, first + below), (lower_right, first + below + size)
            for part, corner in upper + lower:
                if isinstance(part, Colour):
                    painted[part] |= fill << corner
                else:
                    deeper.append((part, corner))
        divided = deeper


def _perimeter(plane: Plane, depth: int) -> int:
    """Count the cells on each of the four sides; one in a corner is on two."""
    return sum((plane & side).bit_count() for side in _sides(depth))


def _blob(plane: Plane, row: int) -> int:
    """Count the cells of the largest group connected side to side.

    The group around one of the largest squares comes first, as it may well leave too few cells for a larger one.
    """
    group = grow(_square_within(plane, row), plane, row)
    largest, rest = group.bit_count(), plane ^ group
    if rest.bit_count() > largest > 1:
        rest = _without_pairs(rest, row)
    while rest.bit_count() > largest:
        # The first cell that is left becomes bit 0, as small numbers are quicker; no cell of its group is before it.
        rest >>= (rest & -rest).bit_length() - 1
        group = grow(1, rest, row)
        largest = max(largest, group.bit_count())
        rest ^= group
    return largest


def grow(group: Plane, plane: Plane, row: int) -> Plane:
    """Grow a group to all cells of the plane that are connected to it."""
    before = 0
    while group != before:
        before = group
        group |= (group << row | group >> row) & plane
        group |= (group << 1 | group >> 1) & plane
    return group


def nearly_connected(plane: Plane, depth: int) -> int:
    """Count the cells of the largest group if cells that share a neighbour were neighbours themselves."""
    row = row_of(depth)
    wide = (plane | plane << 1 | plane >> 1 | plane << row | plane >> row) & square_cells(1 << depth, row)
    largest = 0
    while (wide & plane).bit_count() > largest:
        group = grow(wide & -wide, wide, row)
        largest = max(largest, (group & plane).bit_count())
        wide ^= group
    return largest


def _square_within(plane: Plane, row: int) -> Plane:
    """A square of cells of the plane, as large as there is one whose width is a power of two; nothing of nothing."""
    corners, size = plane, 1
    while twice := _and_beyond(_and_beyond(corners, size), size * row):
        corners, size = twice, size * 2
    return (corners & -corners) * square_cells(size, row)


def _and_beyond(plane: Plane, distance: int) -> Plane:
    """The cells that have another one at a distance after them."""
    return plane & plane >> distance


def _without_pairs(plane: Plane, row: int) -> Plane:
    """The plane without its groups of one or two cells: every larger one has a cell with two neighbours or more."""
    left, right, above, below = plane << 1, plane >> 1, plane << row, plane >> row
    inner = plane & (left & right | above & below | (left | right) & (above | below))
    return plane & (inner | inner << 1 | inner >> 1 | inner << row | inner >> row)


def row_of(depth: int) -> int:
    """How many bits lie from a cell to the one below it."""
    return (1 << depth) + 1


@cache
def square_cells(size: int, row: int) -> Plane:
    """A square of cells, its upper left one the first of the plane."""
    return sum((1 << size) - 1 << y * row for y in range(size))


@cache
def _sides(depth: int) -> tuple[Plane, Plane, Plane, Plane]:
    size, row = 1 << depth, row_of(depth)
    line, column = (1 << size) - 1, sum(1 << y * row for y in range(size))
    return line, line << (size - 1) * row, column, column << size - 1
