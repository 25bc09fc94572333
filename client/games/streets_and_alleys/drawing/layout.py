"""The layout of a table of any size: four rows, each a pile, a foundation and a pile."""

from __future__ import annotations

from typing import NamedTuple

from client.games.streets_and_alleys.card_names import PileName
from client.games.widgets.rectangles import Rectangle

HEADER_ROWS, NOTE_ROWS = 1, 1
"""Rows above the cards, and between them and the others in the race."""
ROWS = 4
HEIGHTS = ((5, 2), (4, 2), (4, 1), (3, 1), (3, 0))
"""A small card's height and the rows between two cards, the most spacious first."""
WIDE, NARROW = 100, 80
MARGIN = 1
"""Cells left free at the right edge."""
FANNED = 9
"""For so many covered cards, and the one that covers them, a side has room; what is left over is left free outside."""


class CardFit(NamedTuple):
    """A card's measures: its width, its height, and how far it lies from the one that it covers."""

    width: int
    height: int
    step: int


LARGE = ((170, CardFit(15, 11, 9)), (150, CardFit(13, 9, 8)), (120, CardFit(9, 7, 6)), (96, CardFit(9, 7, 5)))
"""Larger cards, and how wide a table has to be for them; they need at least a row between them, too."""


class TableLayout(NamedTuple):
    """A table's measures.

    Attributes:
        label: cells for a pile's number, left of it.
        sign: how far left of a pile the cell after its number is.
        side: cells for a pile with its number.
        between: cells left and right of the foundations.
        foundation: the width of a foundation.
        card: the width of an uncovered card, if it fits.
        step: how far a card lies from the one that it covers, if that fits.
        left: cells left free at the left edge, so that the table is in the middle.
        height: the height of a card.
        gap: rows between two cards.
        top: the first row of cards.
        note: the row below the cards for what is marked.
        rivals: rows below that for the others in the race.
    """

    label: int
    sign: int
    side: int
    between: int
    foundation: int
    card: int
    step: int
    left: int
    height: int
    gap: int
    top: int
    note: int
    rivals: int

    def box(self, place: PileName) -> Rectangle:
        """The cells of a place; for a pile without its number."""
        row = place.number // 2 if place.is_pile else place.number
        y = self.top + row * (self.height + self.gap)
        if not place.is_pile:
            return Rectangle(self.left + self.side + self.between, y, self.foundation, self.height)
        aside = place.number % 2 * (self.side + self.foundation + 2 * self.between)
        x = self.left + aside + self.label
        return Rectangle(x, y, self.side - self.label, self.height)


def plan_layout(width: int, height: int, others: int) -> TableLayout:
    """The layout for a size, and for so many others in a race: a row for each if that fits, else one for all."""
    rivals = others if _room(height, others) >= _rows(HEIGHTS[-1]) else min(1, others)
    room = _room(height, rivals)
    card, gap = _fit(width, room)
    label, sign, between = (4, 2, 2) if width >= WIDE else (2, 1, 2 if width >= NARROW else 1)
    side = min((width - MARGIN - card.width - 2 * between) // 2, label + FANNED * card.step + card.width)
    left = max(0, width - MARGIN - card.width - 2 * between - 2 * side) // 2
    top = HEADER_ROWS + max(0, room - _rows((card.height, gap))) // 2
    note = height - rivals - NOTE_ROWS
    return TableLayout(
        label, sign, side, between, card.width, card.width, card.step, left, card.height, gap, top, note, rivals
    )


def _fit(width: int, room: int) -> tuple[CardFit, int]:
    """The largest card for a table's width and its rows, and the rows between two cards."""
    for least, card in LARGE:
        if width >= least and _gap(card.height, room) > 0:
            return card, _gap(card.height, room)
    height, gap = next((fit for fit in HEIGHTS if _rows(fit) <= room), HEIGHTS[-1])
    return CardFit(7 if width >= WIDE else 6 if width >= NARROW else 5, height, 4), max(gap, _gap(height, room))


def _gap(height: int, room: int) -> int:
    """The rows between two cards so high that are left then, and no more than make a table look loose."""
    return min(height - 2, (room - ROWS * height) // (ROWS - 1))


def _room(height: int, rivals: int) -> int:
    return height - HEADER_ROWS - NOTE_ROWS - rivals


def _rows(fit: tuple[int, int]) -> int:
    high, gap = fit
    return ROWS * high + (ROWS - 1) * gap
