"""The computer players of a game: which levels there are, the usual one, and the one that a word means."""

from __future__ import annotations

from client.drawing.suggest import guess, nearest
from client.state.habits import Habits
from protocol import messages as m

COMPUTER = "computer"
"""Begins the word for a computer's seat, as in "computer:careful"; alone it means the usual level."""


def names_of(sheet: m.GameInfo) -> tuple[str, ...]:
    """The names of a game's computer players, weakest first."""
    return tuple(level.name for level in sheet.levels)


def usual_level(sheet: m.GameInfo, habits: Habits) -> str:
    """The level last played against or, for whoever never did, the one in the middle. The game has levels."""
    names = names_of(sheet)
    last = (seat.removeprefix(f"{COMPUTER}:") for seat in habits.opponents.get(sheet.name, ()))
    return next((level for level in last if level in names), names[(len(names) - 1) // 2])


def level_of(word: str, sheet: m.GameInfo) -> str:
    """The level that a word names, or a number counted from 1. Raises ValueError with the nearest one, and all."""
    names = names_of(sheet)
    if not names:
        raise ValueError(f"No computer plays {sheet.title}.")
    if word.isdecimal() and 1 <= int(word) <= len(names):
        return names[int(word) - 1]
    if word in names:
        return word
    raise ValueError(f"There is no level {word[:40]!r}{guess(word, names)} Levels: {', '.join(names)}.")


def is_nearly_level(word: str, sheet: m.GameInfo) -> bool:
    """Whether a word looks as if it was to name a level."""
    return bool(nearest(word, names_of(sheet)))
