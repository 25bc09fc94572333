"""Solves a layout: whether it can still be won, and how.

Thought is counted in positions, not in seconds, so that the same question has the same answer everywhere.
"""

from __future__ import annotations

import gc
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal

from engines.streets_and_alleys.layout import Layout
from engines.streets_and_alleys.moves import Build, CardMove, Lower, Raise, apply_move
from engines.streets_and_alleys.safe_moves import home, raise_safe
from engines.streets_and_alleys.solver.beam_search import FOUNDATIONS, SearchNode, beam, begin
from engines.streets_and_alleys.solver.pile_cache import number_of
from engines.streets_and_alleys.solver.shorten import Line, shorten_line

POSITIONS_PER_S = 200_000
"""About as many as are looked at in a second."""
BUDGET = 9 * POSITIONS_PER_S
"""What is not won by then is hardly ever won soon."""

Search = tuple[int, int, bool]
"""A beam: how wide, how many positions at most, and whether with moves back down."""

ALL = 1_000_000_000
SEARCHES: tuple[Search, ...] = (
    (100, ALL, False),
    (ALL, 10_000, True),
    (300, ALL, True),
    (1000, ALL, False),
    (700, ALL, True),
    (1300, ALL, False),
    (4000, ALL, True),
    (7000, ALL, False),
    (ALL, 200_000, True),
)
"""The beams, one after another.

A wider one wins more deals, and takes longer for each. The widest leaves nothing out, and so can prove that nothing
wins: mostly that takes few positions, or far too many.
"""


@dataclass(frozen=True, slots=True)
class SolverResult:
    """The result of solving a layout.

    Attributes:
        found: "won" if the line wins; "lost" if all that can be reached was looked at, and nothing wins; "unknown" if
            the budget was spent, or the last search, and neither is known.
        line: moves that win; () where none are known, or none are needed.
        positions: how many positions were looked at.
    """

    found: Literal["won", "lost", "unknown"]
    line: Line = ()
    positions: int = 0


def solve(
    layout: Layout, budget: int = BUDGET, barred: Collection[int] = (), searches: Sequence[Search] = SEARCHES
) -> SolverResult:
    """Find moves that win, or prove that there are none, looking at about so many positions.

    Positions of barred keys (`beam_search.key_of`) are not gone through. Where there are any, it
    is not proved that nothing wins.
    """
    first, spent = begin(layout), 0
    if not first.key:
        return SolverResult("won", raise_safe(layout)[0])
    with _pause_collector():
        for width, positions_max, lowers in searches:
            if spent >= budget:
                break
            outcome = beam(first, width, min(budget - spent, positions_max), barred, lowers=lowers)
            spent += outcome.positions
            if outcome.won is not None:
                line = shorten_line(layout, _line(layout, outcome.won))
                return SolverResult("won", line, spent)
            if not outcome.left_some:
                return SolverResult("lost", (), spent)
    return SolverResult("unknown", (), spent)


@contextmanager
def _pause_collector() -> Iterator[None]:
    """Pause the garbage collector: there is no garbage before the end, and collecting takes a tenth of the time."""
    is_usual = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if is_usual:
            gc.enable()


def _line(layout: Layout, won: SearchNode) -> Line:
    """The moves that lead from the layout to a won position, with all safe raises."""
    way = [won]
    while way[-1].before is not None:
        way.append(way[-1].before)
    line: list[CardMove] = []
    for position in reversed(way):
        steps = (_move(layout, position),) if position.before is not None else ()
        for move in steps:
            layout = apply_move(layout, move)
        raises, layout = raise_safe(layout)
        line += [*steps, *raises]
    return tuple(line)


def _move(layout: Layout, position: SearchNode) -> CardMove:
    """The move that led to a position, made in the layout before it."""
    if position.source == FOUNDATIONS:
        cards = [None if top is None else number_of(top) for top in layout.foundations]
        return Lower(cards.index(position.card), position.target)
    if position.target == FOUNDATIONS:
        foundation = home(layout, layout.piles[position.source][-1])
        assert foundation is not None
        return Raise(position.source, foundation)
    return Build(position.source, position.target)
