"""Draws playing cards for all card games: small ones with a suit in the middle, large ones with pips and figures.

Figures, and the pips of the largest cards, are pictures of dots, two of which make a cell.
"""

from __future__ import annotations

from functools import lru_cache
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
    SMALL, LARGE, CardSize(13, 9, 4), CardSize(15, 11, 4), CardSize(19, 13, 5), CardSize(21, 15, 5),
    CardSize(25, 17, 6), CardSize(33, 23, 7), CardSize(37, 25, 8),
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
DOT_PIPS_3: dict[str, Figure] = {
    "♣": (".#.", "#.#", ".#.", "###"),
    "♠": (".#.", "###", ".#.", "###"),
    "♦": (".#.", "###", "###", ".#."),
    "♥": ("#.#", "###", "###", ".#."),
}
DOT_PIPS_5: dict[str, Figure] = {
    "♣": (".###.", ".###.", "#####", "#####", "..#.."),
    "♠": ("..#..", ".###.", "#####", "#####", "..#.."),
    "♦": ("..#..", ".###.", "#####", ".###.", "..#.."),
    "♥": (".#.#.", "#####", "#####", ".###.", "..#.."),
}
DOT_PIPS_7: dict[str, Figure] = {
    "♣": ("..###..", ".#####.", "..###..", "##.#.##", "#######", "##.#.##", "...#...", "..###.."),
    "♠": ("...#...", "..###..", ".#####.", "#######", "#######", "##.#.##", "...#...", "..###.."),
    "♦": ("...#...", "..###..", ".#####.", "#######", ".#####.", "..###..", "...#...", "......."),
    "♥": (".##.##.", "#######", "#######", "#######", ".#####.", "..###..", "...#...", "......."),
}
"""Pips as pictures, so many dots wide."""
DOT_PIPS = ((33, DOT_PIPS_7), (25, DOT_PIPS_5), (21, DOT_PIPS_3))
"""From a card's width on, the pictures of its pips; on a narrower one they are characters."""
FIGURE_WIDTH = 10
"""A card's figure is enlarged as often as so many cells fit inside its edges."""
CORNER_ROWS = 2
"""Rows at a card's upper edge, and as many at its lower one, where no pip is: the edge, and the rank and suit."""


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
    if not _is_pictured(size):
        canvas.put(x + 1, y + 1, rank, style)
        canvas.right(x + size.width - 1, y + size.height - 2, rank, style)
        canvas.put(x + size.width // 2, y + size.height // 2, suit, style)
        return
    canvas.put(x + 1, y + 1, f"{rank}{suit}", style)
    canvas.right(x + size.width - 1, y + size.height - 2, f"{rank}{suit}", style)
    if card.rank >= len(PIPS):
        _put_figure(canvas, x, y, card, size)
    elif pips := _pip_picture(size):
        _put_dot_pips(canvas, x, y, card, size, pips[suit])
    else:
        _put_pips(canvas, x, y, card, size)


def put_aces(canvas: Canvas, x: int, y: int, size: CardSize) -> None:
    """Draw the four aces beside each other, in the order of the suits; they take `width_of_aces`."""
    for suit in range(len(SUITS)):
        put_face(canvas, x + suit * (size.width + 1), y, Card(len(RANKS) - 1, suit), size)


def width_of_aces(size: CardSize) -> int:
    return len(SUITS) * (size.width + 1) - 1


def put_beneath(canvas: Canvas, x: int, y: int, card: Card, size: CardSize) -> None:
    """Draw a card face up whose right side will be covered, with rank and suit at its left edge."""
    put_face(canvas, x, y, card, size)
    if not _is_pictured(size):  # else the suit stands beside the rank
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


def _pip_picture(size: CardSize) -> dict[str, Figure] | None:
    """The pictures of the pips on cards of a size; None for characters."""
    return next((pips for least, pips in DOT_PIPS if size.width >= least), None)


def _put_pips(canvas: Canvas, x: int, y: int, card: Card, size: CardSize) -> None:
    """Draw the pips as characters."""
    across, most = (size.width - 5) // 4, size.height // 2 - CORNER_ROWS
    for column, row in PIPS[card.rank]:
        down = (2 * abs(row) * most + 3) // 6
        at = (x + size.width // 2 + column * across, y + size.height // 2 + (down if row > 0 else -down))
        canvas.put(*at, SUITS[card.suit], SUIT_STYLES[card.suit])


def _put_dot_pips(canvas: Canvas, x: int, y: int, card: Card, size: CardSize, pip: Figure) -> None:
    """Draw the pips as pictures of dots, so that they are as evenly spread as dots can be."""
    columns, dot_rows = size.width - 4, 2 * (size.height - 2 * CORNER_ROWS)
    dots = [["."] * columns for _ in range(dot_rows)]
    for column, row in PIPS[card.rank]:
        left = (columns - len(pip[0])) * (column + 1) // 2
        top = round((dot_rows - len(pip)) * (row + 3) / 6)
        for at, line in enumerate(pip, top):
            dots[at][left : left + len(line)] = line
    for at, line in enumerate(_half_blocks(tuple(map("".join, dots)), 1), y + CORNER_ROWS):
        canvas.put(x + 2, at, line, SUIT_STYLES[card.suit])


def _put_figure(canvas: Canvas, x: int, y: int, card: Card, size: CardSize) -> None:
    """Draw the figure of a court card or an ace in the middle of a card."""
    figure = FIGURES.get(RANKS[card.rank]) or FIGURES[SUITS[card.suit]]
    rows = _half_blocks(figure, max(1, (size.width - 2) // FIGURE_WIDTH))
    left, top = x + (size.width - len(rows[0])) // 2, y + (size.height - len(rows)) // 2
    for at, row in enumerate(rows, top):
        canvas.put(left, at, row, SUIT_STYLES[card.suit])


@lru_cache(maxsize=256)
def _half_blocks(figure: Figure, scale: int) -> tuple[str, ...]:
    """The rows of a figure, enlarged by a factor, with two dots in a cell."""
    dots = ["".join(dot * scale for dot in row) for row in figure for _ in range(scale)]
    pairs = [zip(upper, lower, strict=True) for upper, lower in zip(dots[::2], dots[1::2], strict=True)]
    return tuple("".join([" ▄▀█"[2 * (above == "#") + (below == "#")] for above, below in row]) for row in pairs)
