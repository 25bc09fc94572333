"""The layout of the lobby, by the size of the screen."""

from __future__ import annotations

from typing import Literal

Layout = Literal["wide", "normal", "small"]
"""Wide has a pane for every list, normal one for all tables or the people, and small shows one pane at a time."""
WIDE, NORMAL = (100, 32), (80, 24)
"""The least columns and rows of these layouts."""


def layout_of(columns: int, rows: int) -> Layout:
    """The layout for a screen of a size.

    >>> layout_of(120, 30), layout_of(79, 40)
    ('normal', 'small')
    """
    if columns >= WIDE[0] and rows >= WIDE[1]:
        return "wide"
    return "normal" if columns >= NORMAL[0] and rows >= NORMAL[1] else "small"
