"""Looks ahead in a deal of Streets and Alleys, at the best layouts first, and goes where most cards are up.

parlour bot examples/wanderer.py --game streets --vs solo time_limit_s=120 --games 10 --seed 1
"""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import accumulate, count, pairwise

from client.bots.bot import RESIGN, Bot, Info
from engines.streets_and_alleys.layout import Foundations, Layout, Pile, below, count_founded, height
from engines.streets_and_alleys.moves import Lower, apply_move, moves, text
from engines.streets_and_alleys.view import View, table

LAYOUTS = 3000  # How many it looks at before it moves, in about a second.
UP, EMPTY = -5, -6  # What it likes: cards that are up, and empty piles.


class Wanderer(Bot):
    """Thinks once a game, before its first move."""

    line: list[str]

    def choose(self, view: View, legal: tuple[str, ...], info: Info) -> str:
        """The next move of its way. At the end of that it does anything until the time is up, or gives up."""
        if info.ply == 0:
            layout = table(view, info.seat)
            assert layout is not None, "one's own table is in sight"
            self.line = list(way(layout))
        if self.line:
            return self.line.pop(0)
        return legal[0] if info.options["time_limit_s"] else RESIGN


def way(start: Layout) -> tuple[str, ...]:
    """The moves to a layout that has as many cards up as any it sees; none takes a card down again."""
    number, seen, best = count(), {frozenset(start.piles)}, (0, ())
    ahead: list[tuple[int, int, Layout, tuple[str, ...]]] = [(0, next(number), start, ())]
    while ahead and len(seen) < LAYOUTS:
        _, _, layout, line = heappop(ahead)
        best = max(best, (count_founded(layout.foundations), line), key=lambda found: found[0])
        for move in (move for move in moves(layout) if not isinstance(move, Lower)):
            after = apply_move(layout, move)
            if (piles := frozenset(after.piles)) not in seen:
                seen.add(piles)
                trouble = UP * count_founded(after.foundations) + sum(
                    mess(pile, after.foundations) for pile in after.piles
                )
                heappush(ahead, (trouble, next(number), after, (*line, text(move))))
    return best[1]


def mess(pile: Pile, foundations: Foundations) -> int:
    """How bad a pile looks: cards on those wanted next, cards out of order, and cards above any lower one."""
    heights = [height(card) for card in pile]
    on_wanted = sum(len(pile) - place - 1 for place, card in enumerate(pile) if below(card) in foundations)
    out_of_order = sum(upper != lower - 1 for lower, upper in pairwise(heights))
    on_lower = sum(card > lowest for card, lowest in zip(heights, accumulate(heights, min), strict=True))
    return 2 * on_wanted + 2 * out_of_order + on_lower if pile else EMPTY
