"""The names of cards and places: in sentences, and as few characters on the screen."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from client.drawing.grammar import capitalize
from engines.cards import RANKS, SUITS, Card
from engines.streets_and_alleys.layout import Layout
from engines.streets_and_alleys.moves import Build, CardMove, Lower, Raise

PILES, FOUNDATIONS = range(8), range(4)
SUIT_NAMES = ("clubs", "spades", "diamonds", "hearts")
COURT = {"J": "jack", "Q": "queen", "K": "king", "A": "ace"}
"""The ranks that are read out as words."""
WRITTEN = re.compile(f"(?:the )?\\b({'|'.join(RANKS)})([{SUITS}])|\\bany ([{''.join(COURT)}])", re.IGNORECASE)


Kind = Literal["pile", "foundation"]


class PileName(NamedTuple):
    """A pile or a foundation, by its number."""

    kind: Kind
    number: int

    @property
    def is_pile(self) -> bool:
        return self.kind == "pile"

    @property
    def word(self) -> str:
        """The place in a command: "3", or "f3"."""
        return f"{'' if self.is_pile else 'f'}{self.number}"

    def __str__(self) -> str:
        return f"{self.kind} {self.number}"

    def top(self, layout: Layout) -> Card | None:
        if not self.is_pile:
            return layout.foundations[self.number]
        pile = layout.piles[self.number]
        return pile[-1] if pile else None


ALL = (*(PileName("pile", number) for number in PILES), *(PileName("foundation", number) for number in FOUNDATIONS))
PLACES = {place.word: place for place in ALL}
"""Every place by its word."""


def move_between(source: PileName, target: PileName) -> CardMove | None:
    """The move from one place to another; None between foundations, as there is none."""
    match source.is_pile, target.is_pile:
        case True, True:
            return Build(source.number, target.number)
        case True, False:
            return Raise(source.number, target.number)
        case False, True:
            return Lower(source.number, target.number)
        case _:
            return None


def ends(move: CardMove) -> tuple[PileName, PileName]:
    return (
        PileName("foundation" if isinstance(move, Lower) else "pile", move.source),
        PileName("foundation" if isinstance(move, Raise) else "pile", move.target),
    )


def rank_name(card: Card) -> str:
    """A card's rank as a word: "3", "king"."""
    return COURT.get(RANKS[card.rank], RANKS[card.rank])


def card_name(card: Card) -> str:
    """A card in a sentence.

    >>> card_name(Card.read("3D")), card_name(Card.read("AH"))
    ('3 of diamonds', 'ace of hearts')
    """
    return f"{rank_name(card)} of {SUIT_NAMES[card.suit]}"


def listed_name(card: Card) -> str:
    """A card in a list of many: "K spades"."""
    return f"{RANKS[card.rank]} {SUIT_NAMES[card.suit]}"


def short(card: Card) -> str:
    """A card in two characters: the 10 is a T.

    >>> short(Card.read("10H")), short(Card.read("QS"))
    ('T♥', 'Q♠')
    """
    return f"{RANKS[card.rank][:1].replace('1', 'T')}{SUITS[card.suit]}"


def read_card(written: str) -> Card | None:
    """The card of "7h", "10H", "th" or "7♥"; None of anything else."""
    try:
        return Card.read(re.sub("^t", "10", written, flags=re.IGNORECASE))
    except ValueError:
        return None


def spoken_cards(sentence: str) -> str:
    """A sentence with its cards in words.

    >>> spoken_cards("The 3♣ can't go on the 3♦: it goes on any 4.")
    "3 of clubs can't go on 3 of diamonds: it goes on any 4."
    >>> spoken_cards("The K♠ can only go to an empty pile.")
    'King of spades can only go to an empty pile.'
    """
    return capitalize(WRITTEN.sub(_word, sentence))


def _word(written: re.Match[str]) -> str:
    rank, suit, any_rank = written.groups()
    return f"any {COURT[any_rank]}" if any_rank else card_name(Card.read(rank + suit))
