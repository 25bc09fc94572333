"""Small decks of Streets and Alleys, and every layout that can come of one: which of them can be won is known.

A layout here stands for all that differ from it in no more than where the piles and the foundations stand.
"""

from __future__ import annotations

from collections.abc import Mapping, Set

from engines.cards import Card
from engines.chance import Chance
from engines.streets_and_alleys.layout import Layout, is_won
from engines.streets_and_alleys.moves import Build, CardMove, Lower, Raise, apply_move, moves

Leads = Mapping[Layout, Set[Layout]]
"""What each layout leads to in one move."""


def card(height: int, suit: int) -> Card:
    """The card so high, an ace being 1."""
    return Card((height - 2) % 13, suit)


def small_deal(suits: int, ranks: int, piles: int, number: int) -> Layout:
    """A deal of a deck with fewer suits and ranks, to fewer piles."""
    deck = [card(height, suit) for height in range(1, ranks + 1) for suit in range(suits)]
    cards = Chance.from_seed(bytes(32), "small deck", number).shuffle(deck)
    return in_order(Layout(tuple(cards[pile::piles] for pile in range(piles)), (None,) * suits))


def in_order(at: Layout) -> Layout:
    """The layout with its piles and its foundations in the one order."""
    return Layout(tuple(sorted(at.piles)), tuple(sorted(at.foundations, key=lambda top: top or ())))


def reachable(at: Layout, kinds: tuple[type[CardMove], ...] = (Build, Raise, Lower)) -> Leads:
    """Every layout that can be reached by moves of these kinds, and what it leads to."""
    leads: dict[Layout, Set[Layout]] = {}
    waiting = [in_order(at)]
    while waiting:
        at = waiting.pop()
        if at not in leads:
            leads[at] = {in_order(apply_move(at, move)) for move in moves(at) if isinstance(move, kinds)}
            waiting += leads[at]
    return leads


def winnable(leads: Leads) -> Set[Layout]:
    """Those layouts from which a won one can be reached."""
    come_from: dict[Layout, list[Layout]] = {at: [] for at in leads}
    for at, others in leads.items():
        for other in others:
            come_from[other].append(at)
    won = {at for at in leads if is_won(at)}
    waiting = list(won)
    while waiting:
        found = [at for at in come_from[waiting.pop()] if at not in won]
        won.update(found)
        waiting += found
    return won
