"""The player's own table as it will be once a pending move is made."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from client.games.streets_and_alleys.selection import own_table
from engines.streets_and_alleys.layout import Layout, deal
from engines.streets_and_alleys.moves import Again, Move, Redo, Undo, apply_move, brief, invert, read, read_line
from engines.streets_and_alleys.view import View

T = TypeVar("T")


def ahead(view: View, move: str) -> View:
    """The view after its seat's move, which has to be legal."""
    layout, seat = own_table(view), view.seat
    assert layout is not None, "only players move"
    assert seat is not None, "only players move"
    layout, line, undone = _with_move(layout, (view.lines[seat] or "", view.undone), read(move), view.deal)
    return replace(
        view,
        piles=_with_value(view.piles, seat, layout.piles),
        foundations=_with_value(view.foundations, seat, layout.foundations),
        moves=_with_value(view.moves, seat, len(line) // 2),
        lines=_with_value(view.lines, seat, line),
        undone=undone,
    )


def _with_move(layout: Layout, lines: tuple[str, str], move: Move, number: int) -> tuple[Layout, str, str]:
    """The layout, the moves that led to it and the undone ones, after one more move."""
    line, undone = lines
    match move:
        case Undo():
            (newest,) = read_line(line[-2:])
            return apply_move(layout, invert(newest)), line[:-2], undone + line[-2:]
        case Redo():
            (newest,) = read_line(undone[-2:])
            return apply_move(layout, newest), line + undone[-2:], undone[:-2]
        case Again():
            return deal(number), "", ""
        case _:
            return apply_move(layout, move), line + brief(move), ""


def _with_value(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    return (*values[:at], value, *values[at + 1 :])
