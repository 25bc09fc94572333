"""A finished game to step through, as a value: its positions, the current one, and its events in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from client.drawing.grammar import names_with_you, read_number, title_of
from client.drawing.output import line_of
from client.drawing.sanitize import clean
from client.state.phrases.endings import result
from client.state.phrases.players import in_own_words
from client.state.reading import game_of, names, view_of
from engines.game import Seat
from protocol import messages as m
from protocol.saved_game import SavedGame

PACE_S = 1.0
"""How long each position is shown while the replay runs."""


@dataclass(frozen=True, slots=True)
class Replay:
    """A game that is being stepped through.

    Attributes:
        path: the file it was saved in.
        transcript: the game's transcript.
        positions: the Table at the beginning and after each event, as lines of JSON.
        seat: whose view is shown; None for a spectator's.
        at: the current position, as the number of events before it.
        rolls: whether it advances by itself.
        is_all: whether the program shows nothing else, so that closing the replay ends it.
    """

    path: Path
    transcript: m.Transcript
    positions: tuple[bytes, ...]
    seat: Seat | None
    at: int = 0
    rolls: bool = False
    is_all: bool = False

    @property
    def last(self) -> int:
        """The number of the final position."""
        return len(self.positions) - 1

    @property
    def table(self) -> m.Table:
        """The current position."""
        return position(self, self.at)


def position(replay: Replay, at: int) -> m.Table:
    """The Table after so many events."""
    return _decode(replay.positions[at])


def go_to(replay: Replay, at: int) -> Replay:
    """Move to another position, or to the nearest end; at the end the replay stops running."""
    at = max(0, min(at, replay.last))
    return replace(replay, at=at, rolls=replay.rolls and at < replay.last)


def set_running(replay: Replay) -> Replay:
    """Start or stop running; from the end it starts over."""
    if replay.rolls:
        return replace(replay, rolls=False)
    return replace(replay, rolls=replay.last > 0, at=0 if replay.at == replay.last else replay.at)


def reopen(before: Replay | None, replay: Replay) -> Replay:
    """Keep the position and `is_all` of the replay before it, if it is of the same game."""
    if before is None or before.path != replay.path:
        return replay
    return go_to(replace(replay, is_all=before.is_all), before.at)


def own_seat(saved: SavedGame) -> Seat | None:
    """The seat from which the game was seen as it was played; None for a spectator, or if it was not seen."""
    return next((sight.seat for sight in saved.witness.sights), saved.witness.seat)


def seat_of(word: str, transcript: m.Transcript) -> Seat | None:
    """The seat that a word names, by its number from 1 or by its player; None for a spectator. Raises ValueError."""
    if word in ("spectator", "0"):
        return None
    if (number := read_number(word)) is not None and number <= len(transcript.players):
        return number - 1
    found = [seat for seat, player in enumerate(transcript.players) if player.name.casefold() == word.casefold()]
    if not found:
        players = ", ".join(f"{seat} {player.name}" for seat, player in enumerate(transcript.players, 1))
        raise ValueError(f"Nobody called {word[:40]!r} played. Choose {players}, or spectator.")
    return found[0]


def next_seat(replay: Replay) -> str:
    """Whose view comes next: seat by seat, then a spectator's."""
    seat = 0 if replay.seat is None else replay.seat + 1
    return "spectator" if seat >= len(replay.transcript.players) else str(seat + 1)


def heading(replay: Replay) -> str:
    """The game, its players and the view shown, in a sentence."""
    table = position(replay, 0)
    who = " against ".join(names(table)) if len(table.chairs) == 2 else ", ".join(names(table))
    eyes = "a spectator" if replay.seat is None else names(table)[replay.seat]
    return f"{title_of(table.game)}, game {table.number} at table {table.room}: {who}; as seen by {eyes}."


def sentences(replay: Replay, at: int) -> tuple[str, ...]:
    """The event that led to a position in sentences, and at the end the result. Raises UnreadableTableError."""
    if at == 0:
        return ("The game begins.",)
    before, after = position(replay, at - 1), position(replay, at)
    return _event_sentences(replay.transcript.events[at - 1], before, after)


def lines(replay: Replay, *, json: bool) -> Iterator[str]:
    """The game from its position on, a line an event, as sentences or as JSON. Raises UnreadableTableError."""
    if not json:
        yield heading(replay)
    for at in range(replay.at, replay.last + 1):
        yield line_of(position_facts(replay, at)) if json else f"{at}. {' '.join(sentences(replay, at))}"


def position_facts(replay: Replay, at: int) -> dict[str, Any]:
    """A position as a value for JSON: the event that led there, its sentences, and the view."""
    table = position(replay, at)
    event = replay.transcript.events[at - 1] if at else None
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


def _event_sentences(event: m.GameEvent, before: m.Table, after: m.Table) -> tuple[str, ...]:
    who, game = names(before), game_of(after.game)
    name = "Somebody" if event.seat is None else names_with_you(who, after.seat)[event.seat]
    said = game.saying.sentences(view_of(game, before.view), view_of(game, after.view), who, after.seat)
    match event.kind:
        case "resign":
            why = next((why for seat, why in _given_up(after) if seat == event.seat), event.text)
            return (in_own_words(why, who, after.seat), *((result(after, who),) if after.phase == "over" else ()))
        case "draw":
            return (f"{name} offered a draw, and everybody agreed.",)
        case "takeback":
            return (f"{name} took back the last move.",)
        case "time":
            return ("Time is up.", *said)
        case "default":
            return (f"{name} took too long.", *said)
        case "move":
            return said or (f"{name}: {event.text}.",)


def _given_up(table: m.Table) -> Iterator[tuple[Seat, str]]:
    """Who has given up, and why in the server's words."""
    return zip(table.gave_up, table.reasons, strict=False)


@lru_cache(maxsize=64)
def _decode(line: bytes) -> m.Table:
    return clean(msgspec.json.decode(line, type=m.Table))
