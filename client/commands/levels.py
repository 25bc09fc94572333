"""The levels of a game's computer players: those with a name of their own, and those with a number, as `smart-25`."""

from __future__ import annotations

from math import isqrt

from client.drawing.grammar import read_number
from client.drawing.suggest import guess
from client.state.habits import Habits
from client.state.phrases.strength import with_strength
from protocol import messages as m

COMPUTER = "computer"
"""The prefix of a computer's seat, as in "computer:careful"; alone it means the usual level."""


def has_computers(info: m.GameInfo) -> bool:
    return bool(info.levels or info.numbered)


def names_of(info: m.GameInfo) -> tuple[str, ...]:
    """The names of a game's computer players, weakest first, without those that take a number."""
    return tuple(level.name for level in info.levels)


def describe_levels(info: m.GameInfo) -> tuple[tuple[str, str], ...]:
    """Every level, with its strength, and a sentence; those that take a number come last, as one, `smart-N`."""
    named = ((with_strength(info.name, level.name), level.about) for level in info.levels)
    return (*named, *((f"{level.name}-N", level.about) for level in info.numbered))


def next_level(level: str, by: int, info: m.GameInfo) -> str:
    """The level so many places stronger than one, or weaker if less than 0, among those with a name of their own."""
    names = names_of(info)
    at = names.index(level) + by if level in names else len(names) - 1
    return names[max(0, min(at, len(names) - 1))]


def is_level(word: str, info: m.GameInfo) -> bool:
    """Whether a computer of that level plays the game."""
    return word in names_of(info) or any(number_in(word, level) is not None for level in info.numbered)


def number_in(word: str, level: m.NumberedLevel) -> int | None:
    """The number that a word such as `smart-25` gives a level; None if it is none of its names."""
    written = word.removeprefix(f"{level.name}-")
    number = None if written == word else read_number(written)
    return number if number in range(level.least, level.most + 1) and str(number) == written else None


def middle_name(level: m.NumberedLevel) -> str:
    """The level with a number between the least and the most, as much above the one as below the other."""
    return f"{level.name}-{isqrt(level.least * level.most)}"


def usual_level(info: m.GameInfo, habits: Habits) -> str:
    """The level last played against, or else the one in the middle. The game must have levels."""
    last = (seat.removeprefix(f"{COMPUTER}:") for seat in habits.opponents.get(info.name, ()))
    names = names_of(info) or tuple(map(middle_name, info.numbered))
    return next((level for level in last if is_level(level, info)), names[(len(names) - 1) // 2])


def level_of(word: str, info: m.GameInfo) -> str:
    """The level with this name, or this number counted from 1. Raises ValueError with the nearest name, and all."""
    names = names_of(info)
    if not has_computers(info):
        raise ValueError(f"No computer plays {info.title}.")
    number = read_number(word)
    if number is not None and 1 <= number <= len(names):
        return names[number - 1]
    if is_level(word, info):
        return word
    for level in info.numbered:
        if word.partition("-")[0] == level.name:
            numbers = f"a number between {level.least} and {level.most}"
            raise ValueError(f"{level.name} takes {numbers}, as in {middle_name(level)}.")
    listed = ", ".join((*names, *(f"{level.name}-N" for level in info.numbered)))
    raise ValueError(f"There's no level {word[:40]!r}{guess(word, names)} Levels: {listed}.")
