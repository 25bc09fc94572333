"""The three rule sets of War: which cards a draw takes from a hand, what they count, and whose count wins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from engines.cards import CLUBS, DIAMONDS, HEARTS, SPADES, Card
from engines.game import Seat
from engines.war.view import Variant

Hand = tuple[Card, ...]
"""Cards still to be drawn, the next one first."""

SCOUT_MAX_VALUE = 5
"""A drawn card of this value or less sends a scout."""

BEATS = {HEARTS: (SPADES, DIAMONDS), SPADES: (DIAMONDS, CLUBS), DIAMONDS: (CLUBS,), CLUBS: (HEARTS,)}
"""The suits each suit wins against. Of two different suits exactly one beats the other."""


class RuleSet(NamedTuple):
    """The rules in which variants differ.

    `draw` takes a hand that is not empty and gives the cards drawn from its front and the value they play. `winner`
    compares the two seats' values; None is a WAR.
    """

    draw: Callable[[Hand], tuple[Hand, int]]
    winner: Callable[[int, int], Seat | None]


def by_rank(hand: Hand) -> tuple[Hand, int]:
    return hand[:1], hand[0].value


def by_suit(hand: Hand) -> tuple[Hand, int]:
    return hand[:1], hand[0].suit


def by_scouting(hand: Hand) -> tuple[Hand, int]:
    """One card, and a second one added to it where the first is low and the hand has another."""
    value = hand[0].value
    if value > SCOUT_MAX_VALUE or len(hand) == 1:
        return hand[:1], value
    return hand[:2], value + hand[1].value


def higher(first: int, second: int) -> Seat | None:
    if first == second:
        return None
    return 0 if first > second else 1


def stronger_suit(first: int, second: int) -> Seat | None:
    if first == second:
        return None
    return 0 if second in BEATS[first] else 1


VARIANTS: Mapping[Variant, RuleSet] = {
    "normal": RuleSet(by_rank, higher),
    "suits": RuleSet(by_suit, stronger_suit),
    "scouts": RuleSet(by_scouting, higher),
}
