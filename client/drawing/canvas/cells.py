"""Texts in cells of a terminal: what each cell holds, how wide a text is, and cutting it to a width."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from unicodedata import category

from wcwidth import wcwidth

from protocol.text import clean_text, clusters

WIDE = 2
"""Cells of a wide character."""


def clean(text: str) -> str:
    r"""Remove from a text all that could harm a screen: controls, escapes, direction marks, characters of no width.

    Combining marks stay on their letters, up to the limit for a letter.

    >>> clean("ana\x1b[2J\u202e\n bob")
    'ana[2J  bob'
    """
    return text if text.isascii() and text.isprintable() else _strip(text)


def width_of(text: str) -> int:
    """The number of cells that a cleaned text takes."""
    return measure(text)[1]


def cells_of(text: str) -> tuple[str, ...]:
    """The content of each cell of a cleaned text; the second cell of a wide letter is empty."""
    return measure(text)[0]


def fit(text: str, width: int) -> str:
    """Clean a text and, if it is wider than `width` cells, cut it with an ellipsis."""
    text = clean(text)
    if measure(text)[1] <= width:
        return text
    while text and width_of(text) > width - 1:
        text = text[:-1]
    return f"{text}…" if width > 0 else ""


def fit_any(texts: Sequence[str], width: int) -> str:
    """The first of some texts that fits, the shortest being the last; if none does, that one is cut.

    >>> fit_any(("swap top-bottom", "swap"), 10)
    'swap'
    """
    return next((text for text in texts if width_of(clean(text)) <= width), fit(texts[-1], width))


def fit_name(name: str, width: int) -> str:
    """Cut a player's name that is too wide, but keep the number that tells it from another of the same level.

    >>> fit_name("planner 2", 8), fit_name("wise-20", 8)
    ('plann… 2', 'wise-20')
    """
    stem, _, number = name.rpartition(" ")
    if width_of(clean(name)) <= width or not (stem and number.isdecimal()):
        return fit(name, width)
    return f"{fit(stem, width - len(number) - 1)} {number}"


def pad(text: str, width: int) -> str:
    """Cut or fill a text to exactly `width` cells."""
    text = fit(text, width)
    return text + " " * (width - width_of(text))


@lru_cache(maxsize=4096)
def _strip(text: str) -> str:
    return clean_text(text, instead="")


@lru_cache(maxsize=4096)
def measure(text: str) -> tuple[tuple[str, ...], int]:
    """The content of each cell of a text, and the number of cells.

    A letter has its marks in its own cell, except for those that stand beside it, to which most terminals give a cell
    of their own. The second cell of a wide letter is empty.
    """
    cells: list[str] = []
    for cluster in clusters(clean(text)):
        cells.append(cluster[0])
        if is_wide(cluster):
            cells.append("")
        for mark in cluster[1:]:
            if is_beside(mark):
                cells.append(mark)
            else:
                cells[-2 if cells[-1] == "" else -1] += mark
    return tuple(cells), len(cells)


@lru_cache(maxsize=4096)
def is_beside(char: str) -> bool:
    """Whether a character is a mark with a cell of its own beside its letter, as many Indic vowels are."""
    return bool(char) and category(char) == "Mc"


def is_wide(cell: str) -> bool:
    """Whether a cell's letter takes two cells."""
    return not cell.isascii() and wcwidth(cell[0]) == WIDE
