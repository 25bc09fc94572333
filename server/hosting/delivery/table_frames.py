"""Encodes what one showing of a room sends: the Table whole, and what a move changes in the one before."""

from __future__ import annotations

from collections.abc import Mapping

from engines.game import Seat
from protocol import messages as m
from protocol.codec import encode
from protocol.table_updates import difference
from server.net.framing import frame
from server.room.match.match import Match
from server.room.player_view import from_seat, table, time_left_s
from server.room.step import Room


class TableFrames:
    """The frames that show one state of a room, each made when it is first needed.

    `before` are the Tables of the last showing, and `shown` those that the next updates are made from.
    """

    __slots__ = ("_before", "_for_all", "_now", "_room", "_tables", "_updates", "_wholes", "shown")

    def __init__(self, room: Room, now: float, before: Mapping[Seat | None, m.Table]) -> None:
        self._room = room
        self._now = now
        self._before = before
        self._tables: dict[Seat | None, m.Table] = {}
        self._wholes: dict[Seat | None, bytes] = {}
        self._updates: dict[Seat | None, bytes | None] = {}
        self._for_all: bytes | None = None
        self.shown: dict[Seat | None, m.Table] = {}

    def whole(self, seat: Seat | None) -> bytes:
        """The whole Table, as a seat or a spectator may see it."""
        sent = self._wholes.get(seat)
        if sent is None:
            sent = self._wholes[seat] = frame(encode(self._table(seat)))
        return sent

    def update(self, seat: Seat | None) -> bytes | None:
        """What a move changes in the Table of the last showing; None where there was none, or more has changed."""
        if self._for_all is not None:
            return self._for_all
        if seat not in self._updates:
            self._updates[seat] = self._make_update(seat)
        return self._updates[seat]

    def _make_update(self, seat: Seat | None) -> bytes | None:
        """In an open game it is the same for all, unless several seats on turn have different times left."""
        room, match = self._room, self._room.sitting
        if match is None:
            return None
        is_open = room.setting.game.is_open
        place = 0 if is_open else seat
        before, seen = self._before.get(place), self._table(place)
        self.shown[place] = seen
        is_for_all = is_open and _is_even(match)
        left_s = seen.time_left_s if is_for_all or place == seat else time_left_s(match, seat, self._now)
        update = None if before is None else difference(before, seen, left_s, match.plies)
        if update is None:
            return None
        sent = frame(encode(update))
        self._for_all = sent if is_for_all else None
        return sent

    def _table(self, seat: Seat | None) -> m.Table:
        seen = self._tables.get(seat)
        if seen is None:
            room, now = self._room, self._now
            other = next(iter(self._tables.values()), None)
            seen = table(room, seat, now) if other is None else from_seat(other, room, seat, now)
            self._tables[seat] = seen
        return seen


def _is_even(match: Match) -> bool:
    """Whether all seats on turn have the same time left."""
    if len(match.turn) < 2:
        return True
    first, *others = [match.watches[seat] for seat in match.turn]
    return others.count(first) == len(others)
