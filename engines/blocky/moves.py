"""The moves of Blocky: when each is allowed, how it changes a block, and what it costs."""

from __future__ import annotations

from dataclasses import dataclass

from engines.blocky.block import (
    Block,
    Colour,
    Path,
    at,
    combine,
    path_text,
    read_path,
    replace_block,
    rotate,
    smash_block,
    swap,
)
from engines.blocky.places import missing_block
from engines.chance import Chance
from engines.game import UnreadableMoveError


@dataclass(frozen=True, slots=True)
class Rotate:
    """Turn a divided block by a quarter."""

    path: Path
    clockwise: bool


@dataclass(frozen=True, slots=True)
class Swap:
    """Exchange a divided block's left and right parts, or its upper and lower ones."""

    path: Path
    horizontally: bool


@dataclass(frozen=True, slots=True)
class Smash:
    """Divide a block of one colour into four random ones."""

    path: Path


@dataclass(frozen=True, slots=True)
class Combine:
    """Turn a block of four unit cells into one of their most frequent colour."""

    path: Path


@dataclass(frozen=True, slots=True)
class Paint:
    """Give a unit cell one's own target colour."""

    path: Path


@dataclass(frozen=True, slots=True)
class Pass:
    """Leave the board as it is."""


Action = Rotate | Swap | Smash | Combine | Paint
"""A move on a block."""

Move = Action | Pass

SMASH_COST, COMBINE_COST, PAINT_COST = 3, 1, 1
COSTS: dict[type[Move], int] = {Smash: SMASH_COST, Combine: COMBINE_COST, Paint: PAINT_COST}
"""What a move takes off its seat's score; nothing where none is written."""


def actions_at(path: Path) -> tuple[Action, ...]:
    """The seven things there are to do with a block, allowed or not."""
    return (
        Rotate(path, clockwise=False),
        Rotate(path, clockwise=True),
        Swap(path, horizontally=True),
        Swap(path, horizontally=False),
        Smash(path),
        Combine(path),
        Paint(path),
    )


def cost(move: Move) -> int:
    return COSTS.get(type(move), 0)


def refusal(board: Block, depth: int, colour: Colour, move: Move) -> str | None:
    """Why a seat with that target colour may not make the move, as a sentence; None where it may."""
    if isinstance(move, Pass):
        return None
    try:
        block = at(board, move.path)
    except LookupError:
        return missing_block(move.path, depth)
    return refusal_at(block, depth, colour, move)


def refusal_at(block: Block, depth: int, colour: Colour, action: Action) -> str | None:
    """The same for a move on this block."""
    match action:
        case Rotate():
            return "Only a divided block can be turned." if isinstance(block, Colour) else None
        case Swap():
            return "Only a divided block has halves to swap." if isinstance(block, Colour) else None
        case Smash(path):
            return _unsmashable(block, is_unit=len(path) == depth)
        case Combine(path):
            return _uncombinable(block, is_lowest=len(path) == depth - 1)
        case Paint(path):
            return _unpaintable(block, colour, is_unit=len(path) == depth)


def apply_move(board: Block, depth: int, colour: Colour, move: Move, chance: Chance) -> Block:
    """The board after an allowed move. Only a smash leaves anything to chance."""
    if isinstance(move, Pass):
        return board
    return replace_block(board, move.path, change_block(at(board, move.path), depth, colour, move, chance))


def change_block(block: Block, depth: int, colour: Colour, move: Action, chance: Chance) -> Block:
    """The block after an allowed move on it."""
    match move:
        case Rotate(_, clockwise):
            return rotate(block, clockwise=clockwise)
        case Swap(_, horizontally):
            return swap(block, horizontally=horizontally)
        case Smash(path):
            return smash_block(len(path), depth, chance)
        case Combine():
            most = combine(block)
            assert most is not None
            return most
        case Paint():
            return colour


def text(move: Move) -> str:
    match move:
        case Rotate(path, clockwise):
            return f"rotate {'clockwise' if clockwise else 'counter-clockwise'} {path_text(path)}"
        case Swap(path, horizontally):
            return f"swap {'horizontally' if horizontally else 'vertically'} {path_text(path)}"
        case Smash(path) | Combine(path) | Paint(path):
            return f"{type(move).__name__.lower()} {path_text(path)}"
        case Pass():
            return "pass"


def read(written: str) -> Move:
    """The move of a canonical text. Raises UnreadableMove; whether a board has such a block is not asked."""
    for move in (Pass(), *actions_at(_path(written))):
        if text(move) == written:
            return move
    raise UnreadableMoveError(
        f"{written[:40]!r} is not a move of Blocky; a move is 'pass', or what to do and a block, "
        "such as 'rotate clockwise board', 'swap vertically 0' or 'paint 0.2.1.3'"
    )


def _path(written: str) -> Path:
    """The path at the end of a move's text; any, where there is none."""
    try:
        return read_path(written.rpartition(" ")[2])
    except ValueError:
        return ()


def _unsmashable(block: Block, *, is_unit: bool) -> str | None:
    if not isinstance(block, Colour):
        return "Only a block of one colour can be smashed."
    return "The smallest cells can't be smashed." if is_unit else None


def _uncombinable(block: Block, *, is_lowest: bool) -> str | None:
    if isinstance(block, Colour) or not is_lowest:
        return "Only a block of four of the smallest cells can be combined."
    return "No colour has most of the four cells, so they can't be combined." if combine(block) is None else None


def _unpaintable(block: Block, colour: Colour, *, is_unit: bool) -> str | None:
    if not is_unit:
        return "Only one of the smallest cells can be painted."
    return "That cell is your colour already." if block == colour else None
