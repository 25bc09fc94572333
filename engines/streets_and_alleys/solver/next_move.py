"""Chooses the next move: one that leads to a win, the way back to where there is one, or what looks best.

Everything follows from the layouts on the way from the deal to the present one, called a trail, and from the lines that
are known to win. A player who follows every answer, each line that it finds being known from then on, is never led
round in a circle: a line that wins comes back to nothing that was there before, nor does what only looks best.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from engines.cards import Card
from engines.streets_and_alleys.layout import Layout
from engines.streets_and_alleys.moves import CardMove, Lower, Raise, apply_move, moves
from engines.streets_and_alleys.safe_moves import is_safe
from engines.streets_and_alleys.solver.beam_search import begin
from engines.streets_and_alleys.solver.shorten import Line
from engines.streets_and_alleys.solver.solver import POSITIONS_PER_S, solve
from engines.streets_and_alleys.solver.winning_lines import Fork, exact_key, last_fork, layouts, solved, way

BUDGET = 2 * POSITIONS_PER_S
"""How many positions are looked at to find a win from a layout: two seconds' worth at most."""
BACK_BUDGET = 40_000
"""How many for a layout to go back to."""
BACK_PURSE = 120_000
"""After how many no further layout to go back to is looked at."""
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
        is_aside: whether the line is a new one, as the trail has left those that were known.
    """

    move: CardMove
    line: Line
    is_safe: bool
    frees: Card | None
    empties: bool
    is_aside: bool = False


@dataclass(frozen=True, slots=True)
class TakeBackMoves:
    """Moves to take back, as every win that is known leads on from there.

    Attributes:
        moves: how many to take back.
        line: the moves that win from there.
        why: "lost" where nothing wins from the present layout, "unknown" where nothing was found that does, "behind"
            where the line that wins from it comes back to there.
    """

    moves: int
    line: Line
    why: Literal["lost", "unknown", "behind"]


@dataclass(frozen=True, slots=True)
class NoProgress:
    """There is nothing to do that would not lead back.

    Attributes:
        is_lost: whether it is proved that nothing wins from here.
        is_lost_deal: whether it is proved that nothing ever did.
    """

    is_lost: bool
    is_lost_deal: bool = False


Lead = Onward | TakeBackMoves | NoProgress


def lead(
    trail: Sequence[Layout], undone: Iterable[Layout] = (), wins: Iterable[Line] = (), budget: int = BUDGET
) -> Lead:
    """What to do where a trail has come to, which is not won. The wins are lines known to win from its beginning.

    What was undone was not what was wanted: no move leads there for no more than its looks.
    """
    here, known = trail[-1], last_fork(trail, wins)
    if known is not None and known.kept == len(trail) - 1:
        return _along(trail, known)
    result = solved(here, budget)
    if result.found == "lost":
        return _back_from_lost(trail, known) or NoProgress(is_lost=True, is_lost_deal=_is_lost(trail[0]))
    if line := way(trail, budget):
        return _onward(here, line[0], line, is_aside=known is not None)
    if behind := _back_along(trail, result.line):
        return behind
    known = known or last_fork(trail, [solved(trail[0], BACK_BUDGET).line])
    if known is not None and known.kept == len(trail) - 1:
        return _along(trail, known)
    return TakeBackMoves(len(trail) - 1 - known.kept, known.line, "unknown") if known else _by_looks(trail, undone)


def _is_lost(layout: Layout) -> bool:
    return solved(layout, BACK_BUDGET).found == "lost"


def _along(trail: Sequence[Layout], known: Fork) -> Onward | TakeBackMoves:
    """What to do on the way of a line that wins."""
    if behind := _last_revisited(trail, known.line):
        return TakeBackMoves(len(trail) - 1 - behind.kept, behind.line, "behind")
    return _onward(trail[-1], known.line[0], known.line)


def _by_looks(trail: Sequence[Layout], undone: Iterable[Layout]) -> Onward | NoProgress:
    """The move that looks best and does not lose soon."""
    here = trail[-1]
    hopeful = [move for move in new_moves(trail, undone) if solve(apply_move(here, move), GLANCE).found != "lost"]
    move = best_looking(here, hopeful)
    return NoProgress(is_lost=False) if move is None else _onward(here, move, ())


def new_moves(trail: Sequence[Layout], undone: Iterable[Layout] = ()) -> tuple[CardMove, ...]:
    """The moves that lead to new layouts."""
    been, here = {exact_key(layout) for layout in (*trail, *undone)}, trail[-1]
    return tuple(move for move in moves(here) if exact_key(apply_move(here, move)) not in been)


def best_looking(here: Layout, of: Iterable[CardMove]) -> CardMove | None:
    """The move of some that leads to what looks least far from won; None of none."""
    return min(of, key=lambda move: begin(apply_move(here, move)).cost, default=None)


def _onward(here: Layout, move: CardMove, line: Line, *, is_aside: bool = False) -> Onward:
    """A move with what speaks for it: a line that wins, if one begins with it."""
    if isinstance(move, Lower):
        return Onward(move, line, is_safe=False, frees=None, empties=False, is_aside=is_aside)
    pile = here.piles[move.source]
    return Onward(
        move,
        line,
        is_safe=isinstance(move, Raise) and is_safe(here, pile[-1]),
        frees=_freed_card(here, move.source, line),
        empties=len(pile) == 1,
        is_aside=is_aside,
    )


def _back_from_lost(trail: Sequence[Layout], known: Fork | None) -> TakeBackMoves | None:
    """As little as may be to take back from a lost layout to where a win is known; None where none is.

    What a lost layout leads to is lost as well, and what is found from one layout mostly is from those before it, so
    that half of the trail is ruled out at a time.
    """
    last, purse = len(trail) - 1, BACK_PURSE
    found = TakeBackMoves(last - known.kept, known.line, "lost") if known else None
    left = range(known.kept + 1 if known else 0, last)
    while left and purse > 0:
        middle = len(left) // 2
        kept = left[middle]
        if line := way(trail[: kept + 1], BACK_BUDGET):
            found, left = TakeBackMoves(last - kept, line, "lost"), left[middle + 1 :]
        else:
            left = left[:middle]
        purse -= solved(trail[kept], BACK_BUDGET).positions
    return found


def _back_along(trail: Sequence[Layout], line: Line) -> TakeBackMoves | None:
    """What to take back, where a line that wins from here leads through layouts that were there before."""
    behind = _last_revisited(trail, line)
    ahead = way(trail[: behind.kept + 1], BACK_BUDGET) if behind else ()
    return TakeBackMoves(len(trail) - 1 - behind.kept, ahead, "behind") if behind and ahead else None


def _last_revisited(trail: Sequence[Layout], line: Line) -> Fork | None:
    """The last layout that a line from here leads through of those that were there before."""
    been = {exact_key(layout): kept for kept, layout in enumerate(trail[:-1])}
    keys = map(exact_key, layouts(trail[-1], line))
    through = [Fork(been[key], line[moved:]) for moved, key in enumerate(keys, 1) if key in been]
    return through[-1] if through else None


def _freed_card(layout: Layout, source: int, line: Line) -> Card | None:
    """The card under the end of a pile that a line, in which the end moves first, raises first."""
    under = layout.piles[source][:-1]
    for move in line:
        if isinstance(move, Raise) and layout.piles[move.source][-1] in under:
            return layout.piles[move.source][-1]
        layout = apply_move(layout, move)
    return None
