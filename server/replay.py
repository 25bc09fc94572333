"""A room out of its journal: the fold of `room.step` over the inputs that were stored."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import cast

import msgspec

from server import room
from server.inputs import Input, Open
from server.room import Room

_Entry = tuple[float, Open | Input]
_encoder = msgspec.msgpack.Encoder()
_decoder: msgspec.msgpack.Decoder[_Entry] = msgspec.msgpack.Decoder(_Entry)


class Unreplayable(ValueError):  # noqa: N818 - the adjective is exact
    """The journal's entries are not a room under this server's rules; the text says why."""


def pack(at: float, event: Open | Input) -> bytes:
    """One entry of the journal: an input and when it happened, in seconds of the server's clock."""
    return _encoder.encode((at, event))


def unpack(entry: bytes) -> _Entry:
    """The input of an entry and when it happened. Raises Unreplayable."""
    try:
        return _decoder.decode(entry)
    except msgspec.MsgspecError as error:
        raise Unreplayable(f"an entry cannot be read: {error}") from error


def replay(entries: Sequence[bytes]) -> tuple[Room, float]:
    """The room that a journal's entries make, oldest first, and the time of the last. Raises Unreplayable."""
    if not entries:
        raise Unreplayable("the journal holds nothing of the room")
    at, opened = unpack(entries[0])
    if not isinstance(opened, Open):
        raise Unreplayable("the first entry does not make a room")
    try:
        current = room.begin(opened, at).room
    except Exception as error:
        # Whatever these rules make of foreign entries, there is no room to be had.
        raise Unreplayable(str(error) or repr(error)) from error
    return _fold(current, at, entries[1:])


def _fold(current: Room, at: float, entries: Iterable[bytes]) -> tuple[Room, float]:
    for entry in entries:
        at, event = unpack(entry)
        try:
            result = room.step(current, at, cast(Input, event))
        except Exception as error:
            raise Unreplayable(f"entry {current.seq + 1} fails under these rules: {error!r}") from error
        if not result.record or result.room.seq != current.seq + 1:
            raise Unreplayable(f"entry {current.seq + 1} changes nothing under these rules")
        current = result.room
    return current, at
