"""A room at the moment a game began there, small enough to be kept: what came before need not be played again.

All the rest follows from how the room was made and from its dealing. The journal stays the truth: nothing is kept that
does not give the very room that the entries gave.
"""

from __future__ import annotations

import msgspec

from server import absence, replay, starting
from server.dealing import Deal
from server.inputs import Holder, Open
from server.replay import Unreplayable
from server.room import Room

FORM = 1
"""Grows when a room comes to hold more between games: then what was kept before says too little, and is passed over."""


class Beginning(msgspec.Struct, frozen=True, array_like=True):
    """What is kept of a room whose newest game began at `at`, with its entry `seq`; as in Room."""

    form: int
    at: float
    seq: int
    chairs: tuple[Holder, ...]
    won: tuple[int, ...]
    host: int
    away: tuple[int, ...]
    credit_until: float
    banned: tuple[int, ...]
    deal: Deal


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Beginning)


def has_begun(before: Room, after: Room) -> bool:
    """Whether another game than the room's first has begun from one room to the next."""
    number = 0 if after.sitting is None else after.sitting.number
    return number > 1 and (before.sitting is None or before.sitting.number != number)


def packed(begun: Room, at: float) -> bytes | None:
    """What is to be kept of a room whose game has just begun; None where that would not give the same room again."""
    if begun.deal is None:
        return None
    kept = Beginning(
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
    )
    again = _encoder.encode(kept)
    return again if _room(_decoder.decode(again), begun) == begun else None


def unpacked(first: bytes, kept: bytes) -> tuple[Room, float]:
    """The room that was kept, from that and its journal's first entry, and the time of its beginning.

    Raises Unreplayable.
    """
    _, opened = replay.unpack(first)
    if not isinstance(opened, Open):
        raise Unreplayable("the first entry does not make a room")
    try:
        beginning = _decoder.decode(kept)
    except msgspec.MsgspecError as error:
        raise Unreplayable(f"a kept beginning cannot be read: {error}") from error
    if beginning.form != FORM:
        raise Unreplayable("a kept beginning has another form")
    return _room(beginning, replay.replay([first])[0]), beginning.at


def _room(kept: Beginning, same: Room) -> Room:
    """The room that was kept, given it at any other moment."""
    begun = Room(
        same.setting,
        kept.seq,
        kept.chairs,
        kept.won,
        starting.dealt(same.setting, kept.deal, kept.chairs, kept.at),
        (),
        closed=False,
        host=kept.host,
        away=kept.away,
        credit_until=kept.credit_until,
        banned=kept.banned,
        deal=kept.deal,
        cast=kept.chairs,
    )
    return absence.waited(begun, kept.at) if kept.away else begun
