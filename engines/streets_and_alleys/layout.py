"""The layout of Streets and Alleys: eight piles and four foundations."""

from __future__ import annotations

from dataclasses import dataclass

from engines.cards import DECK, RANKS, Card
from engines.chance import Chance

Pile = tuple[Card, ...]
"""The cards of a pile as they were put there. The last one is its end, the only one that can be moved."""

Piles = tuple[Pile, ...]

Foundation = Card | None
"""A foundation by its top; None while it is empty. Below the top lie the lower cards of its suit, down to the ace."""

Foundations = tuple[Foundation, ...]

DEALS = range(1, 1_000_000_000)
"""The numbers of the deals."""

PILE_SIZES = (7, 6, 7, 6, 7, 6, 7, 6)
"""How many cards each pile is dealt: pile 0 is on the left, pile 1 on the right of it, and so on down the street."""

DEAL_SEED = b"streets_and_alleys"
"""No secret: a deal is known to everyone by its number."""

ACE, KING = 1, 13
"""The lowest height and the highest."""


@dataclass(frozen=True, slots=True)
class Layout:
    """All cards: those in the piles, and those on the foundations by the tops."""

    piles: Piles
    foundations: Foundations


def deal(number: int) -> Layout:
    """Deal by a deal's number: the same number is the same deal everywhere and for ever.

    The deck (`engines.cards.DECK`) is shuffled by `Chance.from_seed(b"streets_and_alleys", "deal", number)`, as
    `engines.chance` says, and dealt a whole pile at a time: the first seven cards to pile 0, the next six to pile 1.
    Where no card could be moved, which is so in 0.8 % of all shuffles, the same chance shuffles the deck once more.
    """
    chance = Chance.from_seed(DEAL_SEED, "deal", number)
    while not _has_a_move(piles := _deal(chance.shuffle(DECK))):
        pass
    return Layout(piles, (None, None, None, None))


def _deal(cards: tuple[Card, ...]) -> Piles:
    ends = [sum(PILE_SIZES[: pile + 1]) for pile in range(len(PILE_SIZES))]
    return tuple(cards[end - size : end] for end, size in zip(ends, PILE_SIZES, strict=True))


def _has_a_move(piles: Piles) -> bool:
    """Whether any card can be moved from full piles to empty foundations, or from pile to pile."""
    heights = {height(pile[-1]) for pile in piles}
    return ACE in heights or any(above + 1 in heights for above in heights)


def height(card: Card | None) -> int:
    """How high a card counts here, from the ace, 1, to the king, 13; no card at all is 0.

    >>> [height(Card.read(text)) for text in ("AS", "2S", "10S", "KS")]
    [1, 2, 10, 13]
    """
    return 0 if card is None else (card.rank + 1) % len(RANKS) + 1


def below(card: Card) -> Card | None:
    """What lies under a card on a foundation: the next lower one of its suit, and nothing under an ace."""
    return None if height(card) == ACE else Card((card.rank - 1) % len(RANKS), card.suit)


def run(top: Foundation) -> tuple[Card, ...]:
    """All cards of a foundation, from the ace to its top."""
    return () if top is None else (*run(below(top)), top)


def count_founded(foundations: Foundations) -> int:
    return sum(map(height, foundations))


def is_won(layout: Layout) -> bool:
    return not any(layout.piles)
