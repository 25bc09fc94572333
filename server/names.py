"""What a player may be called."""

from __future__ import annotations

import unicodedata

NAME_COLUMNS = 16


class BadName(ValueError):  # noqa: N818 - says what is the case
    """Nobody can be called that; the message says what a name may be."""


def accepted(name: str) -> str:
    """The name in its normal form. Raises BadName unless it is 1 to 16 columns of letters, digits, _ and -."""
    normal = unicodedata.normalize("NFC", name.strip())
    if not normal or columns(normal) > NAME_COLUMNS or not all(c.isalnum() or c in "_-" for c in normal):
        raise BadName(f"A name is 1 to {NAME_COLUMNS} letters, digits, _ or -.")
    return normal


def folded(name: str) -> str:
    """What two names share when they look too alike for two players to have them."""
    return unicodedata.normalize("NFKC", name).casefold()


def numbered(name: str, number: int) -> str:
    """The name with a number behind it, shortened so that it is still a name."""
    ending = str(number)
    while columns(name) + len(ending) > NAME_COLUMNS:
        name = name[:-1]
    return name + ending


def columns(name: str) -> int:
    """How many columns of a terminal a name takes."""
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in name)
