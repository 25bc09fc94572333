"""Finds lines that win from the end of a trail: new ones by search, and where a trail has left those already known."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from engines.streets_and_alleys.layout import Layout
from engines.streets_and_alleys.moves import apply_move, invert, read_line
from engines.streets_and_alleys.safe_moves import raise_safe
from engines.streets_and_alleys.solver.beam_search import key_of
from engines.streets_and_alleys.solver.shorten import Line, carry_over
from engines.streets_and_alleys.solver.solver import solve
from engines.streets_and_alleys.view import View, table


class Fork(NamedTuple):
    """Where a trail has left a line that wins, or has not yet.

    Attributes:
        kept: how many moves of the trail lead there.
        line: the moves that win from there.
    """

    kept: int
    line: Line


Trail = tuple[Layout, ...]
"""The layouts of a table from the deal to the present one."""

solved = lru_cache(maxsize=256)(solve)
"""A hint after the next move asks about much the same layouts."""


def own_table(view: View) -> tuple[Layout, str]:
    """The layout of the view's seat and the line that led to it, which are never hidden from it."""
    assert view.seat is not None, "a spectator has no table"
    layout, line = table(view, view.seat), view.lines[view.seat]
    assert layout is not None
    assert line is not None
    return layout, line


def trail(layout: Layout, line: str) -> Trail:
    """All layouts that a line of moves led through to this one, the first before any move, this one last."""
    back = tuple(map(invert, reversed(read_line(line))))
    return (layout, *layouts(layout, back))[::-1]


def redo_trail(layout: Layout, undone: str) -> Trail:
    """All layouts that redoing what was undone would lead to, the next one first."""
    return tuple(layouts(layout, read_line(undone)[::-1]))


def last_fork(trail: Sequence[Layout], wins: Iterable[Line]) -> Fork | None:
    """Where a trail was last on the way of any of these lines, on the shortest from there; None for none."""
    forks = filter(None, (fork(trail, line) for line in wins))
    return max(forks, key=lambda known: (known.kept, -len(known.line)), default=None)


def fork(trail: Sequence[Layout], proof: Line) -> Fork | None:
    """Where a trail was last on the way of a line that wins from its beginning; None where there is no such line.

    Who has raised safe cards sooner or later than the line does is still on its way, and who has moved a card to
    another empty pile, too.
    """
    passed = _layouts_by_key(trail[0], proof) if proof else {}
    for kept in reversed(range(len(trail))):
        raises, settled = raise_safe(trail[kept])
        at, line = passed.get(exact_key(settled), (None, ()))
        if at and (rest := carry_over(at, line, settled)) is not None:
            return Fork(kept, (*raises, *rest))
    return None


@lru_cache(maxsize=64)
def _layouts_by_key(layout: Layout, line: Line) -> Mapping[Hashable, tuple[Layout, Line]]:
    """What a line leads through, by the key of what safe raises make of it, with what is left of the line there."""
    through = (layout, *layouts(layout, line))
    return {exact_key(raise_safe(at)[1]): (at, line[number:]) for number, at in enumerate(through)}


def way(trail: Sequence[Layout], budget: int) -> Line:
    """A line that wins from the end of a trail, and comes back to nothing before it; () where none was found."""
    *before, here = trail
    been = set(map(exact_key, before))
    line, spent = solved(here, budget).line, solved(here, budget).positions
    if not been.isdisjoint(map(exact_key, layouts(here, line))):
        line = solved(here, budget - spent, frozenset(map(key_of, before))).line
    return line if been.isdisjoint(map(exact_key, layouts(here, line))) else ()


def layouts(layout: Layout, line: Line) -> Iterator[Layout]:
    for move in line:
        layout = apply_move(layout, move)
        yield layout


def exact_key(layout: Layout) -> Hashable:
    """The same for layouts that differ in no more than where their piles and their foundations stand."""
    return tuple(sorted(layout.piles)), frozenset(layout.foundations)
