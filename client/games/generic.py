"""A game by its engine alone: shows its view field by field, and its legal moves as a list to choose from.

Every game's client is grown from this one, with `replace`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from functools import partial
from importlib import import_module
from types import ModuleType
from typing import Any

from client.drawing.canvas import Canvas, Drawing, Fragment, pad, wrap_words
from client.drawing.grammar import Names
from client.games.fields import rows, say, sentences, title, words
from client.games.spec import Choice, GameClient, Saying, Scene, TableDrawing, TableSetup, TakebackRule, legal_texts
from client.games.widgets import move_list
from client.games.widgets.move_list import Legal
from client.games.widgets.rectangles import Rectangle
from engines.game import Seat
from engines.options import GameOption, options_of

MOVES_WIDTH = 40
"""The columns for the list of moves, at most two fifths of the screen."""
VALUES_OFFERED = 12
"""Of an option with more values than this, the default, the first and the last are offered."""
NAME_WIDTH = 16
"""The most columns for the names of fields."""


def client(name: str) -> GameClient:
    """Build the client of a game from `engines.NAME.view` alone, which by custom has View, Options, legal and text.

    A game whose moves can be taken back also has `takes_back`, which says so for a view, and maybe `lasting`, why not;
    where replies can be taken back with them, `takes_back_through` and `lasting_through` say the same of that.

    Raises LookupError with a sentence if there is no such module.
    """
    if not name.isidentifier():
        raise LookupError(f"{name[:40]!r} can't be the name of a game.")
    try:
        module = import_module(f"engines.{name}.view")
    except ModuleNotFoundError:
        raise LookupError(f"This version can't play {name!r}. Try a newer one.") from None
    return _client(name, module)


def _client(name: str, module: ModuleType) -> GameClient:
    legal = legal_texts(module)
    return GameClient(
        name=name,
        View=module.View,
        Options=module.Options,
        legal=legal,
        takeback=_takeback(module),
        keys=move_list.KEYS,
        setup=TableSetup(tuple(map(_choice, options_of(module.Options)))),
        reading=move_list.reading(legal, getattr(module, "read", str)),
        marking=move_list.marking(legal),
        saying=Saying(
            partial(_sentences, legal),
            partial(_say, legal),
            newest=sentences,
            show=partial(_show, legal),
            shows=("", "List the moves you can make."),
        ),
        drawing=TableDrawing(partial(_draw, legal)),
    )


def _takeback(module: ModuleType) -> TakebackRule | None:
    """What the view's module says about takebacks: whether one is possible, and maybe why not."""
    rule, through = _takeback_rule(module, ""), _takeback_rule(module, "_through")
    return rule and replace(rule, through=through)


def _takeback_rule(module: ModuleType, ending: str) -> TakebackRule | None:
    possible, why_not = (getattr(module, f"{name}{ending}", None) for name in ("takes_back", "lasting"))
    if possible is None:
        return None
    return TakebackRule(possible) if why_not is None else TakebackRule(possible, why_not)


def _choice(each: GameOption) -> Choice:
    """An option as a person chooses it: the default first, then the others; of many numbers any can be typed."""
    is_long = len(each.values) > VALUES_OFFERED
    others = (each.values[0], each.values[-1]) if is_long else each.values
    values = dict.fromkeys([each.default, *others])
    return Choice(each.name, title(each.name), {value: str(value) for value in values}, takes_numbers=is_long)


def _sentences(legal: Legal, before: Any, after: Any, names: Names, seat: Seat | None) -> tuple[str, ...]:  # noqa: ANN401
    """The fields that changed, and the moves if they are others."""
    if before is None:
        return ()
    moves = () if legal(before) == legal(after) else move_list.say_moves(legal(after))
    return (*sentences(before, after, names, seat), *moves)


def _say(legal: Legal, view: Any, names: Names, seat: Seat | None) -> tuple[str, ...]:  # noqa: ANN401
    return (*say(view, names, seat), *move_list.say_moves(legal(view)))


def _show(legal: Legal, view: Any, names: Names, seat: Seat | None, typed: str) -> tuple[str, ...]:  # noqa: ANN401, ARG001
    moves = legal(view)
    if not moves:
        raise ValueError("You can't move now.")
    return move_list.say_moves(moves, len(moves))


def _draw(legal: Legal, scene: Scene) -> Drawing:
    canvas = Canvas(scene.width, scene.height)
    is_player = scene.seat is not None and not scene.is_past
    beside = min(MOVES_WIDTH, scene.width * 2 // 5) if is_player else 0
    place = Rectangle(0, 0, scene.width - beside, scene.height).with_frame(canvas, "Position")
    lines = list(_lines(scene.view, place.width))
    top = max(0, min(scene.scroll, len(lines) - place.height))
    for row, line in enumerate(lines[top : top + place.height], place.y):
        x = place.x
        for style, text in line:
            x = canvas.put(x, row, text, style)
    if is_player:
        moves = () if scene.is_over else legal(scene.view)
        beside_it = Rectangle(scene.width - beside, 0, beside, scene.height)
        move_list.draw_moves(canvas, beside_it, moves, scene)
        if not moves and not scene.is_over:
            canvas.put(beside_it.x + 2, 1, "Wait for your turn.", "soft")
    return canvas.done()


def _lines(view: Any, width: int) -> Iterator[tuple[Fragment, ...]]:  # noqa: ANN401 - the game's own type
    """The fields of a view but for one's own seat: the name, and beside it the value; a board has rows of its own."""
    names = [field.name for field in fields(view) if field.name != "seat"]
    column = min(NAME_WIDTH, max(map(len, names), default=0)) + 2
    for name in names:
        value = getattr(view, name)
        board = rows(value)
        if board and len(board[0]) <= width:
            yield (("soft", title(name)),)
            yield from ((("bright", f"  {row}"),) for row in board)
            continue
        first, *others = wrap_words(words(value), max(8, width - column)) or [""]
        yield ("soft", pad(title(name), column)), ("", first)
        yield from ((("", " " * column + other),) for other in others)
