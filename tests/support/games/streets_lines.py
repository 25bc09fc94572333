"""A winning line of Streets and Alleys, and the search that found it: good enough for some deals, not for most.

The line is stored under `tests/golden/lines/`, so that whoever replays it need not search.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from heapq import heappop, heappush
from itertools import count
from pathlib import Path

from engines.streets_and_alleys.layout import Layout, Pile, deal, height, is_won
from engines.streets_and_alleys.moves import Build, CardMove, Raise, apply_move, fits, text
from engines.streets_and_alleys.safe_moves import autoplay, home

Line = tuple[CardMove, ...]

DEAL = 14
"""A deal that is won quickly."""

FILE = Path(__file__).parents[2] / "golden" / "lines" / f"streets_and_alleys-{DEAL}.txt"
LAYOUTS_MAX = 6000


def commands() -> tuple[str, ...]:
    """The stored moves that win the deal, as the texts they are typed as."""
    return tuple(line for line in FILE.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))


def golden() -> Iterable[tuple[str, str]]:
    """The file of the line: its path under `golden/` and its text."""
    line = search(deal(DEAL))
    assert line is not None
    rows = [
        f"# Wins deal {DEAL} of Streets and Alleys in {len(line)} moves; found by tests/support/games/streets_lines.py."
    ]
    yield f"lines/{FILE.name}", "\n".join([*rows, *map(text, line)]) + "\n"


def search(layout: Layout, layouts_max: int = LAYOUTS_MAX) -> Line | None:
    """Some moves that win from a layout; None where so many layouts, those that look best first, show none."""
    begun: Line = autoplay(layout)
    order, seen = count(), set[Hashable]()
    waiting: list[tuple[int, int, Layout, Line]] = []
    found = [(played(layout, begun), begun)]
    while len(seen) < layouts_max:
        for reached, line in found:
            if is_won(reached):
                return line
            if key(reached) not in seen:
                seen.add(key(reached))
                heappush(waiting, (cost(reached), next(order), reached, line))
        if not waiting:
            break
        _, _, layout, before = heappop(waiting)
        found = [(reached, before + line) for reached, line in steps(layout)]
    return None


def cost(layout: Layout) -> int:
    """How far from won a layout looks: every card in a pile costs 1, and 2 more where it lies on a lower one."""
    return sum(len(pile) + 2 * _burying(pile) for pile in layout.piles)


def key(layout: Layout) -> Hashable:
    """The same for layouts that differ in no more than where their piles and their foundations stand."""
    return frozenset(layout.piles), frozenset(layout.foundations)


def steps(layout: Layout) -> Iterator[tuple[Layout, Line]]:
    """What every move worth trying leads to, with the safe raises that it makes possible."""
    for move in _tries(layout):
        reached = apply_move(layout, move)
        raises = autoplay(reached)
        yield played(reached, raises), (move, *raises)


def played(layout: Layout, line: Line) -> Layout:
    """The layout after some moves."""
    for move in line:
        layout = apply_move(layout, move)
    return layout


def _burying(pile: Pile) -> int:
    """How many cards of a pile have a lower one somewhere below them."""
    return sum(height(card) > min(map(height, pile[:place])) for place, card in enumerate(pile) if place)


def _tries(layout: Layout) -> Iterator[CardMove]:
    """Raises and builds. Of several empty piles one is tried, and none for a card that is alone in its pile."""
    for source, pile in enumerate(layout.piles):
        if not pile:
            continue
        foundation = home(layout, pile[-1])
        if foundation is not None:
            yield Raise(source, foundation)
        yield from (
            Build(source, target) for target, other in enumerate(layout.piles) if other and fits(pile[-1], other)
        )
        if len(pile) > 1 and () in layout.piles:
            yield Build(source, layout.piles.index(()))
