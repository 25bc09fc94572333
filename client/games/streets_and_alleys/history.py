"""What was done at a table between two views of one race, move by move, with the cards as they lay after each."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Literal, NamedTuple

from engines.game import Seat
from engines.streets_and_alleys.layout import Layout
from engines.streets_and_alleys.moves import CardMove, applied, brief, inverted, moves, read_line
from engines.streets_and_alleys.view import View, table

Kind = Literal["made", "undone", "redone"]


class HistoryEntry(NamedTuple):
    """A move that was made or taken back, and the cards once it was."""

    kind: Kind
    move: CardMove
    after: Layout


def deeds(before: View, after: View, seat: Seat) -> Iterator[HistoryEntry]:
    """What was done at a seat's table, where it is shown; what was taken back comes before what was made instead."""
    layout, old, new = table(before, seat), before.lines[seat], after.lines[seat]
    if layout is None or old is None or new is None:
        return
    kept = _common(old, new)
    for move in reversed(read_line(old[kept:])):
        layout = applied(layout, inverted(move))
        yield HistoryEntry("undone", move, layout)
    coming = before.undone if len(old) == kept else ""
    for move in read_line(new[kept:]):
        layout = applied(layout, move)
        yield HistoryEntry("redone" if coming[-2:] == brief(move) else "made", move, layout)
        coming = coming[:-2] if coming[-2:] == brief(move) else ""


def begun_again(before: View, after: View, seat: Seat) -> bool:
    """Whether a seat went back to the deal at once, rather than move by move."""
    if after.moves[seat]:
        return False
    if seat == after.seat:
        return not after.undone and bool(before.moves[seat] or before.undone)
    return before.moves[seat] > 1


@lru_cache(maxsize=64)
def possible(layout: Layout) -> int:
    """How many moves of a card the rules allow."""
    return sum(1 for _ in moves(layout))


def _common(old: str, new: str) -> int:
    """How much two lines of moves begin with alike: most often all of one, and always whole moves."""
    for one, other in ((old, new), (new, old)):
        if other.startswith(one):
            return len(one)
    return next(at for at, (was, now) in enumerate(zip(old, new, strict=False)) if was != now) // 2 * 2
