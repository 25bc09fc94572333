"""The games there are: every folder of `engines` that has a `game.py`."""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import MappingProxyType
from typing import Any

import engines
from engines.game import Game


class UnknownGameError(LookupError):
    """There is no such game; the message is a sentence for the person who asked for it."""


@cache
def games() -> Mapping[str, Game[Any, Any, Any]]:
    """Every game by its name, in alphabetical order. A game that cannot be imported stops the program here."""
    folders = sorted(folder.name for folder in pkgutil.iter_modules(engines.__path__) if folder.ispkg)
    names = [name for name in folders if find_spec(f"engines.{name}.game")]
    return MappingProxyType({name: import_module(f"engines.{name}.game").GAME for name in names})


@cache
def undo_moves() -> frozenset[str]:
    """The canonical texts, in any game, of moves that only undo or redo what the same seat did before."""
    return frozenset().union(*(game.undo_moves for game in games().values()))


def find(name: str) -> Game[Any, Any, Any]:
    """The game of that name. Raises UnknownGame."""
    try:
        return games()[name]
    except KeyError:
        raise UnknownGameError(f"There's no game called {name[:40]!r} here.") from None
