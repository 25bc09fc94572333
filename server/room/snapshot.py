"""A room as it was a while ago, small enough to be kept: what came before need not be played again.

It is kept as a game begins there, and all the rest then follows from how the room was made and from its dealing; or in
the middle of a game that lasts for very long, together with that. The journal stays the truth: nothing is kept that
does not give the very room that the entries gave.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from server.room import disconnections, replay, start
from server.room.inputs import Open
from server.room.match.dealing import Dealing
from server.room.match.match import Match
from server.room.match.occupants import Occupant
from server.room.replay import ReplayError
from server.room.step import Room

FORM = 2
"""Grows when a room comes to hold more: then what was kept before says too little, and is passed over."""
EVERY = 256
"""After how many entries a room is kept as its next game begins."""
LONG = 4
"""After how many times as many it is kept whatever goes on there."""


class MidGameSnapshot(msgspec.Struct, frozen=True, array_like=True):
    """How far a game has come; as in Room."""

    cast: tuple[Occupant, ...]
    sitting: Match


class Snapshot(msgspec.Struct, frozen=True, array_like=True):
    """What is kept of a room as it was at `at`, with its entry `seq`; as in Room.

    Without a `course` its newest game has just begun.
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
    deal: Dealing
    course: MidGameSnapshot | None = None


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Snapshot)


def has_begun(before: Room, after: Room) -> bool:
    """Whether another game than the room's first has begun from one room to the next."""
    number = 0 if after.sitting is None else after.sitting.number
    return number > 1 and (before.sitting is None or before.sitting.number != number)


def is_due(before: Room, after: Room, kept: int, every: int = EVERY) -> bool:
    """Whether a room is to be kept after one more entry; `kept` is the one after which that was done last."""
    entries = after.seq - kept
    return entries >= every and (has_begun(before, after) or (entries >= LONG * every and after.is_playing))


def pack(begun: Room, at: float) -> bytes | None:
    """What is to be kept of a room as it is at `at`; None where that would not give the same room again."""
    sitting = begun.sitting
    if begun.deal is None or sitting is None:
        return None
    kept = Snapshot(
        FORM,
        at,
        begun.seq,
        begun.chairs,
        begun.won,
        begun.host,
        begun.away,
        begun.credit_until,
        begun.banned,
        begun.deal,
        MidGameSnapshot(begun.cast, sitting) if sitting.chain.events else None,
    )
    again = _encoder.encode(kept)
    try:
        return again if _room(_decoder.decode(again), begun) == begun else None
    except (TypeError, msgspec.ValidationError):  # a State whose type does not say all there is to say of it
        return None


def unpack(first: bytes, kept: bytes) -> tuple[Room, float]:
    """The room that was kept, from that and its journal's first entry, and the time of its beginning.

    Raises Unreplayable.
    """
    _, opened = replay.unpack(first)
    if not isinstance(opened, Open):
        raise ReplayError("the first entry does not make a room")
    try:
        beginning = _decoder.decode(kept)
    except msgspec.MsgspecError as error:
        raise ReplayError(f"a kept beginning cannot be read: {error}") from error
    if beginning.form != FORM:
        raise ReplayError("a kept beginning has another form")
    try:
        return _room(beginning, replay.replay([first])[0]), beginning.at
    except msgspec.ValidationError as error:
        raise ReplayError(f"a kept game is none under these rules: {error}") from error


def _room(kept: Snapshot, same: Room) -> Room:
    """The room that was kept, given it at any other moment. Raises TypeError or msgspec.ValidationError."""
    cast = kept.chairs if kept.course is None else kept.course.cast
    dealt = start.deal_match(same.setting, kept.deal, cast, kept.at)
    again = Room(
        same.setting,
        kept.seq,
        kept.chairs,
        kept.won,
        dealt if kept.course is None else _onward(dealt, kept.course.sitting),
        (),
        closed=False,
        host=kept.host,
        away=kept.away,
        credit_until=kept.credit_until,
        banned=kept.banned,
        deal=kept.deal,
        cast=cast,
    )
    return disconnections.await_absent(again, kept.at) if kept.away and kept.course is None else again


def _onward(dealt: Match, come: Match) -> Match:
    """The game that has come so far, its State of the type that was dealt."""
    return replace(come, state=msgspec.convert(come.state, type(dealt.state)))
