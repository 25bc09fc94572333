"""The solver's piles: each is made once, cached under the card put on the pile below, and has a cost."""

from __future__ import annotations

from engines.cards import SUITS, Card
from engines.streets_and_alleys.layout import KING, height

NOTHING = -9
"""The rank of the end of an empty pile: no card is one lower, and no foundation waits for it."""

PLACE_BITS = 6
BOTTOM = 4 * KING
"""Where a card lies that is the first of its pile; other cards lie on one of 0 to 51."""

# What makes a pile look bad, found by trial (fewest deals left open by a narrow search). What is a cost is more than 0.
CARD_COST = 20
BURYING_COST = 10
"""For a card somewhere above a lower one, and then for each of those."""
BURIED_COST = 5
LOW_COST = 3 / 8
"""For each of those, too, times how much lower than a king it is; rounded down."""
BUILT_COST = -5
"""For a card that lies on one that is one higher."""
EMPTY_COST = -30


class Pile(dict[int, "Pile"]):
    """A pile by its end and the pile under that, and as a mapping from a card to what it becomes with it on top.

    It changes only by caching. A card is a number here, see `number_of`.

    Attributes:
        end: the card that can be moved; -1 where there is none.
        rank: how high the end is, an ace being 0; NOTHING where there is none.
        suit: the end's suit.
        under: the pile without its end.
        place: the end and what it lies on, as a number.
        key: the sum of the places of its cards. The keys of all piles add up to a number that is the same for two
            layouts exactly if they differ in no more than where their piles stand.
        cost: how bad the pile looks.
    """

    __slots__ = ("_ranks", "cost", "end", "key", "place", "rank", "suit", "under")

    def __init__(self, end: int = -1, under: Pile | None = None) -> None:
        super().__init__()
        self.end = end
        if under is None:
            self.rank, self.suit, self.under, self.cost = NOTHING, 0, self, EMPTY_COST
            self.place = self.key = 0
            self._ranks: tuple[int, ...] = ()
        else:
            self.rank, self.suit = divmod(end, len(SUITS))
            self.under = under
            self.place = (BOTTOM if under.end < 0 else under.end) + 1 << PLACE_BITS * end
            self.key = under.key + self.place
            self.cost = under.cost - EMPTY_COST * (not under._ranks) + _cost(self.rank, under._ranks)
            self._ranks = (*under._ranks, self.rank)

    def __missing__(self, card: int) -> Pile:
        self[card] = grown = Pile(card, self)
        return grown


def number_of(card: Card) -> int:
    """The number of a card: four times how high it is, an ace being 0, and its suit."""
    return (height(card) - 1) * len(SUITS) + card.suit


def _cost(rank: int, ranks: tuple[int, ...]) -> int:
    """What a card adds to the cost of a pile of these ranks."""
    buried = [lower for lower in ranks if lower < rank]
    low = int(LOW_COST * sum(KING - 1 - lower for lower in buried))
    is_built = bool(ranks) and ranks[-1] == rank + 1
    return CARD_COST + BURYING_COST * bool(buried) + BURIED_COST * len(buried) + low + BUILT_COST * is_built
