"""Sample tables of Streets and Alleys for the client's tests, made by its rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

from client.drawing.canvas import Drawing, Region
from client.games.spec import Scene
from engines.cards import RANKS, SUITS
from engines.game import Seat
from engines.streets_and_alleys.layout import Layout, deal
from engines.streets_and_alleys.rules import State, view
from engines.streets_and_alleys.view import View
from protocol import messages as m
from tests.support.builders.scenes import lines as lines
from tests.support.builders.scenes import scene_of
from tests.support.builders.sheets import hosted
from tests.support.builders.tables import person, table_of
from tests.support.fakes.table_server import Room
from tests.support.games.streets import layout, race

NAME = "streets_and_alleys"
LEVELS = ("strolling", "walking", "striding", "running", "flying")
SHEET = hosted(NAME, *LEVELS)
OPTIONS = {"deal": 0, "time_limit_s": 0, "tables": "hidden", "winnable": False}
NAMES = ("ana", "ben", "cleo", "dora")
LONGEST = "9C 5H 2C 8D 3S 7D KS QH JD 10S 9H 8C 7H 6S 5D 4C 3D 2S AH"
"""As many cards as a pile can have: six that were dealt, and thirteen built down from a king."""
STREET = layout(
    "4D 3D", "5C 4H", "KS", "9S 8D", "QH", "", "10H 9C", "7C AC", foundations="- 2S AD -"
)  # fmt: skip
"""A few cards: the 3 of diamonds may go onto the 4 of hearts, and the 2 of spades and the ace of diamonds are up."""


RANK_ENDS = {rank[-1] for rank in RANKS} | {"T"}


def dealt(number: int = 1, seats: int = 1, *, shown: bool = False) -> State:
    return replace(race(*[deal(number)] * seats, shown=shown), deal=number)


def seen(state: State, seat: Seat | None = 0) -> View:
    return view(state, seat)


def street(at: Layout = STREET) -> View:
    return seen(race(at))


def nearly_won() -> Layout:
    """Cards of which all that is left goes up: the kings, the queen of hearts under one of them."""
    return layout("QH KC", "KH", "KS", "KD", foundations="QC QS QD JH")


def street_table(view: View, **changes: Any) -> m.Table:
    """The table of a view, by default in play, of ana alone or of her and others."""
    chairs = tuple(map(person, NAMES[: len(view.moves)]))
    those = {"chairs": chairs, "seat": view.seat, "turn": tuple(range(len(chairs))), **changes}
    return table_of(NAME, OPTIONS, view, **those)


def room(state: State, seat: Seat | None = 0, **options: Any) -> Room:
    """A room of the test's server in which a race is on, ana sitting where the client does."""
    seats = len(state.tables)
    names = [*NAMES[1:seats]]
    names.insert(seat or 0, "ana")
    chairs = tuple(map(person, names[:seats]))
    return Room(
        "RSAM", {**OPTIONS, **options}, chairs, seat, state, number=1, name=NAME, plies=(0,) * seats
    )  # fmt: skip


def scene(view: View, width: int = 100, height: int = 27, **changes: Any) -> Scene:
    return scene_of(view, NAMES[: len(view.moves)], (width, height), **{"is_over": view.over is not None, **changes})


def places(drawing: Drawing) -> dict[str, Region]:
    """What can be clicked for each place, by the place's word."""
    return {region.drop.split()[-1]: region for region in drawing.regions if region.drop}


def faces(drawing: Drawing, word: str) -> list[str]:
    """The cards that a person reads at a place where none is lifted, row by row, each in two characters."""
    region = places(drawing)[word]
    rows = [line[region.x : region.x + region.width] for line in lines(drawing)]
    return [face for row in rows[region.y : region.y + region.height] for face in read_faces(row)]


def read_faces(text: str) -> Iterator[str]:
    """Every rank with a suit behind it, the 10 as a T."""
    for before, char in pairwise(text):
        if char in SUITS and before in RANK_ENDS:
            yield f"{before.replace('0', 'T')}{char}"
