"""A block: one colour, or four blocks of half its width. The board is a block, and so is all that is on it.

Blocks are plain tuples, so a board that a move leaves mostly alone shares most of itself with the board before it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engines.chance import Chance

Colour = int
"""0 Pacific Point, 1 Real Red, 2 Old Olive, 3 Daffodil Delight."""

Block = Colour | tuple["Block", "Block", "Block", "Block"]
"""The four parts are upper right, upper left, lower left, lower right."""

Path = tuple[int, ...]
"""Which part to go into at each level, from the whole board down; () is the whole board."""

COLOURS = range(4)
PARTS = range(4)
RIGHT, LOWER = (0, 3), (2, 3)
PART_AT = (1, 0), (2, 3)
"""The part on the left or right of the upper row, and of the lower one."""

ODDS = 1 << 32
DIVIDED = (4294967296, 3344923893, 2605029347, 2028798895, 1580030168)
"""How many of the ODDS divide a random block of level L: exp(-L / 4) of them. Whole numbers, the same everywhere."""


class Square(NamedTuple):
    """A square of unit cells: its upper left corner, y growing downward, and its width."""

    x: int
    y: int
    size: int


def rotate(block: Block, *, clockwise: bool) -> Block:
    """The block turned by a quarter, and everything in it with it."""
    if isinstance(block, Colour):
        return block
    upper_right, upper_left, lower_left, lower_right = (rotate(part, clockwise=clockwise) for part in block)
    if clockwise:
        return upper_left, lower_left, lower_right, upper_right
    return lower_right, upper_right, upper_left, lower_left


def swap(block: Block, *, horizontally: bool) -> Block:
    """The block with its left and right parts exchanged, or its upper and lower ones; no part changes inside."""
    if isinstance(block, Colour):
        return block
    upper_right, upper_left, lower_left, lower_right = block
    if horizontally:
        return upper_left, upper_right, lower_right, lower_left
    return lower_right, lower_left, upper_left, upper_right


def combine(block: Block) -> Colour | None:
    """The most frequent colour of four undivided parts; None where two tie for it, or where parts are divided."""
    if isinstance(block, Colour):
        return None
    colours = [part for part in block if isinstance(part, Colour)]
    if len(colours) < len(block):
        return None
    first, *others = sorted(set(colours), key=colours.count, reverse=True)
    return None if others and colours.count(others[0]) == colours.count(first) else first


def random_block(level: int, depth: int, chance: Chance) -> Block:
    """A block of that level as chance has it: the higher the level, the likelier it is to be of one colour."""
    if level < depth and chance.below(ODDS) < DIVIDED[level]:
        return smash_block(level, depth, chance)
    return chance.choice(COLOURS)


def smash_block(level: int, depth: int, chance: Chance) -> Block:
    """A block of that level, divided into four random ones."""
    return (
        random_block(level + 1, depth, chance),
        random_block(level + 1, depth, chance),
        random_block(level + 1, depth, chance),
        random_block(level + 1, depth, chance),
    )


def at(board: Block, path: Path) -> Block:
    """The block at a path. Raises LookupError where the board has none."""
    block = board
    for part in path:
        if isinstance(block, Colour) or part not in PARTS:
            raise LookupError(f"there's no block {path_text(path)}")
        block = block[part]
    return block


def replace_block(board: Block, path: Path, block: Block) -> Block:
    """The board with another block at a path. Raises LookupError where the board has none."""
    if not path:
        return block
    part, rest = path[0], path[1:]
    if isinstance(board, Colour) or part not in PARTS:
        raise LookupError(f"there's no block to replace at {path_text(path)}")
    parts = [*board]
    parts[part] = replace_block(parts[part], rest, block)
    upper_right, upper_left, lower_left, lower_right = parts
    return upper_right, upper_left, lower_left, lower_right


def blocks(board: Block, path: Path = ()) -> Iterator[tuple[Path, Block]]:
    """Every block of the board with its path, each before its parts."""
    yield path, board
    if not isinstance(board, Colour):
        for part in PARTS:
            yield from blocks(board[part], (*path, part))


def square(path: Path, depth: int) -> Square:
    """Where the block at a path lies on a board of that depth."""
    x, y, size = 0, 0, 1 << depth
    for part in path:
        size //= 2
        x += size if part in RIGHT else 0
        y += size if part in LOWER else 0
    return Square(x, y, size)


def path_at(board: Block, depth: int, x: int, y: int, level: int) -> Path:
    """The path to the block of that level at a unit cell, or to the deepest one there where the board is less deep.

    Raises LookupError where the cell is not on the board.
    """
    if not (0 <= x < 1 << depth and 0 <= y < 1 << depth):
        raise LookupError(f"there's no unit cell ({x}, {y})")
    block = board
    path: Path = ()
    for place in range(depth - 1, depth - 1 - level, -1):
        if isinstance(block, Colour):
            break
        part = PART_AT[y >> place & 1][x >> place & 1]
        block, path = block[part], (*path, part)
    return path


def grid(board: Block, depth: int) -> tuple[tuple[Colour, ...], ...]:
    """The colours of all unit cells: rows from the top down, each from left to right."""
    if isinstance(board, Colour):
        return ((board,) * (1 << depth),) * (1 << depth)
    upper_right, upper_left, lower_left, lower_right = (grid(part, depth - 1) for part in board)
    upper = (left + right for left, right in zip(upper_left, upper_right, strict=True))
    lower = (left + right for left, right in zip(lower_left, lower_right, strict=True))
    return (*upper, *lower)


def text(board: Block) -> str:
    """The board's canonical text: a colour is its digit, a divided block its four parts in parentheses."""
    return str(board) if isinstance(board, Colour) else f"({''.join(map(text, board))})"


def read(written: str) -> Block:
    """The board of a canonical text. Raises ValueError."""
    unfinished: list[list[Block]] = [[]]
    for sign in written:
        match sign:
            case "0" | "1" | "2" | "3":
                unfinished[-1].append(int(sign))
            case "(":
                unfinished.append([])
            case ")" if len(unfinished) > 1 and len(unfinished[-1]) == len(PARTS):
                upper_right, upper_left, lower_left, lower_right = unfinished.pop()
                unfinished[-1].append((upper_right, upper_left, lower_left, lower_right))
            case _:
                raise ValueError(f"{written[:40]!r} is no board, because of a {sign!r}")
    if len(unfinished) > 1 or len(unfinished[0]) != 1:
        raise ValueError(f"{written[:40]!r} is no board, or more than one")
    return unfinished[0][0]


def path_text(path: Path) -> str:
    """The path's canonical text, such as 0.2.1."""
    return ".".join(map(str, path)) if path else "board"


def read_path(written: str) -> Path:
    """The path of a canonical text. Raises ValueError; whether a board has such a block is not asked."""
    return () if written == "board" else tuple(map(_part, written.split(".")))


def _part(sign: str) -> int:
    if sign not in ("0", "1", "2", "3"):
        raise ValueError(f"{sign!r} is no part of a block")
    return int(sign)
