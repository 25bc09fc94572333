"""The boards that came before: each move but a smash can be undone from what the log tells of it."""

from __future__ import annotations

from collections.abc import Iterator

from engines.blocky.block import Block, at, read, replace_block, rotate, swap
from engines.blocky.moves import Combine, Paint, Pass, Rotate, Smash, Swap
from engines.blocky.moves import read as read_move
from engines.blocky.view import MoveMade, View, board_of


def earlier_boards(view: View) -> Iterator[Block]:
    """The boards before the one in the view, newest first, back to the last smash or the end of the log.

    A pass leaves the board as it was, so it adds none.
    """
    board = board_of(view)
    for turn in reversed(view.log):
        match read_move(turn.move):
            case Smash():
                return
            case Pass():
                continue
        board = undo_move(board, turn)
        yield board


def undo_move(board: Block, turn: MoveMade) -> Block:
    """The board before a turn that left it like this. The turn is no smash."""
    match read_move(turn.move):
        case Rotate(path, clockwise):
            return replace_block(board, path, rotate(at(board, path), clockwise=not clockwise))
        case Swap(path, horizontally):
            return replace_block(board, path, swap(at(board, path), horizontally=horizontally))
        case Paint(path) | Combine(path):
            return replace_block(board, path, read(turn.was))
        case Pass():
            return board
        case Smash():
            raise AssertionError("what was there before a smash is not known")
