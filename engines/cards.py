"""Playing cards: the 52 of them, and their text both ways."""

from __future__ import annotations

from typing import NamedTuple

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS = "♣♠♦♥"
PLAIN_SUITS = "CSDH"
CLUBS, SPADES, DIAMONDS, HEARTS = range(4)


class Card(NamedTuple):
    """A card, as its rank's place in RANKS and its suit's place in SUITS.

    >>> Card(8, DIAMONDS).plain
    '10D'
    >>> str(Card.read("10d"))
    '10♦'
    """

    rank: int
    suit: int

    @property
    def value(self) -> int:
        """What the card counts by its rank: 2 to 10 as printed, J 11, Q 12, K 13, A 14."""
        return self.rank + 2

    @property
    def plain(self) -> str:
        """The card in letters and digits alone."""
        return RANKS[self.rank] + PLAIN_SUITS[self.suit]

    def __str__(self) -> str:
        return RANKS[self.rank] + SUITS[self.suit]

    @classmethod
    def read(cls, written: str) -> Card:
        """The card of a text such as "10♦", "10D" or "10d". Raises ValueError for any other text."""
        card = _BY_TEXT.get(written.upper())
        if card is None:
            raise ValueError(
                f"{written[:40]!r} is not a card; a card is a rank (2 to 10, J, Q, K, A) and a suit (C S D H)"
            )
        return card


DECK = tuple(Card(rank, suit) for suit in range(len(SUITS)) for rank in range(len(RANKS)))
"""A fresh deck: all clubs from 2 to A, then spades, diamonds and hearts."""

_BY_TEXT = {text: card for card in DECK for text in (str(card), card.plain)}
