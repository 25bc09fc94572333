"""Moves that cannot hurt: cards that are safe to raise, the last cards of a won game, the best place for a card."""

from __future__ import annotations

from collections.abc import Callable

from engines.cards import Card
from engines.streets_and_alleys.layout import Layout, below, height, is_won
from engines.streets_and_alleys.moves import Build, CardMove, Raise, apply_move, fits

SAFE_LEAD = 2
"""A card this much higher than the lowest foundation, or less, is safe to raise; see `is_safe`."""


def home(layout: Layout, card: Card) -> int | None:
    """The foundation that takes a card now; None where none does.

    An ace goes to the foundation numbered as its suit if that is empty, and else to the first that is.
    """
    takers = [place for place, top in enumerate(layout.foundations) if top == below(card)]
    return card.suit if card.suit in takers else next(iter(takers), None)


def is_safe(layout: Layout, card: Card) -> bool:
    """Whether raising the card, where the rules allow that, leaves every win that there is.

    It does if the card is at most two higher than every foundation, an empty one counting 0. What could go onto it is
    one lower, so that it is raised already or next on its foundation; and what could go onto that is raised already.
    So a line that wins with the card in its pile also wins without it: whatever the line puts onto it, or onto what
    lies on it then, is raised instead or stays raised, and is in the way of nothing.
    """
    return height(card) <= min(map(height, layout.foundations)) + SAFE_LEAD


def autoplay(layout: Layout) -> tuple[Raise, ...]:
    """All safe raises, one after another: those that only the ones before them make possible, too."""
    return raise_safe(layout)[0]


def raise_safe(layout: Layout) -> tuple[tuple[Raise, ...], Layout]:
    """All safe raises, and the layout after them."""
    return _raises(layout, is_safe)


def finish(layout: Layout) -> tuple[Raise, ...]:
    """The raises that win, where nothing but raises is needed; () where more is, or all is won."""
    line, after = _raises(layout, lambda _layout, _card: True)
    return line if is_won(after) else ()


def best(layout: Layout, source: int) -> CardMove | None:
    """The best place for the end of a pile: a foundation, else a card one higher, else an empty pile; or None.

    A card one higher of its own suit is better than another, then the pile of the lowest number. A card that is alone
    in its pile does not go to an empty one, which would change nothing.
    """
    if not layout.piles[source]:
        return None
    card = layout.piles[source][-1]
    if (foundation := home(layout, card)) is not None:
        return Raise(source, foundation)
    targets = [pile for pile in range(len(layout.piles)) if pile != source and fits(card, layout.piles[pile])]
    higher = [pile for pile in targets if layout.piles[pile]]
    empty = [pile for pile in targets if not layout.piles[pile] and len(layout.piles[source]) > 1]
    higher.sort(key=lambda pile: layout.piles[pile][-1].suit != card.suit)
    return next((Build(source, pile) for pile in (*higher, *empty)), None)


def _raises(layout: Layout, may: Callable[[Layout, Card], bool]) -> tuple[tuple[Raise, ...], Layout]:
    """All raises of cards that may be raised, in the order of the piles as long as there are any, and what is left."""
    line: list[Raise] = []
    while move := _first_raise(layout, may):
        line.append(move)
        layout = apply_move(layout, move)
    return tuple(line), layout


def _first_raise(layout: Layout, may: Callable[[Layout, Card], bool]) -> Raise | None:
    for source, pile in enumerate(layout.piles):
        foundation = home(layout, pile[-1]) if pile and may(layout, pile[-1]) else None
        if foundation is not None:
            return Raise(source, foundation)
    return None
