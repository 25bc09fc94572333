"""Sample tables of Tower Blaster for the client's tests, made by its rules."""

from __future__ import annotations

from typing import Any

from client.games.spec import Scene
from client.games.tower_blaster.selection import SlotSelection, aim
from engines.game import Seat
from engines.tower_blaster.rules import State, view
from engines.tower_blaster.view import View, is_over
from protocol import messages as m
from tests.support.builders.scenes import lines as lines
from tests.support.builders.scenes import scene_of
from tests.support.builders.sheets import hosted
from tests.support.builders.tables import person, table_of
from tests.support.games import towers

SHEET = hosted("tower_blaster", "drawing", "careful", "counting")
OPTIONS = {"open_first_tower": False, "turn_limit": 0}
MINE = "4 9 17 12 24 31 44 38 52 57"
"""A tower in which 12 and 38 are out of order."""


def state(**changes: Any) -> State:
    """A table where seat 1, with the tower MINE, is on turn: 41 lies on the discard pile, and 20 on the main pile."""
    fields: dict[str, Any] = {"second": MINE, "discard": "1 41", "pile": "20 2 3 7 8", "turns": 1}
    return towers.table(**{**fields, **changes})


def seen(state: State, seat: Seat | None = 1) -> View:
    return view(state, seat)


def tower_table(view: View, **changes: Any) -> m.Table:
    """The table of a view, by default between careful (seat 0, a computer) and ana (seat 1)."""
    chairs = (m.SeatInfo(kind="computer", name="careful", won=0), person("ana"))
    return table_of(
        "tower_blaster", OPTIONS, view, **{"chairs": chairs, "seat": view.seat, "turn": (view.mover,), **changes}
    )


def scene(view: View, width: int = 100, height: int = 27, **changes: Any) -> Scene:
    return scene_of(view, ("careful", "ana"), (width, height), **{"is_over": is_over(view), **changes})


def mark(view: View, slot: int) -> SlotSelection:
    """The mark of a slot, counted from 0, for the decision that the view asks for."""
    return aim(view, None, "up")._replace(slot=slot)
