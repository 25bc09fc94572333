"""Noughts, a game that only tests know: a board of three by three cells, of which whoever is on turn takes one."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace

from client.games import generic
from client.games.widgets.cell_grid import CellGrid, with_board
from engines.game import Seat

SIGNS = "XO"


@dataclass(frozen=True, slots=True)
class Options:
    """Nothing can be chosen."""


@dataclass(frozen=True, slots=True)
class View:
    """The cells by rows, each a sign or a dot, and whose turn it is."""

    seat: Seat | None
    cells: tuple[str, str, str] = ("...", "...", "...")
    mover: Seat = 0


def legal(view: View) -> tuple[str, ...]:
    if view.seat != view.mover:
        return ()
    free = ((column, row) for row in range(3) for column in range(3) if view.cells[row][column] == ".")
    return tuple(f"take {'abc'[column]}{row + 1}" for column, row in free)


text = str

# Where the client looks for the views of a game that it has no file for.
sys.modules["engines.noughts.view"] = sys.modules[__name__]

GRID = CellGrid(
    3,
    3,
    cell=lambda view, column, row: ("sign", view.cells[row][column].replace(".", " ")),
    move_at=lambda _view, column, row: f"take {'abc'[column]}{row + 1}",
)
BOARD = with_board(generic.client("noughts"), GRID)
CLIENT = replace(BOARD, drawing=replace(BOARD.drawing, styles={"sign": "bold {warn}"}))
