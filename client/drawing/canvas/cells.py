"""Texts in cells of a terminal: what each cell holds, how wide a text is, and cutting it to a width."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from unicodedata import category

from wcwidth import wcwidth

from protocol.text import clean_text, clusters

WIDE = 2
"""Cells of a wide character."""
_WORDS = re.compile(" *[^ ]+")
"""A word with the blanks before it."""


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


def wrap_words(text: str, width: int, *, breaks_words: bool = True) -> list[str]:
    """Clean a text and break it between words into lines of at most `width` cells.

    A word too long for a line of its own is broken where the line ends, unless not `breaks_words`.

    >>> wrap_words("It is your turn.", 10), wrap_words("An unforeseen turn.", 6)
    (['It is your', 'turn.'], ['An unf', 'oresee', 'n', 'turn.'])
    """
    lines: list[str] = []
    for word in _WORDS.findall(clean(text)):
        before = lines.pop() if lines else ""
        if width_of(before + word) <= width:
            lines.append(before + word)
            continue
        is_long = breaks_words and width_of(word.lstrip()) > width
        rest = before + word if is_long else word.lstrip()
        lines += [before] if before and not is_long else []
        while is_long and width_of(rest) > width:
            end = _fitting_end(rest, width)
            lines.append(rest[:end].rstrip())
            rest = rest[end:].lstrip()
        lines += [rest] if rest else []
    return lines


def _fitting_end(text: str, width: int) -> int:
    """How many characters of a text fit, at least one."""
    return next((at for at in range(len(text), 1, -1) if width_of(text[:at]) <= width), 1)


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
