"""A table of Pegs, the tests' own game with a board to point at."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

import client.games
from client.fullscreen.screens import frame
from client.games import find
from protocol import messages as m
from tests.support.builders.tables import war_table

FOLDER = str(Path(__file__).parent / "client_games")
TOP = frame.TOP
"""The row of the screen where the board begins."""
BIN = (36, TOP)
"""A cell of the bin beside it."""


@contextmanager
def known() -> Iterator[None]:
    """Let the client find the game among its own, for as long as this lasts."""
    client.games.__path__.append(FOLDER)
    try:
        yield
    finally:
        client.games.__path__.remove(FOLDER)


def pegs_table() -> m.Table:
    view = msgspec.to_builtins(find("pegs").View(0))
    return msgspec.structs.replace(war_table(None), game="pegs", options={}, view=view, turn=(0,))
