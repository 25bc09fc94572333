"""Reads the words for the seats of a new table: `open wise-4 first`, `solo`."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from client.commands.levels import COMPUTER, has_computers, is_level, level_of, names_of, next_level, usual_level
from client.drawing.grammar import count
from client.state.habits import Habits
from client.state.reading import known_game
from protocol import messages as m

Against = Literal["computer", "open"]
"""The default opponents: those who can begin at once, or whoever sits down."""
SOLO = "solo"
SEAT_WORDS = (COMPUTER, "open", SOLO, "first", "last")
"""The words about seats in every game, beside its levels."""


def is_about_seats(word: str, info: m.GameInfo) -> bool:
    numbered = tuple(f"{level.name}-" for level in info.numbered)
    return word in (*SEAT_WORDS, *names_of(info)) or word.startswith((f"{COMPUTER}:", *numbered))


def seats(words: tuple[str, ...], info: m.GameInfo, habits: Habits, against: Against) -> tuple[str, ...]:
    """The seats by the words, one word for each opponent; without any, the usual opponents. Raises ValueError.

    In a game where computers begin, they sit before people, unless the words say where the player sits.
    """
    named = [word for word in words if is_about_seats(word, info) and word not in ("first", "last")]
    if SOLO in named:
        others = _alone(named, info)
    else:
        others = tuple(_player(word, info, habits) for word in named) or usual_opponents(info, habits, against)
    others += others[-1:] * (info.min_seats - 1 - len(others))
    if len(others) >= info.max_seats:
        raise ValueError(f"{info.title} is for {_span(info)}; you asked for {len(others) + 1}.")
    own = [word for word in words if word in ("first", "last")]
    if own:
        return ("me", *others) if own[-1] == "first" else (*others, "me")
    before = tuple(seat for seat in others if _is_computer(seat)) if info.computers_begin else ()
    return (*before, "me", *(seat for seat in others if not (before and _is_computer(seat))))


def usual_opponents(info: m.GameInfo, habits: Habits, against: Against) -> tuple[str, ...]:
    """The default opponents, as few as the game allows.

    A game that is to begin at once has those of last time; else computers, or none if it is a solitaire or no computer
    plays it.
    """
    fewest = min(info.max_seats, max(2, info.min_seats)) - 1
    if against == "open":
        return ("open",) * fewest
    last = habits.opponents.get(info.name)
    if last is not None and _can_play(last, info):
        return last
    if info.min_seats == 1 and (is_solitaire(info.name) or not has_computers(info)):
        return ()
    return (f"{COMPUTER}:{usual_level(info, habits)}" if has_computers(info) else "open",) * fewest


def chosen_level(info: m.GameInfo, habits: Habits) -> str:
    """The level of the computers that a game begins against at once; empty if there is none, or none to choose."""
    others = usual_opponents(info, habits, "computer")
    if len(names_of(info)) < 2 or len(set(others)) != 1 or not _is_computer(others[0]):
        return ""
    return others[0].removeprefix(f"{COMPUTER}:")


def with_level(info: m.GameInfo, habits: Habits, by: int) -> Habits:
    """The habits with computers so many places stronger in a game, or weaker. Raises ValueError if none is chosen."""
    level = chosen_level(info, habits)
    if not level:
        raise ValueError("There's no level to choose here.")
    seat = f"{COMPUTER}:{next_level(level, by, info)}"
    held = (seat,) * len(usual_opponents(info, habits, "computer"))
    return replace(habits, opponents={**habits.opponents, info.name: held})


def is_solitaire(name: str) -> bool:
    """Whether that game is played alone by default."""
    game = known_game(name)
    return game is not None and game.setup.is_solitaire


def _alone(named: list[str], info: m.GameInfo) -> tuple[str, ...]:
    if info.min_seats > 1:
        raise ValueError(f"{info.title} can't be played alone; it's for {_span(info)}.")
    if len(named) > 1:
        raise ValueError("'solo' means playing alone: leave out the other seats, or leave out 'solo'.")
    return ()


def _player(word: str, info: m.GameInfo, habits: Habits) -> str:
    """The seat for a word such as "open", "computer", "oracle", "computer:oracle" or "computer:2"."""
    if word == "open":
        return "open"
    level = word.removeprefix(COMPUTER).removeprefix(":")
    if not level and has_computers(info):
        level = usual_level(info, habits)
    return f"{COMPUTER}:{level_of(level, info)}"


def _can_play(others: tuple[str, ...], info: m.GameInfo) -> bool:
    are_known = all(_is_computer(seat) and is_level(seat.removeprefix(f"{COMPUTER}:"), info) for seat in others)
    return info.min_seats <= len(others) + 1 <= info.max_seats and are_known


def _is_computer(seat: str) -> bool:
    return seat.startswith(f"{COMPUTER}:")


def _span(info: m.GameInfo) -> str:
    if info.min_seats == info.max_seats:
        return count(info.min_seats, "player")
    return f"{info.min_seats} to {count(info.max_seats, 'player')}"
