"""Ways to cheat at the rules, where the server told the same all along."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from protocol.saved_game import SavedGame
from torture.secrets.tampering.saved_games import Tampering, at, with_events


def _first(saved: SavedGame, **changes: Any) -> SavedGame:
    events = saved.transcript.events
    return with_events(saved, replace(events[0], **changes), *events[1:])


def unreadable(saved: SavedGame, random: Random) -> SavedGame:
    return _first(saved, text="nonsense")


def illegal(saved: SavedGame, random: Random) -> SavedGame:
    return _first(saved, text="reject")


def out_of_turn(saved: SavedGame, random: Random) -> SavedGame:
    events = saved.transcript.events
    place = next(place for place, event in enumerate(events) if event.kind == "move")
    return with_events(saved, *at(events, place, replace(events[place], seat=1 if events[place].seat == 0 else 0)))


def nobodys(saved: SavedGame, random: Random) -> SavedGame:
    return _first(saved, seat=5)


def early_end(saved: SavedGame, random: Random) -> SavedGame:
    return _first(saved, kind="time", seat=None, text="")


def taken_back(saved: SavedGame, random: Random) -> SavedGame:
    return _first(saved, kind="takeback", text="")


def other_default(saved: SavedGame, random: Random) -> SavedGame:
    return _first(saved, kind="default", text="flip twice")


def gone_twice(saved: SavedGame, random: Random) -> SavedGame:
    first, *rest = saved.transcript.events
    return with_events(saved, first, first, *rest)


def _given_up(saved: SavedGame, text: str) -> SavedGame:
    """The first to give up, said otherwise all along."""
    first, *rest = saved.transcript.events
    return with_events(saved, replace(first, text=text), *rest)


def given_up_by_name(saved: SavedGame, random: Random) -> SavedGame:
    return _given_up(saved, "mallory resigned.")


def given_up_by_another(saved: SavedGame, random: Random) -> SavedGame:
    return _given_up(saved, f"resigned {(saved.transcript.events[0].seat or 0) + 1}")


def after_the_end(saved: SavedGame, random: Random) -> SavedGame:
    events = saved.transcript.events
    return with_events(saved, *events, events[-1])


def broken_off(saved: SavedGame, random: Random) -> SavedGame:
    return with_events(saved, *saved.transcript.events[:-1])


TAMPERINGS: dict[str, Tampering] = {
    "a name in a reason": Tampering("blocky", given_up_by_name, "isn't one that a server gives"),
    "a reason of another seat": Tampering("blocky", given_up_by_another, "isn't one that a server gives"),
    "a move that cannot be read": Tampering("tower_blaster", unreadable, "is against the rules"),
    "an illegal move": Tampering("tower_blaster", illegal, "is against the rules"),
    "a move out of turn": Tampering("tower_blaster", out_of_turn, "it was not seat"),
    "a move of a seat that is not there": Tampering("war", nobodys, "no such seat"),
    "an end of time where none was set": Tampering("war", early_end, "has no time limit"),
    "a takeback where none can be": Tampering("war", taken_back, "can't be taken back"),
    "a default move that is none": Tampering("war", other_default, "in the game's own notation"),
    "a seat given up twice": Tampering("blocky", gone_twice, "had already resigned"),
    "an event after the end": Tampering("war", after_the_end, "was over before event"),
    "a game that breaks off": Tampering("war", broken_off, "breaks off"),
}
