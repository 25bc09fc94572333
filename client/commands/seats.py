"""Reads the words for the seats of a new table: `open wise-4 first`, `solo`."""

from __future__ import annotations

from typing import Literal

from client.commands.game_menu import COMPUTER, level_of, names_of, usual_level
from client.drawing.grammar import count
from client.state.habits import Habits
from client.state.reading import UnreadableTableError, game_of
from protocol import messages as m

Against = Literal["computer", "open"]
"""The default opponents: those who can begin at once, or whoever sits down."""
SOLO = "solo"
SEAT_WORDS = (COMPUTER, "open", SOLO, "first", "last")
"""The words about seats in every game, beside its levels."""


def is_about_seats(word: str, sheet: m.GameInfo) -> bool:
    """Whether a word is about the seats."""
    return word in (*SEAT_WORDS, *names_of(sheet)) or word.startswith(f"{COMPUTER}:")


def seats(words: tuple[str, ...], sheet: m.GameInfo, habits: Habits, against: Against) -> tuple[str, ...]:
    """The seats by the words, one word for each opponent; without any, the usual opponents. Raises ValueError.

    In a game where computers begin, they sit before people, unless the words say where the player sits.
    """
    named = [word for word in words if is_about_seats(word, sheet) and word not in ("first", "last")]
    if SOLO in named:
        others = _alone(named, sheet)
    else:
        others = tuple(_player(word, sheet, habits) for word in named) or usual(sheet, habits, against)
    others += others[-1:] * (sheet.min_seats - 1 - len(others))
    if len(others) >= sheet.max_seats:
        raise ValueError(f"{sheet.title} is for {_span(sheet)}; with you that is {len(others) + 1}.")
    own = [word for word in words if word in ("first", "last")]
    if own:
        return ("me", *others) if own[-1] == "first" else (*others, "me")
    before = tuple(seat for seat in others if _is_computer(seat)) if computers_begin(sheet.name) else ()
    return (*before, "me", *(seat for seat in others if not (before and _is_computer(seat))))


def usual(sheet: m.GameInfo, habits: Habits, against: Against) -> tuple[str, ...]:
    """The default opponents, as few as the game allows.

    A game that is to begin at once has those of last time; else computers, or none if it is a solitaire or no computer
    plays it.
    """
    fewest = min(sheet.max_seats, max(2, sheet.min_seats)) - 1
    if against == "open":
        return ("open",) * fewest
    last = habits.opponents.get(sheet.name)
    if last is not None and _can_play(last, sheet):
        return last
    if sheet.min_seats == 1 and (is_solitaire(sheet.name) or not sheet.levels):
        return ()
    return (f"{COMPUTER}:{usual_level(sheet, habits)}" if sheet.levels else "open",) * fewest


def computers_begin(name: str) -> bool:
    """Whether computers sit before people in that game."""
    try:
        return game_of(name).computers_begin
    except UnreadableTableError:
        return False


def is_solitaire(name: str) -> bool:
    """Whether that game is played alone by default."""
    try:
        return game_of(name).is_solitaire
    except UnreadableTableError:
        return False


def _alone(named: list[str], sheet: m.GameInfo) -> tuple[str, ...]:
    if sheet.min_seats > 1:
        raise ValueError(f"{sheet.title} cannot be played alone; it is for {_span(sheet)}.")
    if len(named) > 1:
        raise ValueError("'solo' is for playing alone; name either others or 'solo'.")
    return ()


def _player(word: str, sheet: m.GameInfo, habits: Habits) -> str:
    """The seat for a word such as "open", "computer", "oracle", "computer:oracle" or "computer:2"."""
    if word == "open":
        return "open"
    level = word.removeprefix(COMPUTER).removeprefix(":")
    if not level and sheet.levels:
        level = usual_level(sheet, habits)
    return f"{COMPUTER}:{level_of(level, sheet)}"


def _can_play(others: tuple[str, ...], sheet: m.GameInfo) -> bool:
    known = {f"{COMPUTER}:{level}" for level in names_of(sheet)}
    return sheet.min_seats <= len(others) + 1 <= sheet.max_seats and known.issuperset(others)


def _is_computer(seat: str) -> bool:
    return seat.startswith(f"{COMPUTER}:")


def _span(sheet: m.GameInfo) -> str:
    """How many may play, in words."""
    if sheet.min_seats == sheet.max_seats:
        return count(sheet.min_seats, "player")
    return f"{sheet.min_seats} to {count(sheet.max_seats, 'player')}"
