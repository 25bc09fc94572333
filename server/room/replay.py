"""A room out of its journal: the fold of `room.step` over the inputs that were stored."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import NamedTuple, cast

import msgspec

from engines.catalog import UnknownGameError
from server.room import step
from server.room.inputs import Input, Open, Sit
from server.room.match.occupants import Person
from server.room.step import Room

_Entry = tuple[float, Open | Input]
_encoder = msgspec.msgpack.Encoder()
_decoder: msgspec.msgpack.Decoder[_Entry] = msgspec.msgpack.Decoder(_Entry)


class ReplayError(ValueError):
    """The journal's entries are not a room under this server's rules; the text says why."""


def pack(at: float, event: Open | Input) -> bytes:
    """One entry of the journal: an input and when it happened, in seconds of the server's clock."""
    return _encoder.encode((float(at), event))


def unpack(entry: bytes) -> _Entry:
    """The input of an entry and when it happened. Raises Unreplayable."""
    try:
        return _decoder.decode(entry)
    except msgspec.MsgspecError as error:
        raise ReplayError(f"an entry cannot be read: {error}") from error


def replay(entries: Sequence[bytes]) -> tuple[Room, float]:
    """The room that a journal's entries make, oldest first, and the time of the last. Raises Unreplayable."""
    return deque(history(entries), maxlen=1).pop()


def history(entries: Sequence[bytes]) -> Iterator[tuple[Room, float]]:
    """The room after each of a journal's entries, oldest first, and the time of that entry. Raises Unreplayable."""
    if not entries:
        raise ReplayError("the journal holds nothing of the room")
    current, at = _begun(entries[0])
    yield current, at
    yield from onward(current, entries[1:])


def onward(current: Room, entries: Sequence[bytes]) -> Iterator[tuple[Room, float]]:
    """The room after each of the entries that follow, and the time of that entry. Raises Unreplayable."""
    for entry in entries:
        at, event = unpack(entry)
        current = _stepped(current, at, cast(Input, event))
        yield current, at


def _begun(entry: bytes) -> tuple[Room, float]:
    at, opened = unpack(entry)
    if not isinstance(opened, Open):
        raise ReplayError("the first entry does not make a room")
    try:
        return step.begin(opened, at).room, at
    except (UnknownGameError, msgspec.ValidationError, step.RulesVersionError) as error:
        raise ReplayError(str(error)) from error
    except Exception as error:
        # Whatever these rules make of foreign entries, there is no room to be had. What the error says may be a secret.
        raise ReplayError(f"the first entry fails under these rules: {type(error).__name__}") from error


def _stepped(current: Room, at: float, event: Input) -> Room:
    try:
        result = step.step(current, at, event)
    except Exception as error:
        raise ReplayError(f"entry {current.seq + 1} fails under these rules: {type(error).__name__}") from error
    if not result.record or result.room.seq != current.seq + 1:
        raise ReplayError(f"entry {current.seq + 1} changes nothing under these rules")
    return result.room


class JournalSummary(NamedTuple):
    """A room that is not taken up yet.

    Attributes:
        name: what its journal is kept under.
        opened: how it was made.
        people: everybody who ever sat down there; whether they still do only the room itself can tell.
        at: when something last happened there, by the server's clock.
    """

    name: str
    opened: Open
    people: frozenset[int]
    at: float


def summarize_journal(name: str, entries: Sequence[bytes]) -> JournalSummary:
    """The outline of a room from the summary that `Journal.open_rooms` gives of it. Raises Unreplayable."""
    if not entries:
        raise ReplayError("the journal holds nothing of the room")
    times, events = zip(*map(unpack, entries), strict=True)
    opened, *later = events
    if not isinstance(opened, Open):
        raise ReplayError("the first entry does not make a room")
    seated = {chair.player for chair in opened.chairs if isinstance(chair, Person)}
    return JournalSummary(
        name, opened, frozenset(seated | {event.player for event in later if isinstance(event, Sit)}), times[-1]
    )
