"""What to do next, for who asks: a move that leads to a win, the way back to where there is one, or what looks best.

Everything follows from the layouts on the way from the deal to the present one, called a trail, so that the same way
gets the same answer. Whoever does what is said, again and again, is never led round in a circle: a line that wins
comes back to nothing that was there before, and what only looks best does not either.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from engines.cards import Card
from engines.streets_and_alleys.advice import is_safe
from engines.streets_and_alleys.layout import Layout
from engines.streets_and_alleys.moves import CardMove, Lower, Raise, applied, moves
from engines.streets_and_alleys.search import begin, key_of
from engines.streets_and_alleys.shortening import Line
from engines.streets_and_alleys.solver import solve

BUDGET = 60_000
"""How many positions are looked at to find a win from a layout."""
BACK_BUDGET = 40_000
"""How many for a layout to go back to. What wins within it is found again by whoever goes back there."""
BACK_PURSE = 120_000
"""After how many no further layout to go back to is looked at."""
STRIDE = 8
"""A line that wins is looked for again after so many moves, and else followed. What a search finds a little further on
it need not find, so that who asks at every move would be shown one way after another, and now and then none."""
GLANCE = 300
"""How many for each move that might look best, so that none is that loses soon."""


@dataclass(frozen=True, slots=True)
class Onward:
    """A move to make, and the facts that speak for it.

    Attributes:
        move: the move.
        line: a line that wins, the move being its first; () where none was found, and the move only looks best.
        is_safe: whether it raises a card that nobody will need in a pile.
        frees: the first card under the moved one, in the pile it leaves, that the line then raises; None if none is.
        empties: whether it leaves its pile empty.
    """

    move: CardMove
    line: Line
    is_safe: bool
    frees: Card | None
    empties: bool


@dataclass(frozen=True, slots=True)
class Back:
    """Moves to take back, as every win that is known leads on from there.

    Attributes:
        moves: how many to take back.
        left: how many moves win from there.
        is_lost: whether it is proved that nothing wins from here.
    """

    moves: int
    left: int
    is_lost: bool


@dataclass(frozen=True, slots=True)
class Nowhere:
    """There is nothing to do that would not lead back.

    Attributes:
        is_lost: whether it is proved that nothing wins from here.
        is_lost_deal: whether it is proved that nothing ever did.
    """

    is_lost: bool
    is_lost_deal: bool = False


Lead = Onward | Back | Nowhere

_solve = lru_cache(maxsize=256)(solve)
"""Who asks again after a move asks about much the same layouts."""


def lead(trail: Sequence[Layout], undone: Collection[Layout] = (), budget: int = BUDGET) -> Lead:
    """What to do where a trail has come to, which is not won.

    What was undone was not what was wanted: no move leads there for no more than its looks.
    """
    here = trail[-1]
    if _solve(here, budget).found == "lost":
        return back_from_lost(trail) or Nowhere(
            is_lost=True, is_lost_deal=_solve(trail[0], BACK_BUDGET).found == "lost"
        )
    if line := _line_on(trail, budget):
        return _onward(here, line[0], line)
    if back := _back_along(trail, _solve(here, budget).line):
        return back
    hopeful = [move for move in new_moves(trail, undone) if solve(applied(here, move), GLANCE).found != "lost"]
    move = best_looking(here, hopeful)
    return Nowhere(is_lost=False) if move is None else _onward(here, move, ())


def _line_on(trail: Sequence[Layout], budget: int) -> Line:
    """A line that wins from the end of a trail: the rest of one from little before, or a new one; () for none."""
    last = len(trail) - 1
    stride = last - last % STRIDE
    for start in dict.fromkeys((stride, last, max(0, stride - STRIDE))):
        line = way(trail[: start + 1], budget)
        if line and _passes(trail[start:], line):
            return line[last - start :]
    return ()


def _passes(trail: Sequence[Layout], line: Line) -> bool:
    """Whether a line goes on as the trail does that it begins with."""
    return list(islice(_layouts(trail[0], line), len(trail) - 1)) == list(trail[1:])


def way(trail: Sequence[Layout], budget: int) -> Line:
    """A line that wins from the end of a trail, and comes back to nothing before it; () where none was found."""
    *before, here = trail
    been = set(map(_exact_key, before))
    line = _solve(here, budget).line
    if not been.isdisjoint(map(_exact_key, _layouts(here, line))):
        line = _solve(here, budget, frozenset(map(key_of, before))).line
    return line if been.isdisjoint(map(_exact_key, _layouts(here, line))) else ()


def new_moves(trail: Sequence[Layout], undone: Collection[Layout] = ()) -> tuple[CardMove, ...]:
    """The moves that lead to what was not there before."""
    been, here = {_exact_key(layout) for layout in (*trail, *undone)}, trail[-1]
    return tuple(move for move in moves(here) if _exact_key(applied(here, move)) not in been)


def best_looking(here: Layout, of: Iterable[CardMove]) -> CardMove | None:
    """The move of some that leads to what looks least far from won; None of none."""
    return min(of, key=lambda move: begin(applied(here, move)).cost, default=None)


def _onward(here: Layout, move: CardMove, line: Line) -> Onward:
    """A move with what speaks for it: a line that wins, if one begins with it."""
    if isinstance(move, Lower):
        return Onward(move, line, is_safe=False, frees=None, empties=False)
    pile = here.piles[move.source]
    return Onward(
        move,
        line,
        is_safe=isinstance(move, Raise) and is_safe(here, pile[-1]),
        frees=_freed(here, move.source, line),
        empties=len(pile) == 1,
    )


def back_from_lost(trail: Sequence[Layout]) -> Back | None:
    """As little as may be to take back to where a win is known, where nothing wins any more.

    What a lost layout leads to is lost as well, so that half of the trail can be ruled out at a time.
    """
    back, first, end, purse = None, 0, len(trail) - 1, BACK_PURSE
    while first < end and purse > 0:
        kept = (first + end) // 2
        line = way(trail[: kept + 1], BACK_BUDGET)
        if line:
            back, first = Back(len(trail) - 1 - kept, len(line), is_lost=True), kept + 1
        else:
            end = kept
        purse -= _solve(trail[kept], BACK_BUDGET).positions
    return back


def _back_along(trail: Sequence[Layout], line: Line) -> Back | None:
    """What to take back, where a line that wins from here leads through layouts that were there before."""
    been = {_exact_key(layout): kept for kept, layout in enumerate(trail[:-1])}
    through = [been[key] for key in map(_exact_key, _layouts(trail[-1], line)) if key in been]
    ahead = way(trail[: through[-1] + 1], BACK_BUDGET) if through else ()
    return Back(len(trail) - 1 - through[-1], len(ahead), is_lost=False) if ahead else None


def _layouts(layout: Layout, line: Line) -> Iterator[Layout]:
    """What each move of a line leads to."""
    for move in line:
        layout = applied(layout, move)
        yield layout


def _freed(layout: Layout, source: int, line: Line) -> Card | None:
    """The card under the end of a pile that a line, in which the end moves first, raises first."""
    under = layout.piles[source][:-1]
    for move in line:
        if isinstance(move, Raise) and layout.piles[move.source][-1] in under:
            return layout.piles[move.source][-1]
        layout = applied(layout, move)
    return None


def _exact_key(layout: Layout) -> Hashable:
    """The same for layouts that differ in no more than where their piles and their foundations stand."""
    return tuple(sorted(layout.piles)), frozenset(layout.foundations)
