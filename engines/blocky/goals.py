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


def scores(kind: Kind, board: Block, depth: int) -> tuple[int, int, int, int]:
    """What the board is worth to each colour."""
    first, second, third, fourth = (score(kind, plane, depth) for plane in planes(board, depth))
    return first, second, third, fourth


def score(kind: Kind, plane: Plane, depth: int) -> int:
    """What a colour's plane is worth."""
    match kind:
        case "blob":
            return _blob(plane, depth)
        case "perimeter":
            return _perimeter(plane, depth)


def planes(board: Block, depth: int) -> Planes:
    """Where each colour is."""
    return repainted((0, 0, 0, 0), Square(0, 0, 1 << depth), board, depth)


def repainted(planes: Planes, square: Square, block: Block, depth: int) -> Planes:
    """Where each colour is once another block fills a square. Only that square is looked at."""
    keep = ~_filled(square, depth)
    painted = [plane & keep for plane in planes]
    _paint(painted, square, block, depth)
    first, second, third, fourth = painted
    return first, second, third, fourth


def _paint(painted: list[Plane], square: Square, block: Block, depth: int) -> None:
    if isinstance(block, Colour):
        painted[block] |= _filled(square, depth)
        return
    x, y, half = square.x, square.y, square.size // 2
    for part, right, lower in zip(block, (half, 0, 0, half), (0, 0, half, half), strict=True):
        _paint(painted, Square(x + right, y + lower, half), part, depth)


def _perimeter(plane: Plane, depth: int) -> int:
    """The cells on each of the four sides; one in a corner is on two."""
    return sum((plane & side).bit_count() for side in _sides(depth))


def _blob(plane: Plane, depth: int) -> int:
    """The cells of the largest group connected side to side."""
    largest, rest, row = 0, plane, _row(depth)
    while rest.bit_count() > largest:
        group, before = rest & -rest, 0
        while group != before:
            before = group
            group = (group | group << 1 | group >> 1 | group << row | group >> row) & rest
        largest = max(largest, group.bit_count())
        rest ^= group
    return largest


def _row(depth: int) -> int:
    """How many bits lie from a cell to the one below it."""
    return (1 << depth) + 1


@cache
def _filled(square: Square, depth: int) -> Plane:
    """The plane with that square's cells and no others."""
    line = (1 << square.size) - 1
    return sum(line << (square.y + down) * _row(depth) + square.x for down in range(square.size))


@cache
def _sides(depth: int) -> tuple[Plane, Plane, Plane, Plane]:
    """The cells along each side of the board."""
    last, row = (1 << depth) - 1, _row(depth)
    line = (1 << (1 << depth)) - 1
    column = sum(1 << down * row for down in range(1 << depth))
    return line, line << last * row, column, column << last
