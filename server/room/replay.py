"""Rebuilds a room from its journal, by folding `step` over the stored inputs."""

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
    """The journal's entries do not make a room under this server's rules; the message says why."""


def pack(at: float, event: Open | Input) -> bytes:
    """Encode a journal entry: an input and its time, in seconds of the server's clock."""
    return _encoder.encode((float(at), event))


def unpack(entry: bytes) -> _Entry:
    """Decode a journal entry into its time and its input. Raises ReplayError."""
    try:
        return _decoder.decode(entry)
    except msgspec.MsgspecError as error:
        raise ReplayError(f"an entry cannot be read: {error}") from error


def unpack_first(entries: Sequence[bytes]) -> tuple[float, Open]:
    """Decode a journal's first entry. Raises ReplayError where it does not open a room."""
    if not entries:
        raise ReplayError("the journal holds nothing of the room")
    at, opened = unpack(entries[0])
    if not isinstance(opened, Open):
        raise ReplayError("the first entry does not make a room")
    return at, opened


def replay(entries: Sequence[bytes]) -> tuple[Room, float]:
    """The room after all entries, oldest first, and the time of the last. Raises ReplayError."""
    return deque(history(entries), maxlen=1).pop()


def history(entries: Sequence[bytes]) -> Iterator[tuple[Room, float]]:
    """The room after each entry, oldest first, and the time of that entry. Raises ReplayError."""
    current, at = _open_room(entries)
    yield current, at
    yield from continue_replay(current, entries[1:])


def continue_replay(current: Room, entries: Sequence[bytes]) -> Iterator[tuple[Room, float]]:
    """The room after each further entry, and the time of that entry. Raises ReplayError."""
    for entry in entries:
        at, event = unpack(entry)
        current = _apply(current, at, cast(Input, event))
        yield current, at


def _open_room(entries: Sequence[bytes]) -> tuple[Room, float]:
    at, opened = unpack_first(entries)
    try:
        return step.begin(opened, at).room, at
    except (UnknownGameError, msgspec.ValidationError, step.RulesVersionError) as error:
        raise ReplayError(str(error)) from error
    except Exception as error:
        # Whatever fails, there is no room. The error's own message may hold a secret, so only its type is passed on.
        raise ReplayError(f"the first entry fails under these rules: {type(error).__name__}") from error


def _apply(current: Room, at: float, event: Input) -> Room:
    try:
        result = step.step(current, at, event)
    except Exception as error:
        raise ReplayError(f"entry {current.seq + 1} fails under these rules: {type(error).__name__}") from error
    if not result.record or result.room.seq != current.seq + 1:
        raise ReplayError(f"entry {current.seq + 1} changes nothing under these rules")
    return result.room


class JournalSummary(NamedTuple):
    """What is known of a stored room without replaying it.

    Attributes:
        name: the name of its journal.
        opened: its first input.
        people: everybody who ever sat down there; whether they still sit there takes a replay to know.
        at: the time of its last entry, by the server's clock.
    """

    name: str
    opened: Open
    people: frozenset[int]
    at: float


def summarize_journal(name: str, entries: Sequence[bytes]) -> JournalSummary:
    """Summarize a room from the entries that `Journal.open_rooms` returns for it. Raises ReplayError."""
    _, opened = unpack_first(entries)
    return JournalSummary(name, opened, seated_players(entries), unpack(entries[-1])[0])


def seated_players(entries: Sequence[bytes]) -> frozenset[int]:
    """Everybody who ever sat down at a table, from its journal or summary. Raises ReplayError."""
    _, opened = unpack_first(entries)
    first = {occupant.player for occupant in opened.chairs if isinstance(occupant, Person)}
    return frozenset(first | {event.player for _, event in map(unpack, entries) if isinstance(event, Sit)})
