"""Where a block lies, in words: "the lower left quarter of the upper right", or for small ones by column and row."""

from __future__ import annotations

import re

from engines.blocky.block import PARTS, Path, Square, square

QUARTERS = ("upper right", "upper left", "lower left", "lower right")
"""The parts of a block, in their order."""
CORNERS = "▝▘▖▗"
"""Pictures of them."""
NAMED = 2
"""Down to this level, a block is named by the quarters it lies in; smaller ones would have names nobody follows."""
QUARTER = re.compile(r"(?:the )?(upper right|upper left|lower left|lower right)(?: quarter| cell)?")
AT_CELL = re.compile(
    r"(?:the )?(?:cell|(\d{1,2}) ?x ?(\d{1,2})(?: block)?)(?: at)? (?:column )?(\d{1,2}),? ?(?:row )?(\d{1,2})"
)
WHOLE = ("board", "the board", "the whole board", "whole board", "whole", "all")


def place_name(path: Path, depth: int) -> str:
    """A block's place, for the middle of a sentence. Columns and rows count from 0, at the upper left.

    >>> place_name((0, 2), 4), place_name((0, 2, 1, 3), 4), place_name((0, 2, 1), 4)
    ('the lower left quarter of the upper right', 'the cell at column 9, row 5', 'the 2 x 2 block at column 8, row 4')
    """
    if not path:
        return "the whole board"
    if len(path) > NAMED:
        x, y, size = square(path, depth)
        block = "cell" if size == 1 else f"{size} x {size} block"
        return f"the {block} at column {x}, row {y}"
    inner, *outer = (f"the {QUARTERS[part]}" for part in reversed(path))
    return " of ".join((f"{inner} quarter", *outer))


def short_name(path: Path, depth: int) -> str:
    """The same in a few columns, the larger quarter first.

    >>> short_name((0, 2), 4), short_name((0, 2, 1, 3), 4), short_name((0, 2, 1), 4)
    ('upper right, lower left', 'cell 9,5', '2x2 at 8,4')
    """
    if len(path) > NAMED:
        x, y, size = square(path, depth)
        return f"cell {x},{y}" if size == 1 else f"{size}x{size} at {x},{y}"
    return ", ".join(QUARTERS[part] for part in path) if path else "whole board"


def shortest_name(path: Path, depth: int) -> str:
    """The same for a narrow list, with a picture for the quarter of a quarter.

    >>> shortest_name((0, 2), 4), shortest_name((0,), 4), shortest_name((0, 2, 1), 4)
    ('upper right ▖', 'upper right', '2x2 at 8,4')
    """
    if len(path) != NAMED:
        return short_name(path, depth)
    outer, inner = path
    return f"{QUARTERS[outer]} {CORNERS[inner]}"


def missing_block(path: Path, depth: int) -> str:
    """A sentence that says that a board, which is not divided so far there, has no block at a path."""
    if not set(path) <= set(PARTS):
        return f"A block has the parts 0 to {PARTS[-1]}."
    if len(path) > depth:
        return "No block is as small as that."
    name = place_name(path, depth)
    return f"{name[0].upper()}{name[1:]} is not a block of its own."


def read_place(words: str, depth: int) -> Path | Square:
    """The path of a block named in words, or the square of one named by its cell. Raises ValueError for other words.

    >>> read_place("lower left of upper right", 4), read_place("upper right, lower left", 4)
    ((0, 2), (0, 2))
    """
    words = " ".join(words.replace("-", " ").split())
    if words in WHOLE:
        return ()
    if found := AT_CELL.fullmatch(words):
        size, _, x, y = (int(number or 1) for number in found.groups())
        return Square(x, y, size)
    for corner, quarter in zip(CORNERS, QUARTERS, strict=True):
        words = words.replace(f" {corner}", f", {quarter}")
    inner_first, outer_first = words.split(" of "), words.split(",")
    names = outer_first if len(outer_first) > 1 else inner_first[::-1]
    parts = [QUARTER.fullmatch(name.strip()) for name in names]
    path = tuple(QUARTERS.index(part[1]) for part in parts if part)
    if len(path) < len(names) or len(path) > depth:
        raise ValueError(f"{words[:40]!r} is no place on a board")
    return path
