"""Noughts, a game on a grid that only tests know: three by three cells, taken in turn; three in a line win."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace

from client.games import generic
from client.games.widgets.cell_grid import CellGrid, with_board
from engines.chance import Chance
from engines.game import (
    BotLevel,
    Bots,
    Game,
    Help,
    Hint,
    IllegalMoveError,
    Outcome,
    Rules,
    Seat,
    Timing,
    UnreadableMoveError,
)
from tests.support.facts import Facts

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
    if view.seat not in turn(view):
        return ()
    free = ((column, row) for row in range(3) for column in range(3) if view.cells[row][column] == ".")
    return tuple(f"take {'abc'[column]}{row + 1}" for column, row in free)


def text(move: str) -> str:
    return move


def read(written: str) -> str:
    if len(written) != 7 or written[:5] != "take " or written[5] not in "abc" or written[6] not in "123":
        raise UnreadableMoveError(f"{written!r} takes no cell.")
    return written


State = View
"""Nothing is hidden: the truth is what a spectator sees."""


def setup(options: Options, seats: int, chance: Chance) -> State:
    return View(None)


def turn(state: State) -> tuple[Seat, ...]:
    return (state.mover,) if any("." in row for row in state.cells) and _winner(state) is None else ()


def apply(state: State, seat: Seat, move: str, chance: Chance) -> State:
    column, row = "abc".index(move[5]), int(move[6]) - 1
    if seat not in turn(state) or state.cells[row][column] != ".":
        raise IllegalMoveError("You cannot take that.")
    rows = [list(cells) for cells in state.cells]
    rows[row][column] = SIGNS[seat]
    upper, middle, lower = ("".join(cells) for cells in rows)
    return View(None, (upper, middle, lower), 1 - state.mover)


def view(state: State, seat: Seat | None) -> View:
    return replace(state, seat=seat)


def outcome(state: State) -> Outcome | None:
    if turn(state):
        return None
    winner = _winner(state)
    scores = (int(winner == 0), int(winner == 1))
    return Outcome(scores, (0, 1) if winner is None else (winner,), "Nobody can go on.")


def redeal(view: View, chance: Chance) -> State:
    return replace(view, seat=None)


def _winner(state: State) -> Seat | None:
    return next((SIGNS.index(line[0]) for line in _lines(state.cells) if line in ("XXX", "OOO")), None)


def _lines(cells: tuple[str, str, str]) -> Iterator[str]:
    yield from cells
    yield from ("".join(column) for column in zip(*cells, strict=True))
    yield from ("".join(cells[at][at] for at in range(3)), "".join(cells[at][2 - at] for at in range(3)))


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

GAME: Game[State, View, str] = Game(
    name="noughts",
    title="Noughts",
    version=1,
    seats=range(2, 3),
    rules=Rules.of(sys.modules[__name__]),
    bots=Bots((BotLevel("first", "It takes the first cell.", lambda view, chance: legal(view)[0]),)),
    timing=Timing(default=lambda view: legal(view)[0]),
    help=Help(hint=lambda view, chance: Hint(legal(view)[0], f"{legal(view)[0].capitalize()}: it is free.")),
)
FACTS = Facts(tables={"usual": Options()}, longest=9)
