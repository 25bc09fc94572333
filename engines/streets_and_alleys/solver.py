"""Whether a layout can still be won, and how; and what to do next, for who asks for a hint.

Thought is counted in positions, not in seconds, so that the same question has the same answer everywhere.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from engines.cards import Card
from engines.streets_and_alleys.advice import autoplay, home, is_safe
from engines.streets_and_alleys.layout import Layout, is_won
from engines.streets_and_alleys.moves import Build, CardMove, Lower, Raise, applied, moves
from engines.streets_and_alleys.piles import number_of
from engines.streets_and_alleys.search import FOUNDATIONS, Outcome, Position, beam, begin, key_of
from engines.streets_and_alleys.shortening import Line, shortened

POSITIONS_PER_S = 200_000
"""About as many as are looked at in a second."""
BUDGET = 10 * POSITIONS_PER_S
HINT_BUDGET = POSITIONS_PER_S // 2

ALL = 1_000_000_000
SEARCHES = (
    (100, ALL, False),
    (ALL, 10_000, True),
    (1000, ALL, False),
    (4000, ALL, True),
    (7000, ALL, False),
    (ALL, 500_000, True),
)
"""The beams, one after another: how wide, how many positions at most, and whether with moves back down.

A wider one wins more deals, and takes longer for each. The widest leaves nothing out, and so can prove that nothing
wins: mostly that takes few positions, or far too many.
"""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of solving a layout.

    Attributes:
        found: "won" if the line wins; "lost" if all that can be reached was looked at, and nothing wins; "unknown" if
            the budget was spent.
        line: moves that win; () where none are known, or none are needed.
        positions: how many positions were looked at.
    """

    found: Literal["won", "lost", "unknown"]
    line: Line = ()
    positions: int = 0


@dataclass(frozen=True, slots=True)
class Hint:
    """A move to make next, and the facts that speak for it.

    Attributes:
        move: the move.
        wins: whether a line that wins begins with it; if not, it is only what looks best.
        is_safe: whether it raises a card that nobody will need in a pile.
        frees: the first card under the moved one, in the pile it leaves, that the line then raises; None if none is.
        empties: whether it leaves its pile empty.
        line: the line that wins, the move being its first; () where none was found.
    """

    move: CardMove
    wins: bool
    is_safe: bool
    frees: Card | None
    empties: bool
    line: Line


def solve(layout: Layout, budget: int = BUDGET, barred: Collection[int] = ()) -> Verdict:
    """Find moves that win, or prove that there are none, looking at about so many positions.

    Positions of barred keys (`engines.streets_and_alleys.search.key_of`) are not gone through. Where there are any, it
    is not proved that nothing wins.
    """
    first, spent = begin(layout), 0
    if not first.key:
        return Verdict("won", autoplay(layout))
    for outcome in _searches(first, budget, barred):
        spent += outcome.positions
        if outcome.won is not None:
            line = shortened(layout, _line(layout, outcome.won))
            return Verdict("won", line, spent)
        if not outcome.left_some:
            return Verdict("lost", (), spent)
    return Verdict("unknown", (), spent)


def hint(layout: Layout, history: Iterable[Layout] = (), budget: int = HINT_BUDGET) -> Hint | None:
    """What to do next: never what leads back to a layout of the history, so that nobody is led round in a circle.

    None where everything does, or nothing can be moved, or all is won.
    """
    if is_won(layout):
        return None
    history = tuple(history)
    been = {_exact_key(before) for before in (*history, layout)}
    line = solve(layout, budget, {key_of(before) for before in history}).line
    if line and _exact_key(applied(layout, line[0])) not in been:
        return _hint(layout, line[0], line)
    new = [move for move in moves(layout) if _exact_key(applied(layout, move)) not in been]
    best = min(new, key=lambda move: begin(applied(layout, move)).cost, default=None)
    return None if best is None else _hint(layout, best, ())


def _searches(first: Position, budget: int, barred: Collection[int]) -> Iterator[Outcome]:
    """One search after another, as long as there is budget."""
    left = budget
    for width, positions_max, lowers in SEARCHES:
        if left > 0:
            outcome = beam(first, width, min(left, positions_max), barred, lowers=lowers)
            yield outcome
            left -= outcome.positions


def _line(layout: Layout, won: Position) -> Line:
    """The moves that lead from the layout to a won position, with all safe raises."""
    way = [won]
    while way[-1].before is not None:
        way.append(way[-1].before)
    line: list[CardMove] = []
    for position in reversed(way):
        steps = (_move(layout, position),) if position.before is not None else ()
        for move in steps:
            layout = applied(layout, move)
        raises = autoplay(layout)
        for move in raises:
            layout = applied(layout, move)
        line += [*steps, *raises]
    return tuple(line)


def _move(layout: Layout, position: Position) -> CardMove:
    """The move that led to a position, made in the layout before it."""
    if position.source == FOUNDATIONS:
        return Lower(_foundation(layout, position.card), position.target)
    if position.target == FOUNDATIONS:
        foundation = home(layout, layout.piles[position.source][-1])
        assert foundation is not None
        return Raise(position.source, foundation)
    return Build(position.source, position.target)


def _foundation(layout: Layout, number: int) -> int:
    """The foundation with the card of this number as its top."""
    return next(place for place, top in enumerate(layout.foundations) if top and number_of(top) == number)


def _hint(layout: Layout, move: CardMove, line: Line) -> Hint:
    if isinstance(move, Lower):
        return Hint(move, bool(line), is_safe=False, frees=None, empties=False, line=line)
    pile = layout.piles[move.source]
    return Hint(
        move,
        wins=bool(line),
        is_safe=isinstance(move, Raise) and is_safe(layout, pile[-1]),
        frees=_freed(layout, move.source, line),
        empties=len(pile) == 1,
        line=line,
    )


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
