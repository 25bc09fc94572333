"""The proofs that deals are winnable: for each that is listed, a line that wins it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from engines.streets_and_alleys.layout import Layout, deal
from engines.streets_and_alleys.moves import CardMove, Raise, applied, brief, read_line
from engines.streets_and_alleys.safe_moves import autoplay, is_safe
from engines.streets_and_alleys.solver.shorten import Line
from engines.streets_and_alleys.solver.winnable import PROOFS


@lru_cache(maxsize=64)
def proof(number: int) -> Line:
    """A line that wins a deal; () where the deal is not listed as winnable."""
    return read(deal(number), PROOFS[number]) if number in PROOFS else ()


def text(layout: Layout, line: Line) -> str:
    """A line as the list keeps it: without the safe raises, as these are made as soon as they can be."""
    kept = []
    for move in line:
        if not (isinstance(move, Raise) and is_safe(layout, layout.piles[move.source][-1])):
            kept.append(brief(move))
        layout = applied(layout, move)
    return "".join(kept)


def read(layout: Layout, written: str) -> Line:
    """The line of a text, with all safe raises."""
    line: list[CardMove] = []
    for moves in (autoplay(layout), *((move,) for move in read_line(written))):
        layout = _moved(layout, moves)
        raises = autoplay(layout)
        layout = _moved(layout, raises)
        line += [*moves, *raises]
    return tuple(line)


def _moved(layout: Layout, moves: Iterable[CardMove]) -> Layout:
    for move in moves:
        layout = applied(layout, move)
    return layout
