"""One file or folder a game: how it is read, said and drawn. `find` gives it, or else the generic one.

May import drawing, games.widgets, engines and protocol.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec

from client.games.spec import GameClient


@cache
def find(name: str) -> GameClient:
    """The client's part of a game, from its folder here or, if it has none, generically from its views."""
    if name.isidentifier() and find_spec(f"client.games.{name}"):
        client: GameClient = import_module(f"client.games.{name}").CLIENT
        return client
    return import_module("client.games.generic").client(name)  # type: ignore[no-any-return]  # imported when needed
