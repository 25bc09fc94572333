"""Parses what a person types or clicks in Blocky into a move, or says why it is none now."""

from __future__ import annotations

import re

from client.drawing.grammar import capitalize, join_words
from client.games.blocky.actions import ACTIONS, COMBINE, PAINT, PASS, ActionKind, moves_at
from client.games.blocky.selection import BlockSelection, hinted_move, selected_block, tried_move
from client.games.spec import NotYourTurnError
from engines.blocky.block import Path, Square, at, path_at, read_path, square
from engines.blocky.moves import Move, refusal, text
from engines.blocky.places import missing_block, read_place
from engines.blocky.view import View, board_of, is_over
from engines.game import IllegalMoveError, UnreadableMoveError

CELL = re.compile(r"(\d{1,2})[\s,]+(\d{1,2})(?:[\s,]+(\d))?", re.ASCII)
NUMBERS = re.compile(r"[\d.]+", re.ASCII)
WHERE = {PAINT: "'{name} 5,3', a cell by its column and row", COMBINE: "'{name} 5,3 {above}'"}
"""Examples of what can be named for the actions that want blocks of one size."""
KNOWN = {word: action for action in ACTIONS for word in (action.canonical, action.name, *action.words)}


def parse(typed: str, view: View, mark: BlockSelection | None) -> str:
    """The canonical text of what was typed: an action, and a block's path or nothing for the marked block.

    "pick" is the move that is previewed, or else the one that a hint marked. Raises NotYourTurnError or
    IllegalMoveError for a move that cannot be made now, and UnreadableMoveError for what is no move.
    """
    if typed.lower().split() == ["pick"]:
        return text(_picked_move(view, mark))
    action, address = _read(typed.lower().split())
    if why := _why_not_now(view):
        raise IllegalMoveError(why)
    move = moves_at(_path(action, address, view, mark))[ACTIONS.index(action)]
    if why := _refusal(view, move):
        raise IllegalMoveError(why)
    return text(move)


def _refusal(view: View, move: Move) -> str | None:
    colour = None if view.seat is None else view.colours[view.seat]
    assert colour is not None, "one's own colour is never hidden"
    return refusal(board_of(view), view.depth, colour, move)


def path_of(words: str, view: View) -> Path:
    """The block that words such as "upper left", "0.2", "board" or "5,3 2" name.

    A cell without a level is the smallest block there. Raises LookupError with a sentence if the board has no such
    block, and ValueError if the words name none.
    """
    words = words.removeprefix("at ").removeprefix("of ").strip()
    if cell := CELL.fullmatch(words):
        x, y, level = cell.groups()
        return _path_at(int(x), int(y), view.depth if level is None else int(level), view)
    path = _named(words, view)
    try:
        at(board_of(view), path)
    except LookupError:
        raise LookupError(missing_block(path, view.depth)) from None
    return path


def _named(words: str, view: View) -> Path:
    """The path that numbers or words give. Raises as `path_of`."""
    if NUMBERS.fullmatch(words):
        return read_path(words)
    place = read_place(words, view.depth)
    if not isinstance(place, Square):
        return place
    path = _path_at(place.x, place.y, view.depth - place.size.bit_length() + 1, view)
    if square(path, view.depth) != place:
        raise LookupError(f"There's no {place.size} x {place.size} block at column {place.x}, row {place.y}.")
    return path


def _path_at(x: int, y: int, level: int, view: View) -> Path:
    try:
        return path_at(board_of(view), view.depth, x, y, level)
    except LookupError:
        last = (1 << view.depth) - 1
        raise LookupError(f"There's no cell {x},{y}; they go from 0,0 to {last},{last}.") from None


def _picked_move(view: View, mark: BlockSelection | None) -> Move:
    if why := _why_not_now(view):
        raise IllegalMoveError(why)
    move = tried_move(view, mark) or hinted_move(view, mark)
    if move is None:
        raise IllegalMoveError("No move is chosen. Press j or k to go through the actions, or h for a hint.")
    if why := _refusal(view, move):
        raise IllegalMoveError(why)
    return move


def _read(words: list[str]) -> tuple[ActionKind, str]:
    """The action named by the longest known beginning, and the rest, which names a block."""
    for end in range(len(words), 0, -1):
        action = KNOWN.get(" ".join(words[:end]))
        if action is not None and not (action is PASS and words[end:]):
            return action, " ".join(words[end:])
    raise _unreadable(" ".join(words))


def _path(action: ActionKind, address: str, view: View, mark: BlockSelection | None) -> Path:
    """The path of the block that the words name; without words, of the marked block."""
    if not address and mark is None and action is not PASS:
        where = WHERE.get(action, "'{name} upper left' or '{name} 5,3 2'").format(
            name=action.name, above=view.depth - 1
        )
        raise IllegalMoveError(f"{capitalize(action.name)} which block? Name it, as in {where}.")
    if not address:
        return selected_block(view, mark)
    try:
        return path_of(address, view)
    except LookupError as error:
        raise IllegalMoveError(str(error.args[0])) from None
    except ValueError:
        raise _unreadable(f"{action.name} {address}") from None


def _why_not_now(view: View) -> str | None:
    """Why nothing can be done now, in a sentence. Raises NotYourTurnError if others are on turn."""
    if view.seat is None:
        return "You are watching; only the players move."
    if is_over(view):
        return "The game is over."
    if view.seat in view.gone:
        return "You resigned; the others play on."
    if view.seat != view.mover:
        raise NotYourTurnError
    return None


def _unreadable(written: str) -> UnreadableMoveError:
    return UnreadableMoveError(
        f"{written[:40]!r} is not a move of Blocky. There is {join_words(action.name for action in ACTIONS)}, "
        "with a block such as 'lower left of upper right', or a cell and a level such as '5,3 2'."
    )
