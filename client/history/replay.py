"""A finished game to step through, as a value: its positions, the place among them, and what happened in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from client.drawing.grammar import YOU, Names, called, capital, verb, whose, within
from client.drawing.output import line_of
from client.drawing.sanitize import clean
from client.state.phrases.endings import result
from client.state.reading import game_of, names, view_of
from engines.game import Seat
from protocol import messages as m
from protocol.saved_game import SavedGame

PACE_S = 1.0
"""How long each position stands while the replay goes on by itself."""


@dataclass(frozen=True, slots=True)
class Replay:
    """A game that is stepped through.

    Attributes:
        path: the file it was saved in.
        told: all that happened.
        positions: the Table at the beginning and after each event, as lines of JSON.
        seat: whose eyes one looks through; None for a spectator's.
        at: how many events have happened at the place in it.
        rolls: whether it goes on by itself.
        is_all: whether nothing lies behind it, so that who closes it leaves the program.
    """

    path: Path
    told: m.Transcript
    positions: tuple[bytes, ...]
    seat: Seat | None
    at: int = 0
    rolls: bool = False
    is_all: bool = False

    @property
    def last(self) -> int:
        """The place after the last event."""
        return len(self.positions) - 1

    @property
    def table(self) -> m.Table:
        """The position."""
        return position(self, self.at)


def position(replay: Replay, at: int) -> m.Table:
    """The Table after so many events."""
    return _decoded(replay.positions[at])


def go_to(replay: Replay, at: int) -> Replay:
    """The replay at another place, or at the end that is nearest; at its last it goes on no further."""
    at = max(0, min(at, replay.last))
    return replace(replay, at=at, rolls=replay.rolls and at < replay.last)


def set_running(replay: Replay) -> Replay:
    """The replay going on by itself, or no more; from the end it begins again."""
    if replay.rolls:
        return replace(replay, rolls=False)
    return replace(replay, rolls=replay.last > 0, at=0 if replay.at == replay.last else replay.at)


def reopen(before: Replay | None, replay: Replay) -> Replay:
    """The replay that takes the place of another: of the same game it stands where that one stood."""
    if before is None or before.path != replay.path:
        return replay
    return go_to(replace(replay, is_all=before.is_all), before.at)


def own_seat(saved: SavedGame) -> Seat | None:
    """The seat from which the game was seen as it was played; None for a spectator's, or where it was not seen."""
    return next((sight.seat for sight in saved.witness.sights), saved.witness.seat)


def seat_of(word: str, told: m.Transcript) -> Seat | None:
    """The seat that is meant, by its number from 1 or by its player; None for a spectator. Raises ValueError."""
    if word in ("spectator", "0"):
        return None
    if word.isdecimal() and int(word[:9]) <= len(told.players):
        return int(word) - 1
    found = [seat for seat, player in enumerate(told.players) if player.name.casefold() == word.casefold()]
    if not found:
        players = ", ".join(f"{seat} {player.name}" for seat, player in enumerate(told.players, 1))
        raise ValueError(f"Nobody sat there as {word[:40]!r}; there is {players}, or spectator.")
    return found[0]


def next_seat(replay: Replay) -> str:
    """Whose eyes come after these: seat by seat, then a spectator's."""
    seat = 0 if replay.seat is None else replay.seat + 1
    return "spectator" if seat >= len(replay.told.players) else str(seat + 1)


def heading(replay: Replay) -> str:
    """Which game it is, in a sentence."""
    table = position(replay, 0)
    who = " against ".join(names(table)) if len(table.chairs) == 2 else ", ".join(names(table))
    eyes = "a spectator" if replay.seat is None else names(table)[replay.seat]
    return f"{spoken_title(table.game)}, game {table.number} at table {table.room}: {who}; as seen by {eyes}."


def spoken_title(game: str) -> str:
    """A game's name as words, where nobody has told its title."""
    return capital(game.replace("_", " "))


def sentences(replay: Replay, at: int) -> tuple[str, ...]:
    """What happened with the event that led to a place, and at the last how it all ended. Raises Unknown."""
    if at == 0:
        return ("The game begins.",)
    before, after = position(replay, at - 1), position(replay, at)
    return _told(replay.told.events[at - 1], before, after)


def lines(replay: Replay, *, json: bool) -> Iterator[str]:
    """The game from its place on, a line an event, as sentences or as JSON. Raises Unknown."""
    if not json:
        yield heading(replay)
    for at in range(replay.at, replay.last + 1):
        yield line_of(place_value(replay, at)) if json else f"{at}. {' '.join(sentences(replay, at))}"


def place_value(replay: Replay, at: int) -> dict[str, Any]:
    """A place as a plain value: the event that led there, what is said of it, and what is seen then."""
    table = position(replay, at)
    event = replay.told.events[at - 1] if at else None
    return {
        "event": at,
        "of": replay.last,
        "kind": event.kind if event else "begin",
        "seat": event.seat if event else None,
        "text": event.text if event else "",
        "sentences": sentences(replay, at),
        "turn": table.turn,
        "view": table.view,
        "ending": None if table.ending is None else msgspec.to_builtins(table.ending),
    }


def _told(event: m.GameEvent, before: m.Table, after: m.Table) -> tuple[str, ...]:
    who, game = names(before), game_of(after.game)
    name = "Somebody" if event.seat is None else called(who, after.seat)[event.seat]
    said = game.sentences(view_of(game, before.view), view_of(game, after.view), who, after.seat)
    match event.kind:
        case "resign":
            told = in_own_words(event.text, who, after.seat)
            return (told, *((result(after, who),) if after.phase == "over" else ()))
        case "draw":
            return (f"{name} offered a draw, and everybody agreed.",)
        case "takeback":
            return (f"{verb(name, 'take', 'takes')} the last move back.",)
        case "time":
            return ("The time of the game is up.", *said)
        case "default":
            return (f"{verb(name, 'were', 'was')} too late.", *said)
        case "move":
            return said or (f"{name}: {event.text}.",)


def in_own_words(told: str, who: Names, seat: Seat | None) -> str:
    """What the server says of the players by their names, as who looks from a seat says it."""
    if seat is None:
        return told
    name = who[seat]
    if told.startswith(f"{name}'s "):
        return f"{whose(YOU)} {told[len(name) + 3 :]}"
    if told.startswith(f"{name} "):
        return f"{YOU} {told[len(name) + 1 :]}"
    return told.replace(f" {name} away.", f" {within(YOU)} away.")


@lru_cache(maxsize=64)
def _decoded(line: bytes) -> m.Table:
    return clean(msgspec.json.decode(line, type=m.Table))
