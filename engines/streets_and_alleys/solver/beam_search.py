"""The search of the solver: a beam, which finds a win if it is narrow, and proves that there is none if it is not.

It goes from position to position by the rules of the game, and raises every card that is safe to raise at once, which
leaves every win that there is (`engines.streets_and_alleys.safe_moves.is_safe`).
"""

from __future__ import annotations

from collections.abc import Collection
from operator import itemgetter
from typing import NamedTuple

from engines.cards import SUITS
from engines.streets_and_alleys.layout import Layout, height
from engines.streets_and_alleys.safe_moves import SAFE_LEAD
from engines.streets_and_alleys.solver.pile_cache import NOTHING, Pile, number_of

PATIENCE = 10
"""A beam that leaves something out is given up after so many moves in which nothing came to look better: on lines that
win, the longest such stretch was 7."""

FOUNDATIONS = -1
"""In place of a pile, as a source or a target."""


class SearchNode(NamedTuple):
    """A layout in the search, and how it was reached: by a move, and then by all safe raises.

    Attributes:
        cost: how far from won it looks.
        key: the same number for layouts that differ in no more than where piles stand; 0 for a layout that is won.
        piles: its piles, where they stand. Never changed once the position is made.
        tops: how many cards of each suit are raised. Never changed either.
        before: the position before the move; None where the search began.
        source: the pile the card was moved from, or FOUNDATIONS.
        target: the pile it was moved to, or FOUNDATIONS.
        card: the card.
    """

    cost: int
    key: int
    piles: list[Pile]
    tops: list[int]
    before: SearchNode | None = None
    source: int = FOUNDATIONS
    target: int = FOUNDATIONS
    card: int = -1


Step = tuple[int, int, SearchNode, int, int, int, SearchNode | None]
"""A move not made yet: the cost, the key, before, source, target and card of the position that it leads to, and that
position where it had to be made to know them."""


class SearchOutcome(NamedTuple):
    """The result of a search.

    Attributes:
        won: the won position it reached; None where it reached none.
        positions: how many it looked at.
        left_some: whether it left out some that can be reached.
    """

    won: SearchNode | None
    positions: int
    left_some: bool


def begin(layout: Layout) -> SearchNode:
    """Start a search: the node of a layout after its safe raises, with one foundation for each suit."""
    empty = Pile()
    piles = [empty] * len(layout.piles)
    for place, cards in enumerate(layout.piles):
        for card in cards:
            piles[place] = piles[place][number_of(card)]
    tops = [0] * len(layout.foundations)
    for top in layout.foundations:
        if top is not None:
            tops[top.suit] = height(top)
    return _raise_all_safe(piles, tops)


def key_of(layout: Layout) -> int:
    return begin(layout).key


def beam(
    first: SearchNode, width: int, positions_max: int, barred: Collection[int] = (), *, lowers: bool
) -> SearchOutcome:
    """Search move by move, going on from so many positions that look best after each, until one is won.

    A narrow beam finds a win soon or not at all. None enters a barred key, or moves cards back down unless `lowers`.
    """
    seen = {first.key, *barred}
    level, positions, left_some = [first], 1, bool(barred)
    best, idle = first.cost, 0
    while level and positions < positions_max and not (left_some and idle > PATIENCE):
        won = next((position for position in level if not position.key), None)
        if won is not None:
            return SearchOutcome(won, positions, left_some)
        found: list[Step] = []
        for position in level:
            if positions + len(found) >= positions_max:
                return SearchOutcome(None, positions + len(found), left_some=True)
            found += _steps(position, seen, lowers)
        positions += len(found)
        left_some = left_some or len(found) > width
        found.sort(key=itemgetter(0))
        seen.difference_update([step[1] for step in found[width:]])
        level = [_make_node(step) for step in found[:width]]
        if level:
            idle = 0 if level[0].cost < best else idle + 1
            best = min(best, level[0].cost)
    return SearchOutcome(None, positions, left_some or bool(level) or not lowers)


def _steps(at: SearchNode, seen: set[int], lowers: bool) -> list[Step]:
    """The moves from a position that lead to keys not seen, which are seen from then on.

    Of several empty piles one is tried, and none for a card that is alone in its pile. This is where the time of a
    search goes, so that it is not cut up into smaller functions.
    """
    found: list[Step] = []
    piles, tops, at_key, at_cost = at.piles, at.tops, at.key, at.cost
    ranks = [pile.rank for pile in piles]
    places: dict[int, list[int]] = {}
    for place, rank in enumerate(ranks):
        if rank in places:
            places[rank].append(place)
        else:
            places[rank] = [place]
    holes = places.pop(NOTHING, ())[:1]
    safe = min(tops) + SAFE_LEAD
    for source, pile in enumerate(piles):
        rank, under = pile.rank, pile.under
        if rank == NOTHING:
            continue
        if tops[pile.suit] == rank:
            _raise(at, source, seen, found)
        targets = places.get(rank + 1, ())
        if holes and under.rank != NOTHING:
            targets = (*targets, *holes)
        for target in targets:
            onto = piles[target]
            grown = onto[pile.end]
            key = at_key - pile.place + grown.place
            if key in seen:
                continue
            seen.add(key)
            cost = at_cost - pile.cost + under.cost - onto.cost + grown.cost
            step: Step = (cost, key, at, source, target, pile.end, None)
            if 0 <= under.rank < safe and tops[under.suit] == under.rank:
                _settle(step, tops, seen, found)
            else:
                found.append(step)
    if lowers:
        _lower(at, ranks, seen, found)
    return found


def _raise(at: SearchNode, source: int, seen: set[int], found: list[Step]) -> None:
    """Add the step that raises the end of a pile."""
    pile = at.piles[source]
    key = at.key - pile.place
    if key not in seen:
        seen.add(key)
        tops = at.tops.copy()
        tops[pile.suit] += 1
        _settle((0, key, at, source, FOUNDATIONS, pile.end, None), tops, seen, found)


def _settle(step: Step, tops: list[int], seen: set[int], found: list[Step]) -> None:
    """Add a step after which there may be safe raises, unless they lead to a key already seen."""
    _, unsettled, before, source, target, card, _ = step
    piles = before.piles.copy()
    _move(piles, source, target, card)
    position = _raise_all_safe(piles, tops.copy(), before, source, target, card)
    if position.key == unsettled or position.key not in seen:
        seen.add(position.key)
        found.append((position.cost, position.key, before, source, target, card, position))


def _lower(at: SearchNode, ranks: list[int], seen: set[int], found: list[Step]) -> None:
    """Add the steps that move a card back from the foundations, but not one that would be safe to raise again."""
    safe = min(at.tops) + SAFE_LEAD
    for suit, top in enumerate(at.tops):
        if top <= safe:
            continue
        card = (top - 1) * len(SUITS) + suit
        for target, rank in enumerate(ranks):
            if rank in (top, NOTHING):
                onto = at.piles[target]
                key = at.key + onto[card].place
                if key not in seen:
                    seen.add(key)
                    cost = at.cost - onto.cost + onto[card].cost
                    found.append((cost, key, at, FOUNDATIONS, target, card, None))


def _make_node(step: Step) -> SearchNode:
    cost, key, before, source, target, card, position = step
    if position is not None:
        return position
    piles, tops = before.piles.copy(), before.tops
    _move(piles, source, target, card)
    if source == FOUNDATIONS:
        tops = tops.copy()
        tops[card % len(SUITS)] -= 1
    return SearchNode(cost, key, piles, tops, before, source, target, card)


def _move(piles: list[Pile], source: int, target: int, card: int) -> None:
    if source != FOUNDATIONS:
        piles[source] = piles[source].under
    if target != FOUNDATIONS:
        piles[target] = piles[target][card]


def _raise_all_safe(
    piles: list[Pile],
    tops: list[int],
    before: SearchNode | None = None,
    source: int = FOUNDATIONS,
    target: int = FOUNDATIONS,
    card: int = -1,
) -> SearchNode:
    """The position after all safe raises from these piles, which are changed for it, as the tops are."""
    is_settled = False
    while not is_settled:
        is_settled, safe = True, min(tops) + SAFE_LEAD
        for place, pile in enumerate(piles):
            if 0 <= pile.rank < safe and tops[pile.suit] == pile.rank:
                tops[pile.suit] += 1
                piles[place] = pile.under
                is_settled = False
    cost, key = sum([pile.cost for pile in piles]), sum([pile.key for pile in piles])
    return SearchNode(cost, key, piles, tops, before, source, target, card)
