"""How moves would change some colours' planes, found without making them on the board.

All blocks of a level are turned or swapped at once, by a few shifts of whole quarters; what one move would make of a
plane is one square of that in the midst of the plane as it is. The board is asked only for what is allowed.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engines.blocky.block import Block, Colour, Path, blocks, combine, square
from engines.blocky.goals import Plane, repaint, row_of, square_cells
from engines.blocky.moves import Action, Combine, Paint, Rotate, Swap

Seen = dict[Colour, Plane]
"""The planes of those colours that matter."""

Fourfold = tuple[Plane, Plane, Plane, Plane]
"""A plane with all blocks of a level rotated counter-clockwise, clockwise, swapped horizontally, swapped vertically."""


def whatifs(board: Block, depth: int, target: Colour, seen: Seen) -> Iterator[tuple[Action, Seen]]:
    """Every move but a smash that is allowed with that target colour and changes a plane, with the planes after it."""
    return ((move, after) for move, after in _all_effects(board, depth, target, seen) if after != seen)


def _all_effects(board: Block, depth: int, target: Colour, seen: Seen) -> Iterator[tuple[Action, Seen]]:
    folded = {colour: fourfolds(plane, depth) for colour, plane in seen.items()}
    for path, block in blocks(board):
        place, level = mask(path, depth), len(path)
        if not isinstance(block, Colour):
            for way, move in enumerate(turns(path)):
                yield (
                    move,
                    {colour: plane ^ (plane ^ folded[colour][level][way]) & place for colour, plane in seen.items()},
                )
            if level == depth - 1 and (most := combine(block)) is not None:
                yield Combine(path), _in_one_colour(seen, place, most)
        elif level == depth and block != target:
            yield Paint(path), _in_one_colour(seen, place, target)


def with_block(seen: Seen, depth: int, path: Path, block: Block) -> Seen:
    """The planes once another block is at a path."""
    others = ~mask(path, depth)
    added = repaint((0, 0, 0, 0), square(path, depth), block, depth)
    return {colour: plane & others | added[colour] for colour, plane in seen.items()}


@cache
def turns(path: Path) -> tuple[Action, Action, Action, Action]:
    """The moves that a fourfold plane is about, on one block."""
    return (
        Rotate(path, clockwise=False),
        Rotate(path, clockwise=True),
        Swap(path, horizontally=True),
        Swap(path, horizontally=False),
    )


@cache
def mask(path: Path, depth: int) -> Plane:
    x, y, size = square(path, depth)
    return square_cells(size, row_of(depth)) << y * row_of(depth) + x


def fourfolds(plane: Plane, depth: int) -> list[Fourfold]:
    """The plane changed at each level, from the whole board down to the blocks of four cells."""
    found: list[Fourfold] = []
    left = right = plane
    for level in reversed(range(depth)):
        across = 1 << depth - 1 - level
        down = across * row_of(depth)
        # A block is rotated by moving its quarters on, once each of them is rotated itself.
        upper_left, upper_right, lower_left, lower_right = _quarters(left, level, depth)
        left = upper_left << down | upper_right >> across | lower_left << across | lower_right >> down
        upper_left, upper_right, lower_left, lower_right = _quarters(right, level, depth)
        right = upper_left << across | upper_right << down | lower_left >> down | lower_right >> across
        upper_left, upper_right, lower_left, lower_right = _quarters(plane, level, depth)
        mirrored = (upper_left | lower_left) << across | (upper_right | lower_right) >> across
        upturned = (upper_left | upper_right) << down | (lower_left | lower_right) >> down
        found.append((left, right, mirrored, upturned))
    return found[::-1]


def _in_one_colour(seen: Seen, place: Plane, colour: Colour) -> Seen:
    return {other: plane | place if other == colour else plane & ~place for other, plane in seen.items()}


def _quarters(plane: Plane, level: int, depth: int) -> list[Plane]:
    """What lies in the upper left, upper right, lower left and lower right quarters of all blocks of a level."""
    return [plane & quarter for quarter in _quarter_masks(level, depth)]


@cache
def _quarter_masks(level: int, depth: int) -> tuple[Plane, Plane, Plane, Plane]:
    row, size = row_of(depth), 1 << depth - level
    places = range(0, 1 << depth, size)
    corner = sum(square_cells(size // 2, row) << y * row + x for y in places for x in places)
    across, down = size // 2, size // 2 * row
    return corner, corner << across, corner << down, corner << across + down
