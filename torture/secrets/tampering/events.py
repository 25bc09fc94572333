"""Ways to cheat at what happened, where the player has been told the truth."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from protocol import messages as m
from protocol.saved_game import SavedGame
from torture.secrets.tampering.saved_games import Tampering, at, with_transcript, with_witness

_STORY = "differs from what the server told you"
_BEGINNING = "those the game began with"


def _event(saved: SavedGame, random: Random) -> int:
    """The place of some event that was seen and is not the last."""
    return random.randrange(len(saved.transcript.events) - 1)


def altered_move(saved: SavedGame, random: Random) -> SavedGame:
    place, events = _event(saved, random), saved.transcript.events
    return with_transcript(saved, events=at(events, place, replace(events[place], text=f"{events[place].text} 1")))


def event_left_out(saved: SavedGame, random: Random) -> SavedGame:
    place, events = _event(saved, random), saved.transcript.events
    return with_transcript(saved, events=(*events[:place], *events[place + 1 :]), count=len(events) - 1)


def last_left_out(saved: SavedGame, random: Random) -> SavedGame:
    events = saved.transcript.events
    return with_transcript(saved, events=events[:-1], count=len(events) - 1)


def event_added(saved: SavedGame, random: Random) -> SavedGame:
    place, events = _event(saved, random), saved.transcript.events
    added = m.GameEvent(kind="move", seat=0, text="flip 2")
    return with_transcript(saved, events=(*events[:place], added, *events[place:]), count=len(events) + 1)


def exchanged_events(saved: SavedGame, random: Random) -> SavedGame:
    events = saved.transcript.events
    return with_transcript(saved, events=(events[1], events[0], *events[2:]))


def another_seat(saved: SavedGame, random: Random) -> SavedGame:
    place, events = _event(saved, random), saved.transcript.events
    return with_transcript(saved, events=at(events, place, replace(events[place], seat=2)))


def two_stories(saved: SavedGame, random: Random) -> SavedGame:
    sights = saved.witness.sights
    place = random.randrange(1, len(sights))
    return with_witness(saved, sights=at(sights, place, replace(sights[place], head=random.randbytes(8).hex())))


def other_options(saved: SavedGame, random: Random) -> SavedGame:
    return with_transcript(saved, options={**saved.transcript.options, "auto_flip_s": 7})


TAMPERINGS: dict[str, Tampering] = {
    "a move altered": Tampering("tower_blaster", altered_move, _STORY),
    "an event left out": Tampering("tower_blaster", event_left_out, _STORY),
    "the last event left out": Tampering("war", last_left_out, "the transcript has"),
    "an event added": Tampering("war", event_added, _STORY),
    "two events exchanged": Tampering("tower_blaster", exchanged_events, _STORY),
    "a move given to another seat": Tampering("war", another_seat, _STORY),
    "two stories": Tampering("war", two_stories, _STORY),
    "other options": Tampering("war", other_options, _BEGINNING),
}
