"""A list of legal moves to choose from, with arrows, digits and the mouse: for a game without a screen of its own."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from client.drawing.canvas import Canvas, fit, pad
from client.drawing.grammar import count, read_number
from client.games.keys import DIGITS, Key
from client.games.spec import ANY_MOVE, Marking, MoveReading, NotYourTurnError, Scene
from client.games.widgets.rectangles import Rectangle
from engines.game import IllegalMoveError, UnreadableMoveError

Legal = Callable[[Any], tuple[str, ...]]

PAGE = 10
MAX_TYPED = 100
"""In characters: a text that is longer is no move, and only so much of it is said back."""
SPOKEN = 12
"""The most moves that are read out unasked."""
KEYS = (
    Key(DIGITS, "1-9", "move", "move {key}", "Make that move of the list."),
    Key(("enter", "space"), "Enter", "choose", "pick", "Make the marked move."),
    Key(("up",), "↑", "", "aim up", "Mark the move above."),
    Key(("down",), "↓", "", "aim down", "Mark the move below."),
    Key(("pageup",), "PgUp", "", f"aim up {PAGE}", f"Mark the move {PAGE} above."),
    Key(("pagedown",), "PgDn", "", f"aim down {PAGE}", f"Mark the move {PAGE} below."),
)


def reading(legal: Legal, read: Callable[[str], Any] = str) -> MoveReading:
    """Read moves; `read` is the game's own, which raises UnreadableMoveError with a sentence for what is no move."""
    typed = ((ANY_MOVE, "Make that move, by its text or its number in the list; 'show' lists them."),)
    return MoveReading(partial(_parse, legal, read), typed=typed)


def marking(legal: Legal) -> Marking:
    """The mark is a legal move, and none until a person marks one."""
    return Marking(
        partial(_aim, legal),
        kept=lambda view, mark: mark if mark in legal(view) else None,
        hinted=lambda _view, _mark, move: move,
        keys_for=partial(_keys_for, legal),
    )


def say_moves(moves: tuple[str, ...], most: int = SPOKEN) -> tuple[str, ...]:
    """The moves with their numbers, as they are read out; nothing if there are none."""
    if not moves:
        return ()
    told = ", ".join(line.lstrip() for line in _numbered(moves, 0, most))
    more = f", and {len(moves) - most} more; 'show' lists all" if len(moves) > most else ""
    return (f"Your moves: {told}{more}.",)


def draw_moves(canvas: Canvas, place: Rectangle, moves: tuple[str, ...], scene: Scene) -> None:
    """Draw as many of the moves as there is room for, the marked one among them."""
    at = moves.index(scene.mark) if scene.mark in moves else None
    inside = place.with_frame(canvas, "Your moves" if at is None else f"Your moves, {at + 1} of {len(moves)}")
    if 2 * len(moves) <= inside.height:
        canvas.spares(*place)
    top = max(0, min((at or 0) - inside.height // 2, len(moves) - inside.height))
    for row, line in enumerate(_numbered(moves, top, top + inside.height)):
        number = top + row
        move = moves[number]
        is_last, rest = row == inside.height - 1, len(moves) - number
        style = "soft" if move == scene.pending else "marked" if number == at else ""
        if is_last and rest > 1 and number != at:
            canvas.put(inside.x, inside.y + row, fit(f"↓ {rest} more", inside.width), "soft")
            continue
        canvas.put(
            inside.x,
            inside.y + row,
            pad(f"{'▸' if number == at else ' '} {line}{' …' if move == scene.pending else ''}", inside.width),
            style,
        )
        canvas.click(
            inside.x, inside.y + row, inside.width, 1, f"move {move}", over=f"aim at {move}",
            wheel=("aim up", "aim down"),
        )  # fmt: skip


def _numbered(moves: tuple[str, ...], first: int, end: int) -> tuple[str, ...]:
    """The moves from one on as a list shows them: with a number, unless moves are numbers themselves."""
    if not _has_numbers(moves):
        return moves[first:end]
    width = len(str(len(moves)))
    return tuple(f"{number:>{width}} {move}" for number, move in enumerate(moves[first:end], first + 1))


def _has_numbers(moves: tuple[str, ...]) -> bool:
    return not any(move.isdecimal() for move in moves)


def _parse(legal: Legal, read: Callable[[str], Any], typed: str, view: Any, mark: Any = None) -> str:  # noqa: ANN401 - the game's own type
    """The move of a text, of a number in the list, or the marked one."""
    moves, wanted = legal(view), " ".join(typed.split())
    if wanted in moves:
        return wanted
    if not moves:
        raise NotYourTurnError
    if wanted == "pick":
        if mark in moves or len(moves) == 1:
            return str(mark) if mark in moves else moves[0]
        raise ValueError("Mark a move first.")
    if wanted.isdecimal() and _has_numbers(moves):
        if move := dict(enumerate(moves, 1)).get(read_number(wanted) or 0):
            return move
        raise ValueError(f"The list has {count(len(moves), 'move')}.")
    try:
        read(wanted[:MAX_TYPED])
    except UnreadableMoveError as error:
        raise UnreadableMoveError(f"{str(error).removesuffix('.')}.") from None
    raise IllegalMoveError(f"{wanted[:40]!r} is not a move you can make now; one is {moves[0]!r}.")


def _aim(legal: Legal, view: Any, mark: Any, words: str) -> str:  # noqa: ANN401 - the game's own type
    """The move that "up" or "down", with or without a number of lines, or "at" and a move's text lead to."""
    moves = legal(view)
    if not moves:
        raise ValueError("You can't move now.")
    match words.split():
        case ["up" | "down" as way, *lines]:
            steps = (read_number(lines[0]) or 0) if lines else 1
            if mark not in moves:
                return moves[0] if way == "down" else moves[-1]
            at = moves.index(mark) + (steps if way == "down" else -steps)
            return moves[max(0, min(at, len(moves) - 1))]
        case ["at", *text] if " ".join(text) in moves:
            return " ".join(text)
    raise ValueError("The list has no such move.")


def _keys_for(legal: Legal, view: Any, move: str) -> str:  # noqa: ANN401 - the game's own type
    moves = legal(view)
    if move in DIGITS:
        return move
    at = moves.index(move) + 1 if move in moves and _has_numbers(moves) else len(DIGITS) + 1
    return str(at) if at <= len(DIGITS) else ""
