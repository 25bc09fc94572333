"""Draws playing cards for all card games: small ones with a suit in the middle, large ones with pips and figures."""

from __future__ import annotations

from functools import cache
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


SMALL, LARGE = CardSize(7, 5, 3), CardSize(9, 7, 4)
SIZES = (
    SMALL, LARGE, CardSize(13, 9, 4), CardSize(15, 11, 4), CardSize(19, 13, 5), CardSize(21, 15, 5), CardSize(25, 17, 6)
)  # fmt: skip
"""The sizes in which a card looks like one, the smallest first."""
PICTURED = (13, 9)
"""From this width and height on a card has pips or a figure; smaller ones have their suit in the middle."""

Place = tuple[int, int]
"""A pip's column and row: -1, 0 or 1, and from -3 to 3 in sixths of the height, counted from the middle."""

CENTRE: tuple[Place, ...] = ((0, 0),)
ENDS: tuple[Place, ...] = ((0, -3), (0, 3))
CORNERS: tuple[Place, ...] = ((-1, -3), (1, -3), (-1, 3), (1, 3))
SIDES: tuple[Place, ...] = ((-1, 0), (1, 0))
BETWEEN: tuple[Place, ...] = ((-1, -1), (1, -1), (-1, 1), (1, 1))
PIPS: tuple[tuple[Place, ...], ...] = (
    ENDS,
    ENDS + CENTRE,
    CORNERS,
    CORNERS + CENTRE,
    CORNERS + SIDES,
    (*CORNERS, *SIDES, (0, -2)),
    (*CORNERS, *SIDES, (0, -2), (0, 2)),
    CORNERS + BETWEEN + CENTRE,
    (*CORNERS, *BETWEEN, (0, -2), (0, 2)),
)
"""The pips of the ranks from 2 to 10, as they lie on printed cards."""

Figure = tuple[str, ...]
"""A picture of dots, each of them half a cell high."""

FIGURES: dict[str, Figure] = {
    "J": ("..#####", *[".....##"] * 6, *["##...##"] * 2, ".#####."),
    "Q": (".#####.", *["##...##"] * 5, "##.#.##", "##..###", ".#####.", "....###"),
    "K": ("##...##", "##..##.", "##.##..", "####...", "###....", "####...", "##.##..", "##..##.", *["##...##"] * 2),
    "♣": (
        "...###...", "..#####..", "..#####..", ".#######.", "#########",
        "#########", ".###.###.", "....#....", "...###...", ".........",
    ),
    "♠": (
        "....#....", "...###...", "..#####..", ".#######.", "#########",
        "#########", ".###.###.", "....#....", "...###...", ".........",
    ),
    "♦": (
        "....#....", "...###...", "..#####..", ".#######.", "#########",
        "#########", ".#######.", "..#####..", "...###...", "....#....",
    ),
    "♥": (
        ".........", ".###.###.", "#########", "#########", "#########",
        ".#######.", "..#####..", "...###...", "....#....", ".........",
    ),
}  # fmt: skip
"""What is drawn large: the letter of a court card, and the suit of an ace."""
DOUBLED = 22
"""From this many cells inside its edges on, a card's figure is twice as large."""


def fit_card(width: int, height: int) -> CardSize:
    """The largest of the sizes with at most so many columns and rows, or else the smallest.

    >>> fit_card(20, 12)
    CardSize(width=15, height=11, step=4)
    """
    return next((size for size in reversed(SIZES) if size.width <= width and size.height <= height), SMALL)


def put_face(canvas: Canvas, x: int, y: int, card: Card, size: CardSize) -> None:
    style = SUIT_STYLES[card.suit]
    rank, suit = RANKS[card.rank], SUITS[card.suit]
    canvas.outline(x, y, size.width, size.height, "card", inside=" ")
    canvas.put(x + 1, y + 1, rank, style)
    canvas.right(x + size.width - 1, y + size.height - 2, rank, style)
    if not _is_pictured(size):
        canvas.put(x + size.width // 2, y + size.height // 2, suit, style)
        return
    canvas.put(x + 1, y + 2, suit, style)
    canvas.put(x + size.width - 2, y + size.height - 3, suit, style)
    if card.rank < len(PIPS):
        _put_pips(canvas, x, y, card, size)
    else:
        _put_figure(canvas, x, y, card, size)


def put_beneath(canvas: Canvas, x: int, y: int, card: Card, size: CardSize) -> None:
    """Draw a card face up whose right side will be covered, with rank and suit at its left edge."""
    put_face(canvas, x, y, card, size)
    if not _is_pictured(size):  # else the suit stands below the rank
        canvas.put(x + 1, y + size.height // 2, SUITS[card.suit], SUIT_STYLES[card.suit])


def put_back(canvas: Canvas, x: int, y: int, size: CardSize) -> None:
    canvas.outline(x, y, size.width, size.height, "back", inside="░")


def put_edge(canvas: Canvas, x: int, y: int, size: CardSize) -> None:
    """Draw a card on its edge, half way through turning over."""
    for row in range(y, y + size.height):
        canvas.put(x + size.width // 2 - 1, row, "▐█▌", "card-edge")


def put_slot(canvas: Canvas, x: int, y: int, size: CardSize) -> None:
    canvas.outline(x, y, size.width, size.height, "slot", "┌╌┐╎└┘")


def _is_pictured(size: CardSize) -> bool:
    return size.width >= PICTURED[0] and size.height >= PICTURED[1]


def _put_pips(canvas: Canvas, x: int, y: int, card: Card, size: CardSize) -> None:
    across, down = (size.width - 5) // 4, (size.height - 3) // 6
    for column, row in PIPS[card.rank]:
        at = (x + size.width // 2 + column * across, y + (size.height - 1) // 2 + row * down)
        canvas.put(*at, SUITS[card.suit], SUIT_STYLES[card.suit])


def _put_figure(canvas: Canvas, x: int, y: int, card: Card, size: CardSize) -> None:
    """Draw the figure of a court card or an ace in the middle of a card."""
    figure = FIGURES.get(RANKS[card.rank]) or FIGURES[SUITS[card.suit]]
    rows = _half_blocks(figure, 2 if size.width - 2 >= DOUBLED else 1)
    left, top = x + (size.width - len(rows[0])) // 2, y + (size.height - len(rows)) // 2
    for at, row in enumerate(rows, top):
        canvas.put(left, at, row, SUIT_STYLES[card.suit])


@cache
def _half_blocks(figure: Figure, scale: int) -> tuple[str, ...]:
    """The rows of a figure, enlarged by a factor, with two dots in a cell."""
    dots = ["".join(dot * scale for dot in row) for row in figure for _ in range(scale)]
    pairs = [zip(upper, lower, strict=True) for upper, lower in zip(dots[::2], dots[1::2], strict=True)]
    return tuple("".join([" ▄▀█"[2 * (above == "#") + (below == "#")] for above, below in row]) for row in pairs)
