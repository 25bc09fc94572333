"""Draws playing cards, large and small, for all card games."""

from __future__ import annotations

from typing import NamedTuple

from client.drawing.canvas import Canvas
from engines.cards import RANKS, SUITS, Card

SUIT_STYLES = ("clubs", "spades", "diamonds", "hearts")
"""The style of each suit on a card."""
SUIT_TEXT_STYLES = ("clubs-text", "spades-text", "diamonds-text", "hearts-text")
"""The style of each suit in a text."""


class CardSize(NamedTuple):
    """A card's size in cells, and how much of it shows beside a card that covers it."""

    width: int
    height: int
    step: int


LARGE = CardSize(9, 7, 4)
SMALL = CardSize(7, 5, 3)


def put_face(canvas: Canvas, x: int, y: int, card: Card, size: CardSize) -> None:
    style = SUIT_STYLES[card.suit]
    rank = RANKS[card.rank]
    canvas.outline(x, y, size.width, size.height, "card", inside=" ")
    canvas.put(x + 1, y + 1, rank, style)
    canvas.put(x + size.width // 2, y + size.height // 2, SUITS[card.suit], style)
    canvas.right(x + size.width - 1, y + size.height - 2, rank, style)


def put_beneath(canvas: Canvas, x: int, y: int, card: Card, size: CardSize) -> None:
    """Draw a card face up whose right side will be covered, with rank and suit at its left edge."""
    put_face(canvas, x, y, card, size)
    canvas.put(x + 1, y + size.height // 2, SUITS[card.suit], SUIT_STYLES[card.suit])


def put_back(canvas: Canvas, x: int, y: int, size: CardSize) -> None:
    canvas.outline(x, y, size.width, size.height, "back", inside="░")


def put_edge(canvas: Canvas, x: int, y: int, size: CardSize) -> None:
    """Draw a card on its edge, half way through turning over."""
    for row in range(y, y + size.height):
        canvas.put(x + size.width // 2 - 1, row, "▐█▌", "card-edge")


def put_slot(canvas: Canvas, x: int, y: int, size: CardSize) -> None:
    canvas.outline(x, y, size.width, size.height, "slot", "┌╌┐╎└┘")
