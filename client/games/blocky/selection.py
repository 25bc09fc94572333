"""The marked block: a cell of the board, the level wanted there, the move tried on it, and what changes them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple

from client.drawing.grammar import read_number
from client.games.blocky.actions import moves_at
from engines.blocky.block import Colour, Path, Square, at, path_at, square
from engines.blocky.moves import Move, Pass, read
from engines.blocky.view import View, board_of, is_over
from engines.game import UnreadableMoveError

WORDS = "In Blocky 'aim' takes at X Y, pin X Y, up, down, left, right, in, out, next, previous, try MOVE or back."
WAYS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}

Cell = tuple[int, int]
"""A unit cell's column and row, counted from 0."""


class MarkedMove(NamedTuple):
    """A move that was marked, and its position: the board, and how many moves each seat had made."""

    move: Move
    board: str
    made: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BlockSelection:
    """A marked block, which stays where it is when moves are made.

    Attributes:
        square: the place of the block when it was marked.
        level: the wanted depth; on a less deep part of the board, the deepest block there is meant.
        cell: where in the block the mark stands, which decides what a smaller or a neighbouring block is. Marks are
            equal whatever it is, as they look alike: a pointer that moves about in one block changes nothing.
        is_pinned: whether the pointer leaves the mark alone.
        left, top: the leftmost column and the uppermost row of cells in sight, on a screen too small for all.
        hint: the move that a hint marked; the pointer leaves it alone, and other words drop it.
        tried: the move whose outcome is previewed; all words but those for another one drop it.
    """

    square: Square
    level: int
    cell: Cell = field(compare=False)
    is_pinned: bool = False
    left: int = 0
    top: int = 0
    hint: MarkedMove | None = None
    tried: MarkedMove | None = None


def aim(view: View, mark: BlockSelection | None, words: str) -> BlockSelection:
    """The mark after the words. Raises ValueError with a sentence if they mark nothing now.

    A pointer gives its cell, and the column and row where what is in sight begins: "at X Y LEFT TOP" marks the block
    there unless another is pinned, "pin X Y LEFT TOP" pins that block or, if it is pinned, releases it, "hold X Y LEFT
    TOP" pins it in any case. "up" goes to the block above, "up 2" by two cells; "in" and "out" go to a smaller and a
    bigger block, also at a pointer's X Y. "try MOVE" previews a move, "next" and "previous" another action on the
    block, and "back" none.
    """
    if is_over(view):
        raise ValueError("The game is over.")
    mark = mark or first_selection(view)
    match words.lower().split():
        case ["try", *_]:
            return _try(view, mark, words.lower().partition("try ")[2])
        case ["next" | "previous" as way]:
            return _try_other(view, mark, 1 if way == "next" else -1)
        case ["back"]:
            return replace(mark, tried=None)
    return _aim_at_block(view, mark if mark.tried is None else replace(mark, tried=None), words)


def _aim_at_block(view: View, mark: BlockSelection, words: str) -> BlockSelection:
    match words.lower().split():
        case ["at" | "pin" | "hold" as what, *numbers] if len(cells := _numbers(numbers)) in (2, 4):
            seen = replace(mark, left=cells[2], top=cells[3]) if len(cells) > 2 else mark
            return _point(view, mark, what, seen, _cell(view, cells))
        case ["in" | "out" as what, *numbers] if len(cells := _numbers(numbers)) in (0, 2):
            there = mark if mark.is_pinned or not cells else _mark_at(view, mark, _cell(view, cells), mark.level)
            return _smaller(view, there) if what == "in" else _bigger(view, there)
        case [way] if way in WAYS:
            return _mark_at(view, mark, _beyond(view, mark, way), mark.level)
        case [way, units] if way in WAYS and _numbers([units]):
            return _mark_at(view, mark, _step(view, mark, way, int(units)), mark.level)
    raise ValueError(WORDS)


def first_selection(view: View) -> BlockSelection:
    """The mark before anybody has marked anything: the upper left quarter."""
    return BlockSelection(Square(0, 0, 1 << view.depth - 1), 1, (0, 0))


def hinted_selection(view: View, mark: BlockSelection | None, written: str) -> BlockSelection:
    """The mark for a move: its block, or for a pass the block marked before."""
    move, mark = read(written), mark or first_selection(view)
    if not isinstance(move, Pass):
        place = square(move.path, view.depth)
        mark = replace(mark, square=place, level=len(move.path), cell=(place.x, place.y), is_pinned=False)
    return replace(mark, hint=MarkedMove(move, view.board, view.made), tried=None)


def hinted_move(view: View, mark: BlockSelection | None) -> Move | None:
    """The move that a hint marked, as long as the position is the same."""
    return _move_now(view, mark.hint) if mark else None


def tried_move(view: View, mark: BlockSelection | None) -> Move | None:
    """The move whose outcome is previewed, as long as the position is the same."""
    return _move_now(view, mark.tried) if mark else None


def _move_now(view: View, marked: MarkedMove | None) -> Move | None:
    return marked.move if marked and (marked.board, marked.made) == (view.board, view.made) else None


def selected_block(view: View, mark: BlockSelection | None) -> Path:
    """The path of the marked block on the current board."""
    mark = mark or first_selection(view)
    x, y = mark.cell
    return path_at(board_of(view), view.depth, x, y, mark.level)


def _try(view: View, mark: BlockSelection, written: str) -> BlockSelection:
    try:
        return replace(mark, tried=MarkedMove(read(written), view.board, view.made))
    except UnreadableMoveError:
        raise ValueError(WORDS) from None


def _try_other(view: View, mark: BlockSelection, step: int) -> BlockSelection:
    """The mark with the next or the previous action tried on its block; past the last one, none."""
    moves = (None, *moves_at(selected_block(view, mark)))
    tried = tried_move(view, mark)
    at = moves.index(tried) if tried in moves else 0
    move = moves[(at + step) % len(moves)]
    return replace(mark, tried=None if move is None else MarkedMove(move, view.board, view.made))


def _point(view: View, mark: BlockSelection, what: str, seen: BlockSelection, cell: Cell) -> BlockSelection:
    if what == "at" and (mark.is_pinned or hinted_move(view, mark)):
        return mark
    there = _mark_at(view, seen, cell, mark.level)
    if what == "at":
        return there
    lets_go = what == "pin" and mark.is_pinned and selected_block(view, mark) == selected_block(view, there)
    return replace(there, is_pinned=not lets_go)


def _smaller(view: View, mark: BlockSelection) -> BlockSelection:
    path = selected_block(view, mark)
    is_whole = isinstance(at(board_of(view), path), Colour)
    if is_whole:
        raise ValueError("The marked block has no parts.")
    return _mark_at(view, mark, mark.cell, len(path) + 1)


def _bigger(view: View, mark: BlockSelection) -> BlockSelection:
    path = selected_block(view, mark)
    if not path:
        raise ValueError("The whole board is marked.")
    return _mark_at(view, mark, mark.cell, len(path) - 1)


def _mark_at(view: View, mark: BlockSelection, cell: Cell, level: int) -> BlockSelection:
    there = square(path_at(board_of(view), view.depth, *cell, level), view.depth)
    return replace(mark, square=there, level=level, cell=cell, hint=None)


def _beyond(view: View, mark: BlockSelection, way: str) -> Cell:
    """The cell beyond the marked block's edge, in the corner of a block of the wanted level."""
    (across, down), (x, y) = WAYS[way], mark.cell
    here = square(selected_block(view, mark), view.depth)
    wide = 1 << view.depth - mark.level
    if across:
        x = here.x + here.size if across > 0 else here.x - 1
    else:
        y = here.y + here.size if down > 0 else here.y - 1
    if not _is_on_board(view, x, y):
        return mark.cell
    return (x - x % wide, y) if across else (x, y - y % wide)


def _step(view: View, mark: BlockSelection, way: str, units: int) -> Cell:
    (across, down), (x, y), last = WAYS[way], mark.cell, (1 << view.depth) - 1
    return max(0, min(x + across * units, last)), max(0, min(y + down * units, last))


def _cell(view: View, numbers: tuple[int, ...]) -> Cell:
    x, y = numbers[:2]
    if not _is_on_board(view, x, y):
        raise ValueError(f"There's no cell {x},{y} on this board.")
    return x, y


def _is_on_board(view: View, x: int, y: int) -> bool:
    return 0 <= x < 1 << view.depth and 0 <= y < 1 << view.depth


def _numbers(words: list[str]) -> tuple[int, ...]:
    """The words as numbers; empty if one of them is none."""
    numbers = [number for word in words if (number := read_number(word)) is not None]
    return tuple(numbers) if len(numbers) == len(words) else ()
