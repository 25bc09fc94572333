"""What happened at a table between two views of one race, move by move, with the layout after each."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import takewhile
from operator import eq
from typing import Literal, NamedTuple

from engines.game import Seat
from engines.streets_and_alleys.layout import Layout
from engines.streets_and_alleys.moves import CardMove, apply_move, brief, invert, moves, read_line
from engines.streets_and_alleys.view import View, table

Kind = Literal["made", "undone", "redone"]


class HistoryEntry(NamedTuple):
    """A move that was made, undone or redone, and the layout after it."""

    kind: Kind
    move: CardMove
    after: Layout


def history_entries(before: View, after: View, seat: Seat) -> Iterator[HistoryEntry]:
    """What happened at a seat's table, if it is shown; undone moves come before those made instead."""
    layout, old, new = table(before, seat), before.lines[seat], after.lines[seat]
    if layout is None or old is None or new is None:
        return
    kept = len(list(takewhile(bool, map(eq, old, new)))) // 2 * 2  # a move is two characters
    for move in reversed(read_line(old[kept:])):
        layout = apply_move(layout, invert(move))
        yield HistoryEntry("undone", move, layout)
    coming = before.undone if len(old) == kept else ""
    for move in read_line(new[kept:]):
        layout = apply_move(layout, move)
        yield HistoryEntry("redone" if coming[-2:] == brief(move) else "made", move, layout)
        coming = coming[:-2] if coming[-2:] == brief(move) else ""


def has_restarted(before: View, after: View, seat: Seat) -> bool:
    """Whether a seat went back to the deal at once, rather than move by move."""
    if after.moves[seat]:
        return False
    if seat == after.seat:
        return not after.undone and bool(before.moves[seat] or before.undone)
    return before.moves[seat] > 1


@lru_cache(maxsize=64)
def count_moves(layout: Layout) -> int:
    return sum(1 for _ in moves(layout))
