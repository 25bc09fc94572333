"""A game without a folder of its own: shows its view field by field, and takes moves as canonical texts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import partial
from importlib import import_module
from types import ModuleType
from typing import Any

from client.drawing.canvas import Canvas, Drawing
from client.games.fields import say, title
from client.games.spec import (
    Choice,
    GameClient,
    Marking,
    MoveReading,
    Saying,
    Scene,
    TableDrawing,
    TableSetup,
    TakebackRule,
    legal_texts,
)
from engines.options import GameOption, options_of

MOVES_SHOWN = 12
VALUES_OFFERED = 12
"""Of an option with more values than this, the default, the first and the last are offered."""
Legal = Callable[[Any], tuple[str, ...]]


def client(name: str) -> GameClient:
    """Build the client of a game from `engines.NAME.view` alone, which by custom has View, Options, legal and text.

    A game whose moves can be taken back also has `takes_back`, which says so for a view.

    Raises LookupError with a sentence if there is no such module.
    """
    if not name.isidentifier():
        raise LookupError(f"{name[:40]!r} cannot be the name of a game.")
    try:
        module = import_module(f"engines.{name}.view")
    except ModuleNotFoundError:
        raise LookupError(f"This program does not know the game {name!r}; a newer one may.") from None
    return _client(name, module)


def _client(name: str, module: ModuleType) -> GameClient:
    legal = legal_texts(module)
    return GameClient(
        name=name,
        View=module.View,
        Options=module.Options,
        legal=legal,
        takeback=_takeback(module),
        keys=(),
        setup=TableSetup(tuple(map(_choice, options_of(module.Options)))),
        reading=MoveReading(partial(_parse, legal)),
        marking=Marking(),
        saying=Saying(),
        drawing=TableDrawing(partial(_draw, legal)),
    )


def _takeback(module: ModuleType) -> TakebackRule | None:
    """What the view's module says about takebacks: whether one is possible, and maybe why not."""
    possible, why_not = getattr(module, "takes_back", None), getattr(module, "lasting", None)
    if possible is None:
        return None
    return TakebackRule(possible) if why_not is None else TakebackRule(possible, why_not)


def _choice(each: GameOption) -> Choice:
    """An option as a person chooses it: the default first, then the others; of many numbers any can be typed."""
    is_long = len(each.values) > VALUES_OFFERED
    others = (each.values[0], each.values[-1]) if is_long else each.values
    values = dict.fromkeys([each.default, *others])
    return Choice(each.name, title(each.name), {value: str(value) for value in values}, takes_numbers=is_long)


def _parse(legal: Legal, typed: str, view: Any, mark: Any = None) -> str:  # noqa: ANN401, ARG001
    moves = legal(view)
    wanted = " ".join(typed.split())
    if wanted in moves:
        return wanted
    if not moves:
        raise ValueError("You cannot move now.")
    raise ValueError(f"{wanted[:40]!r} is not a move you can make; one is {moves[0]!r}.")


def _draw(legal: Legal, scene: Scene) -> Drawing:
    canvas = Canvas(scene.width, scene.height)
    for row, sentence in enumerate(say(scene.view, scene.names, scene.seat), 1):
        canvas.put(1, row, sentence)
    moves = legal(scene.view)
    for row, move in enumerate(moves[:MOVES_SHOWN], len(fields(scene.view)) + 2):
        canvas.put(1, row, f"▸ {move}", "on")
        canvas.click(1, row, scene.width - 2, 1, f"move {move}")
    return canvas.done()
