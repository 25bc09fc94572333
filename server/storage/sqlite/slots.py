"""The form in which the newest appends lie in the file: slots of one page each, which are written in turn.

A slot has its page to itself, with a fixed size, so that storing a commit writes this one page and no other.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from struct import Struct
from zlib import crc32

import msgspec

from server.room.journal import Append

SCHEMA = """
CREATE TABLE IF NOT EXISTS slots (slot INTEGER PRIMARY KEY, number INTEGER NOT NULL, body BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS chunks (
    chunk INTEGER PRIMARY KEY, opened INTEGER NOT NULL, last INTEGER NOT NULL, entries BLOB NOT NULL,
    UNIQUE (opened, last)
);
"""
"""The slots; and chunks of a room's entries, up to entry `last`, which were in slots before.

A chunk's key is its room's number in `rooms`: rooms that are played in were opened one after the other, mostly, so that
what is written of the index lies together.
"""
RING_BYTES = 1024 * 1024
"""How many bytes all slots take together."""
MAGIC = b"slot"
HEAD = Struct(">4sII")
"""MAGIC, and the length and checksum of what follows; the rest of a slot is zero."""
OVERHEAD = 64
"""What SQLite needs of a page for itself, at most."""
ROOM = re.compile(rb"(?:[A-Z]{6}|[A-Z]{4})-[0-9a-f]{8}")
"""A room's name."""

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(list[Append]).decode


def pack(appends: Sequence[Append], size: int) -> bytes | None:
    """Make the content of a slot of `size` bytes; None where that is too small."""
    packed = _encode(appends)
    if HEAD.size + len(packed) > size:
        return None
    return (HEAD.pack(MAGIC, len(packed), crc32(packed)) + packed).ljust(size, b"\0")


def unpack(body: bytes) -> list[Append]:
    """Read the content of a slot, behind which more may follow. Raises sqlite3.DatabaseError where it is damaged."""
    if len(body) >= HEAD.size:
        magic, length, checksum = HEAD.unpack_from(body)
        packed = body[HEAD.size : HEAD.size + length]
        if magic == MAGIC and crc32(packed) == checksum:
            return _decode(packed)
    raise sqlite3.DatabaseError("a slot of the journal is malformed")


def newest_entries(pages: Iterable[bytes]) -> dict[str, int]:
    """The number of each room's newest entry that pages of slots tell of; of a damaged one, nothing but the rooms."""
    newest: dict[str, int] = {}
    for page in pages:
        for room, seq in _entries(page):
            newest[room] = max(seq, newest.get(room, 0))
    return newest


def rooms_named(page: bytes) -> Iterator[str]:
    """Every room's name that a page holds, whatever else is in it."""
    return (room.decode() for room in ROOM.findall(page))


def _entries(page: bytes) -> Iterator[tuple[str, int]]:
    start = page.find(MAGIC)
    if start < 0:
        return
    try:
        yield from ((append.room, append.seq + len(append.entries) - 1) for append in unpack(page[start:]))
    except sqlite3.DatabaseError:
        yield from ((room, UNKNOWN) for room in rooms_named(page))


UNKNOWN = 2**63
"""Stands for a number that cannot be read any more, and is above all others."""
