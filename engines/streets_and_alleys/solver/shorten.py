"""Shortens a line that wins: leaves out the moves that turn out not to be needed.

A move is kept as a card and what it goes onto, not as numbers of piles, so that it means the same after others are
left out and cards lie in other piles.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engines.cards import Card
from engines.streets_and_alleys.layout import Layout, height, is_won, run
from engines.streets_and_alleys.moves import Build, CardMove, Lower, Raise, apply_move
from engines.streets_and_alleys.safe_moves import home

Line = tuple[CardMove, ...]

STRETCHES = (1, 2, 3)
"""How many moves in a row are left out together."""


class Put(NamedTuple):
    """A move as a card and what it goes onto: another card, an empty pile, or the foundations."""

    card: Card
    onto: Card | None
    is_raise: bool


def shorten_line(layout: Layout, line: Line) -> Line:
    """A line that wins from the layout, as the one given does, and with no move or stretch that could be left out."""
    puts, before = _puts(layout, line), 0
    # What was needed may not be any more after a later move is gone.
    while len(puts) != before:
        before = len(puts)
        puts = _thin(layout, puts)
    return _moves(layout, puts)


def carry_over(origin: Layout, line: Line, layout: Layout) -> Line | None:
    """A line that wins from a layout, for one that differs in where its piles stand and in what more is raised.

    None where it does not win from there.
    """
    raised = {card for top in layout.foundations for card in run(top)}
    raised.difference_update(card for top in origin.foundations for card in run(top))
    puts = [put for put in _puts(origin, line) if put.card not in raised]
    return _moves(layout, puts) if _wins(layout, puts) else None


def _thin(layout: Layout, puts: list[Put]) -> list[Put]:
    """The puts without what can be left out, tried once from the first to the last."""
    start = 0
    while start < len(puts):
        without = (puts[:start] + puts[start + length :] for length in STRETCHES)
        shorter = None if puts[start].is_raise else next((rest for rest in without if _wins(layout, rest)), None)
        puts, start = (puts, start + 1) if shorter is None else (shorter, start)
    return puts


def _puts(layout: Layout, line: Line) -> list[Put]:
    puts = []
    for move in line:
        card = layout.foundations[move.source] if isinstance(move, Lower) else layout.piles[move.source][-1]
        assert card is not None
        target = () if isinstance(move, Raise) else layout.piles[move.target]
        puts.append(Put(card, target[-1] if target else None, isinstance(move, Raise)))
        layout = apply_move(layout, move)
    return puts


def _wins(layout: Layout, puts: Iterable[Put]) -> bool:
    """Whether the puts can be made one after another, and win."""
    piles = [list(pile) for pile in layout.piles]
    tops = {top.suit: height(top) for top in layout.foundations if top is not None}
    return all(_is_made(piles, tops, put) for put in puts) and not any(piles)


def _is_made(piles: list[list[Card]], tops: dict[int, int], put: Put) -> bool:
    """Make a put, if the rules allow it, and tell whether they did."""
    card, onto, is_raise = put
    top = tops.get(card.suit, 0)
    target = None if is_raise else next((pile for pile in piles if (pile[-1] if pile else None) == onto), None)
    source = next((pile for pile in piles if pile and pile[-1] == card), None)
    if (not is_raise and target is None) or (is_raise and top != height(card) - 1):
        return False
    if source is not None:
        source.pop()
    elif top == height(card):
        tops[card.suit] = top - 1
    else:
        return False
    if target is None:
        tops[card.suit] = height(card)
    else:
        target.append(card)
    return True


def _moves(layout: Layout, puts: Iterable[Put]) -> Line:
    """The puts as moves between places; of several empty piles the first is taken."""
    line = []
    for put in puts:
        line.append(_move(layout, put))
        layout = apply_move(layout, line[-1])
    assert is_won(layout)
    return tuple(line)


def _move(layout: Layout, put: Put) -> CardMove:
    ends = [pile[-1] if pile else None for pile in layout.piles]
    if put.is_raise:
        foundation = home(layout, put.card)
        assert foundation is not None
        return Raise(ends.index(put.card), foundation)
    target = ends.index(put.onto)
    if put.card in ends:
        return Build(ends.index(put.card), target)
    return Lower(layout.foundations.index(put.card), target)
