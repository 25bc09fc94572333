"""A tour of each game in a minute: a game that was played once, to be played again sentence by sentence. The positions
were made by the game's own rules and are kept here, as the client knows none; a test says when they are out of date.

May import protocol.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from protocol import messages as m

ROOM = "TRIP"
"""The code of the table at which a tour is given; no server's code has an I."""

_FOLDER = Path(__file__).parent


class TourStep(msgspec.Struct, frozen=True):
    """What is said, the move that it asks for, and the Tables that follow from that."""

    say: str
    move: str
    tables: tuple[m.Table, ...]


class Tour(msgspec.Struct, frozen=True):
    """A tour from the Table at which it begins to what is said at its end."""

    begin: m.Table
    steps: tuple[TourStep, ...]
    end: str


@cache
def names() -> tuple[str, ...]:
    """The games that have a tour, in alphabetical order."""
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.json")))


def find(name: str) -> Tour:
    """The tour of a game that has one."""
    return msgspec.json.decode((_FOLDER / f"{name}.json").read_bytes(), type=Tour)
