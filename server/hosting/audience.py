"""Sends a room's messages to everyone who follows it, each encoded once however many see the same.

Spectators are kept here and not in the room: watching changes nothing that is played.

Whoever has the Table that was shown last is sent what a move changes in it; all others get the whole Table, and so does
everybody where more has changed. Nobody who reads slowly is sent an update: it would build on a Table that is replaced
before it was read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Generic, TypeVar

from engines.game import Seat
from protocol import messages as m
from protocol.codec import encode
from protocol.table_updates import difference
from server.net.framing import frame
from server.net.recipient import Recipient
from server.room.match.match import Match
from server.room.match.occupants import OpenSeat, Person
from server.room.player_view import deal, from_seat, table, time_left_s
from server.room.step import Room

F = TypeVar("F", bound=Recipient)


class Audience(Generic[F]):
    """The connected followers of one room, added and removed as they come and go."""

    __slots__ = ("_behind", "_followers", "_presence", "_shown")

    def __init__(self) -> None:
        """Begin with nobody. `_shown` are the Tables of the last showing, which all but the players in `_behind` have.

        They are by seat, with None for spectators; in an open game, what seat 0 saw stands for all. `_presence` is what
        everybody was told last of who is connected.
        """
        self._followers: dict[int, F] = {}
        self._shown: dict[Seat | None, m.Table] = {}
        self._behind: set[int] = set()
        self._presence: m.Presence | None = None

    def __iter__(self) -> Iterator[F]:
        return iter(tuple(self._followers.values()))

    def __len__(self) -> int:
        return len(self._followers)

    def __contains__(self, player: int) -> bool:
        return player in self._followers

    def add(self, recipient: F) -> None:
        """Add a player who connected, or replace their earlier connection."""
        self._followers[recipient.player] = recipient
        self._behind.add(recipient.player)
        self._presence = None

    def remove(self, recipient: F) -> bool:
        """Remove a player whose connection is over; whether it was the one they followed from."""
        if self._followers.get(recipient.player) is not recipient:
            return False
        del self._followers[recipient.player]
        if not self._followers:
            self._shown = {}
        return True

    def show(self, room: Room, now: float) -> None:
        """Show everyone the room as it is at `now`, from their own seat."""
        frames = _Frames(room, now, self._shown)
        for player, recipient in self._followers.items():
            seat = room.seat_of(player)
            update = frames.update(seat) if recipient.takes_updates else None
            if player in self._behind or recipient.outbox.is_paused:
                update = None
            recipient.outbox.offer(update or frames.whole(seat), room.setting.code)
        self._shown = frames.shown
        self._behind.clear()

    def show_one(self, recipient: F, room: Room, now: float) -> None:
        """Show the room to one follower, whole."""
        seen = table(room, room.seat_of(recipient.player), now)
        recipient.outbox.offer(frame(encode(seen)), room.setting.code)
        self._behind.add(recipient.player)

    def watchers(self, room: Room) -> int:
        """Count those who follow without a seat."""
        seated = room.players()
        return sum(player not in seated for player in self._followers)

    def show_deal(self, room: Room, only: F | None = None) -> None:
        """Show everyone, or one follower alone, how the newest dealing stands."""
        shown = deal(room)
        if shown is not None:
            self._send(shown, f"{room.setting.code} deal", self._followers.values() if only is None else (only,))

    def show_presence(self, room: Room) -> None:
        """Tell everyone who is connected, unless that is what they were told last."""
        present = tuple(
            occupant.player in self._followers if isinstance(occupant, Person) else occupant != OpenSeat()
            for occupant in room.chairs
        )
        message = m.Presence(room=room.setting.code, present=present, watchers=self.watchers(room))
        if message != self._presence:
            self._presence = message
            self._send(message, f"{room.setting.code} presence", self._followers.values())

    def _send(self, message: m.Event, key: str, recipients: Iterable[F]) -> None:
        """Send the same message to each, where it replaces an unsent one of the same key."""
        sent = frame(encode(message))
        for recipient in recipients:
            recipient.outbox.offer(sent, key)


class _Frames:
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
