"""The layout of a table of any size: four rows, each a pile, a foundation and a pile."""

from __future__ import annotations

from typing import NamedTuple

from client.games.streets_and_alleys.card_names import PileName
from client.games.widgets.rectangles import Rectangle

HEADER_ROWS, NOTE_ROWS = 1, 1
"""Rows above the cards, and between them and the others in the race."""
ROWS = 4
HEIGHTS = ((5, 2), (4, 2), (4, 1), (3, 1), (3, 0))
"""A card's height and the rows between two cards, the most spacious first."""
WIDE, NARROW = 100, 80
MARGIN = 1
"""Cells left free at the right edge."""


class TableLayout(NamedTuple):
    """A table's measures.

    Attributes:
        label: cells for a pile's number, left of it.
        sign: how far left of a pile the cell after its number is.
        side: cells for a pile with its number.
        between: cells left and right of the foundations.
        foundation: the width of a foundation.
        card: the width of an uncovered card, if it fits.
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
            return Rectangle(self.side + self.between, y, self.foundation, self.height)
        x = place.number % 2 * (self.side + self.foundation + 2 * self.between) + self.label
        return Rectangle(x, y, self.side - self.label, self.height)


def plan_layout(width: int, height: int, others: int) -> TableLayout:
    """The layout for a size, and for so many others in a race: a row for each if that fits, else one for all."""
    label, sign, between, foundation, card = _widths(width)
    side = (width - MARGIN - foundation - 2 * between) // 2
    rivals = others if _room(height, others) >= _rows(HEIGHTS[-1]) else min(1, others)
    room = _room(height, rivals)
    high, gap = next((fit for fit in HEIGHTS if _rows(fit) <= room), HEIGHTS[-1])
    top = HEADER_ROWS + max(0, room - _rows((high, gap))) // 2
    return TableLayout(
        label, sign, side, between, foundation, card, high, gap, top, height - rivals - NOTE_ROWS, rivals
    )


def _widths(width: int) -> tuple[int, int, int, int, int]:
    """For a width: label, sign, between, foundation and card, as a Plan has them."""
    if width >= WIDE:
        return 4, 2, 2, 7, 7
    return (2, 1, 2, 6, 6) if width >= NARROW else (2, 1, 1, 5, 5)


def _room(height: int, rivals: int) -> int:
    return height - HEADER_ROWS - NOTE_ROWS - rivals


def _rows(fit: tuple[int, int]) -> int:
    high, gap = fit
    return ROWS * high + (ROWS - 1) * gap
