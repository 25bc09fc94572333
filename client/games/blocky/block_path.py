"""Reads a typed block: a path from the whole board, or a cell and a level."""

from __future__ import annotations

import re

from engines.blocky.block import Path, at, path_at, path_text, read_path
from engines.blocky.view import View, board_of

WHOLE = ("board", "whole", "all")
CELL = re.compile(r"(\d{1,2})[\s,]+(\d{1,2})(?:[\s,]+(\d))?", re.ASCII)


def path_of(words: str, view: View) -> Path:
    """The block that words such as "0.2", "board" or "5,3 2" name; without a level, the smallest block at that cell.

    Raises LookupError with a sentence if the board has no such block, and ValueError if the words name none.
    """
    words = words.removeprefix("at ").strip()
    if cell := CELL.fullmatch(words):
        x, y, level = cell.groups()
        return _path_at(int(x), int(y), view.depth if level is None else int(level), view)
    path = read_path("board" if words in WHOLE else words)
    try:
        at(board_of(view), path)
    except LookupError:
        raise LookupError(f"There is no block {path_text(path)[:40]} on this board.") from None
    return path


def _path_at(x: int, y: int, level: int, view: View) -> Path:
    try:
        return path_at(board_of(view), view.depth, x, y, level)
    except LookupError:
        last = (1 << view.depth) - 1
        raise LookupError(f"There is no cell {x},{y}; they go from 0,0 to {last},{last}.") from None
