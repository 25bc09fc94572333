"""A one-minute tour of each game: a recorded game, played again sentence by sentence. The positions are stored here, as
the client has no rules; a test fails when they are out of date.

May import protocol.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from protocol import messages as m

ROOM = "TRIP"
"""The code of the tour's table; no server's code has an I."""

_FOLDER = Path(__file__).parent


class TourStep(msgspec.Struct, frozen=True):
    """A sentence, the move that it asks for, and the Tables that follow."""

    say: str
    move: str
    tables: tuple[m.Table, ...]


class Tour(msgspec.Struct, frozen=True):
    """A tour: its first Table, its steps, and its last sentence."""

    begin: m.Table
    steps: tuple[TourStep, ...]
    end: str


@cache
def names() -> tuple[str, ...]:
    """The games that have a tour, in alphabetical order."""
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.json")))


def find(name: str) -> Tour:
    """Load the tour of a game that has one."""
    return msgspec.json.decode((_FOLDER / f"{name}.json").read_bytes(), type=Tour)
