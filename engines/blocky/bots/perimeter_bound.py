"""The most that a seat playing alone can make of its cells along the edge, in so many moves.

What a block brings there depends on nothing but which of its sides lie on the edge. So the best plan for a block is
found from the best plans for its parts: for each way to place the parts, the moves that are left are shared out among
them. Instead of turning a block and then a part of it, one may as well turn that part first; so a plan has the
moves on parts first, but any block may be begun with.

A smash is taken to bring what smashed blocks bring on average; which moves suit what it really brought is planned anew.
"""

from __future__ import annotations

from functools import cache
from itertools import accumulate
from typing import NamedTuple

from engines.blocky.block import PARTS, Block, Colour, Path, combine
from engines.blocky.bots.move_effects import turns
from engines.blocky.moves import COMBINE_COST, PAINT_COST, SMASH_COST, Action, Combine, Move, Paint, Pass, Smash

Sides = int
"""Which sides of a block lie on the edge of the board: a bit for each of the upper, right, lower and left one."""

ALL_SIDES: Sides = 15
SIDES_OF_PARTS: tuple[Sides, ...] = (3, 9, 12, 6)
"""The sides of the whole that a part in each place has."""

SMASHED = {
    (2, 1): (0.27, 0.45),
    (2, 2): (0.28, 0.47),
    (4, 1): (0.24, 0.48, 0.52, 0.53),
    (4, 2): (0.25, 0.41, 0.47, 0.48),
    (8, 1): (0.25, 0.49, 0.58, 0.61),
    (8, 2): (0.25, 0.42, 0.49, 0.51, 0.52, 0.53),
    (16, 1): (0.26, 0.49, 0.59, 0.65, 0.67, 0.69, 0.69, 0.70),
    (16, 2): (0.25, 0.40, 0.49, 0.53, 0.56, 0.58, 0.60, 0.61),
}
"""By a smashed block's size and how many of its sides lie on the edge: the share of the cells along them that has the
target colour, and that share after the best move, the best two moves and so on. Means over random blocks of depth 5."""


class PlacementPlan(NamedTuple):
    """Moves in an order to make them, and the score that is expected then: cells along the edge less costs."""

    score: float
    moves: tuple[Action, ...] = ()


NOTHING = PlacementPlan(0)

Plans = list[PlacementPlan]
"""The best plan of at most no moves, of at most one, and so on; those past the last are no better than it."""


class Placement(NamedTuple):
    """A way to place a block's parts.

    Attributes:
        places: where each part comes to lie.
        quarters: how many quarters clockwise all parts are rotated in themselves.
        made_by: which of the turns of the block bring that about.
    """

    places: tuple[int, ...]
    quarters: int
    made_by: tuple[int, ...]


TURNS = (((1, 2, 3, 0), 3), ((3, 0, 1, 2), 1), ((1, 0, 3, 2), 0), ((3, 2, 1, 0), 0))
"""For each of a block's turns where its parts go, and how many quarters clockwise they are rotated."""


def best_alone(board: Block, depth: int, colour: Colour, moves_left: int) -> Move:
    """The first move of the best plan. What a smash brings should be known first, and of the largest blocks most."""
    plan = Prospects(colour, moves_left).plans(board, 1 << depth, ALL_SIDES)[-1]
    return min(plan.moves, key=lambda move: (not isinstance(move, Smash), len(move.path)), default=Pass())


class Prospects:
    """The best plans for the blocks of one board. It remembers those it has found."""

    def __init__(self, colour: Colour, moves: int) -> None:
        self.colour = colour
        self.moves = moves
        self._found: dict[tuple[Path, Sides], Plans] = {}

    def plans(self, block: Block, size: int, sides: Sides, path: Path = ()) -> Plans:
        """The best plans for the block of that size at that path, if those of its sides lay on the edge."""
        if not sides:
            return [NOTHING]
        if (path, sides) not in self._found:
            plan = self._plan_undivided if isinstance(block, Colour) else self._plan_divided
            self._found[path, sides] = _cut(plan(block, size, sides, path))
        return self._found[path, sides]

    def _plan_undivided(self, block: Block, size: int, sides: Sides, path: Path) -> Plans:
        length = sides.bit_count()
        if block == self.colour:
            return [PlacementPlan(size * length)]
        if size == 1:
            return [NOTHING, PlacementPlan(length - PAINT_COST, (Paint(path),))]
        shares = SMASHED[min(size, 16), min(length, 2)]
        return [NOTHING, *(PlacementPlan(share * size * length - SMASH_COST, (Smash(path),)) for share in shares)]

    def _plan_divided(self, block: Block, size: int, sides: Sides, path: Path) -> Plans:
        best = [NOTHING] * (self.moves + 1)
        for way in _ways(sides):
            if len(way.made_by) <= self.moves:
                plans = self._plan_placed(block, size // 2, sides, path, way)
                moves = len(way.made_by)
                best[moves : moves + len(plans)] = map(_better, best[moves:], plans)
        if size == 2 and self.moves and combine(block) == self.colour:
            best[1] = _better(best[1], PlacementPlan(size * sides.bit_count() - COMBINE_COST, (Combine(path),)))
        return best

    def _plan_placed(self, block: Block, size: int, sides: Sides, path: Path, way: Placement) -> Plans:
        """The plans for a block whose parts are placed in that way, by the moves that are left for the parts."""
        assert not isinstance(block, Colour)
        plans, moves_left = [NOTHING], self.moves - len(way.made_by)
        for part in PARTS:
            if reached := _before(sides & SIDES_OF_PARTS[way.places[part]], way.quarters):
                plans = _share_moves(plans, self.plans(block[part], size, reached, (*path, part)), moves_left)
        last = tuple(turns(path)[turn] for turn in way.made_by)
        return [PlacementPlan(plan.score, plan.moves + last) for plan in plans] if last else plans


def _share_moves(first: Plans, second: Plans, most: int) -> Plans:
    """The best plans for two things that share their moves."""
    together: Plans = []
    for moves in range(min(len(first) + len(second) - 2, most) + 1):
        shares = range(max(0, moves - len(first) + 1), min(moves, len(second) - 1) + 1)
        scores = [first[moves - share].score + second[share].score for share in shares]
        best = max(scores)
        share = shares[scores.index(best)]
        together.append(PlacementPlan(best, first[moves - share].moves + second[share].moves))
    return together


def _cut(plans: Plans) -> Plans:
    """The plans, each at least as good as the one before, without those at the end that are no better."""
    rising = list(accumulate(plans, _better))
    while len(rising) > 1 and rising[-1].score <= rising[-2].score:
        rising.pop()
    return rising


def _better(plan: PlacementPlan, other: PlacementPlan) -> PlacementPlan:
    return other if other.score > plan.score else plan


def _before(sides: Sides, quarters: int) -> Sides:
    """The sides that come to lie as these do when they are rotated clockwise by so many quarters."""
    return sides >> quarters | sides << 4 - quarters & ALL_SIDES


@cache
def _ways(sides: Sides) -> tuple[Placement, ...]:
    """Every way that at most two moves bring about, the quickest of those that bring the same to these sides."""
    still = Placement((0, 1, 2, 3), 0, ())
    once = [_turn(still, turn) for turn in range(len(TURNS))]
    twice = [_turn(way, turn) for way in once for turn in range(len(TURNS))]
    quickest: dict[tuple[Sides, ...], Placement] = {}
    for way in (still, *once, *twice):
        brought = tuple(_before(sides & SIDES_OF_PARTS[place], way.quarters) for place in way.places)
        quickest.setdefault(brought, way)
    return tuple(quickest.values())


def _turn(way: Placement, turn: int) -> Placement:
    places, quarters = TURNS[turn]
    moved = tuple(places[place] for place in way.places)
    return Placement(moved, (way.quarters + quarters) % 4, (*way.made_by, turn))
