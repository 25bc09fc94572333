"""Snapshots of a room, so that a restart need not replay all of its journal.

A few hundred entries after the last one, a snapshot is taken as a game begins: it holds no State, as the start of a
game follows from the room's first entry and the dealing. After a thousand entries there is one in any case: with the
State of a game that lasts long, as a race in Streets and Alleys may, or of a table where people come and go. Every
snapshot is tried before it is stored, and dropped unless it gives exactly the room that the entries gave; a State
without a faithful encoding, such as Blocky's, has none. The journal alone is enough, and transcripts are made from
nothing else. A checksum behind a snapshot tells what a disk has damaged.
"""

from __future__ import annotations

from zlib import crc32

import msgspec
from msgspec.structs import replace

from engines.game import Seat
from server.room import disconnections, replay, start
from server.room.match.dealing import Dealing
from server.room.match.match import Match, RoomSettings
from server.room.match.occupants import Occupant
from server.room.replay import ReplayError
from server.room.step import Room

FORM = 3
"""The version of the encoding; grows when a room holds more, and snapshots of other versions are ignored."""
WITHOUT_CHECKSUM = 2
"""The one version before that is read as well: it is the same, with no checksum behind it."""
CHECKSUM_BYTES = 4
SNAPSHOT_EVERY = 256
"""After how many entries the next start of a game takes a snapshot."""
LONG_GAME_FACTOR = 4
"""After how many times as many entries a snapshot is taken whatever goes on."""


class MidGameSnapshot(msgspec.Struct, frozen=True, array_like=True):
    """A match that has gone on since it began, and its players; as in Room."""

    cast: tuple[Occupant, ...]
    sitting: Match


class Snapshot(msgspec.Struct, frozen=True, array_like=True):
    """A room after its entry `seq`, at the time `at`; the other fields are as in Room.

    Without a `course` its newest game has just begun, if it `has_match`.
    """

    form: int
    at: float
    seq: int
    chairs: tuple[Occupant, ...]
    won: tuple[int, ...]
    host: int
    away: tuple[int, ...]
    credit_until: float
    banned: tuple[int, ...]
    deal: Dealing | None
    course: MidGameSnapshot | None = None
    has_match: bool = True
    rematch: tuple[Seat, ...] = ()


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Snapshot)


def has_begun(before: Room, after: Room) -> bool:
    """Whether a game other than the room's first has begun between two states of a room."""
    number = 0 if after.sitting is None else after.sitting.number
    return number > 1 and (before.sitting is None or before.sitting.number != number)


def is_due(before: Room, after: Room, kept: int, every: int = SNAPSHOT_EVERY) -> bool:
    """Whether to take a snapshot of `after`; `kept` is the entry of the last one."""
    entries = after.seq - kept
    return entries >= every and (has_begun(before, after) or entries >= LONG_GAME_FACTOR * every)


def pack(room: Room, at: float) -> bytes | None:
    """Encode a snapshot of a room; None where decoding it would not give the same room again."""
    match = room.sitting
    snapshot = Snapshot(
        FORM,
        at,
        room.seq,
        room.chairs,
        room.won,
        room.host,
        room.away,
        room.credit_until,
        room.banned,
        room.deal,
        MidGameSnapshot(room.cast, match) if match is not None and _has_gone_on(match, at) else None,
        match is not None,
        room.rematch,
    )
    encoded = _encoder.encode(snapshot)
    try:
        return encoded + _checksum(encoded) if _restore(_decoder.decode(encoded), room) == room else None
    except (TypeError, msgspec.ValidationError):  # a State whose type does not describe it fully
        return None


def _has_gone_on(match: Match, at: float) -> bool:
    """Whether a match is another than the one that is dealt at that time."""
    return match.chain.events > 0 or match.began != at or match.paused_at is not None


def unpack(first: bytes, kept: bytes) -> tuple[Room, float]:
    """The room of a snapshot and its time, from the snapshot and the journal's first entry.

    Raises ReplayError.
    """
    replay.unpack_first([first])
    encoded, checksum = kept[:-CHECKSUM_BYTES], kept[-CHECKSUM_BYTES:]
    is_whole = checksum == _checksum(encoded)
    try:
        snapshot = _decoder.decode(encoded if is_whole else kept)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise ReplayError(f"the snapshot cannot be read: {error}") from error
    if snapshot.form != (FORM if is_whole else WITHOUT_CHECKSUM):
        raise ReplayError("the snapshot has another form")
    try:
        return _restore(snapshot, replay.replay([first])[0]), snapshot.at
    except msgspec.ValidationError as error:
        raise ReplayError(f"the match of the snapshot is none under these rules: {error}") from error


def _checksum(encoded: bytes) -> bytes:
    return crc32(encoded).to_bytes(CHECKSUM_BYTES)


def _restore(snapshot: Snapshot, other: Room) -> Room:
    """The room of a snapshot, from any other state of the same room. Raises TypeError or msgspec.ValidationError."""
    cast, match = _restore_match(snapshot, other.setting)
    room = Room(
        other.setting,
        snapshot.seq,
        snapshot.chairs,
        snapshot.won,
        match,
        snapshot.rematch,
        closed=False,
        host=snapshot.host,
        away=snapshot.away,
        credit_until=snapshot.credit_until,
        banned=snapshot.banned,
        deal=snapshot.deal,
        cast=cast,
    )
    return disconnections.await_absent(room, snapshot.at) if snapshot.away and snapshot.course is None else room


def _restore_match(snapshot: Snapshot, setting: RoomSettings) -> tuple[tuple[Occupant, ...], Match | None]:
    """The newest match with its players, if any has begun. Raises TypeError or msgspec.ValidationError."""
    course = snapshot.course
    if not snapshot.has_match:
        return (), None
    cast = snapshot.chairs if course is None else course.cast
    if snapshot.deal is None:
        raise TypeError("a match without a dealing")
    dealt = start.deal_match(setting, snapshot.deal, cast, snapshot.at)
    return cast, dealt if course is None else _with_typed_state(dealt, course.sitting)


def _with_typed_state(dealt: Match, stored: Match) -> Match:
    """The stored match, with its State converted to the type of the dealt one."""
    return replace(stored, state=msgspec.convert(stored.state, type(dealt.state)))
