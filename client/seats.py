"""Who is to sit at a new table, from the words for it: `open smart-25 first`, `solo`."""

from __future__ import annotations

from typing import Literal

from client.orders import Habits
from client.tables import Unknown, game_of
from client.wording import count
from protocol import messages as m

Against = Literal["computer", "open"]
"""Whom one plays against where nothing is said: whoever can begin at once, or whoever sits down."""
SOLO = "solo"
COMPUTER = "computer"
SEAT_WORDS = (COMPUTER, "open", SOLO, "first", "last")
"""Words about seats that mean the same in every game; its levels are others."""


def levels(sheet: m.GameSheet) -> tuple[str, ...]:
    """The names of a game's computer players, weakest first."""
    return tuple(level.name for level in sheet.levels)


def is_about_seats(word: str, sheet: m.GameSheet) -> bool:
    """Whether a word says who sits at the table, or where."""
    return word in (*SEAT_WORDS, *levels(sheet)) or word.startswith(f"{COMPUTER}:")


def seats(words: tuple[str, ...], sheet: m.GameSheet, usual: tuple[str, ...]) -> tuple[str, ...]:
    """Oneself and the others, each others' word a seat; `usual` sit there where the words name nobody.

    Where computers begin they sit before people, unless the words say where one sits oneself. Raises ValueError.
    """
    named = [word for word in words if is_about_seats(word, sheet) and word not in ("first", "last")]
    others = _alone(named, sheet) if SOLO in named else tuple(_player(word, sheet) for word in named) or usual
    others += others[-1:] * (sheet.min_seats - 1 - len(others))
    if len(others) >= sheet.max_seats:
        raise ValueError(f"{sheet.title} is for {_span(sheet)}; with you that is {len(others) + 1}.")
    own = [word for word in words if word in ("first", "last")]
    if own:
        return ("me", *others) if own[-1] == "first" else (*others, "me")
    before = tuple(seat for seat in others if _is_computer(seat)) if computers_begin(sheet.name) else ()
    return (*before, "me", *(seat for seat in others if not (before and _is_computer(seat))))


def usual(sheet: m.GameSheet, habits: Habits, against: Against) -> tuple[str, ...]:
    """The others where nothing is said of them, as few as make company.

    A game that is to begin at once begins as last time, else against the weakest computer, or alone where that can be.
    """
    fewest = min(sheet.max_seats, max(2, sheet.min_seats)) - 1
    if against == "open":
        return ("open",) * fewest
    last = habits.opponents.get(sheet.name)
    if last is not None and _can_play(last, sheet):
        return last
    if sheet.levels:
        return (f"{COMPUTER}:{sheet.levels[0].name}",) * fewest
    return () if sheet.min_seats == 1 else ("open",) * fewest


def computers_begin(name: str) -> bool:
    """Whether that game is one where a computer sits before people."""
    try:
        return game_of(name).computers_begin
    except Unknown:
        return False


def _alone(named: list[str], sheet: m.GameSheet) -> tuple[str, ...]:
    if sheet.min_seats > 1:
        raise ValueError(f"{sheet.title} cannot be played alone; it is for {_span(sheet)}.")
    if len(named) > 1:
        raise ValueError("'solo' is for playing alone; name either others or 'solo'.")
    return ()


def _player(word: str, sheet: m.GameSheet) -> str:
    """The seat that a word such as "open", "computer", "oracle", "computer:oracle" or "computer:2" stands for."""
    if word == "open":
        return "open"
    if not sheet.levels:
        raise ValueError(f"No computer plays {sheet.title}.")
    level = word.removeprefix(COMPUTER).removeprefix(":") or sheet.levels[0].name
    if level.isdecimal() and 1 <= int(level) <= len(sheet.levels):
        level = sheet.levels[int(level) - 1].name
    if level not in levels(sheet):
        raise ValueError(f"There is no level {level[:40]!r}; there is {', '.join(levels(sheet))}.")
    return f"{COMPUTER}:{level}"


def _can_play(others: tuple[str, ...], sheet: m.GameSheet) -> bool:
    known = {f"{COMPUTER}:{level}" for level in levels(sheet)}
    return sheet.min_seats <= len(others) + 1 <= sheet.max_seats and known.issuperset(others)


def _is_computer(seat: str) -> bool:
    return seat.startswith(f"{COMPUTER}:")


def _span(sheet: m.GameSheet) -> str:
    """How many may play, in words."""
    if sheet.min_seats == sheet.max_seats:
        return count(sheet.min_seats, "player")
    return f"{sheet.min_seats} to {count(sheet.max_seats, 'player')}"
