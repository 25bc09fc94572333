"""Sends a room's messages to everyone who follows it, each encoded once however many see the same.

Spectators are kept here and not in the room: watching changes nothing that is played.

Whoever has the Table that was shown last is sent what a move changes in it; all others get the whole Table, and so does
everybody where more has changed. Nobody who reads slowly is sent an update: it would build on a Table that is replaced
before it was read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Generic, TypeVar

from protocol import messages as m
from protocol.codec import encode
from server.hosting.delivery.table_frames import Showing, TableFrames
from server.net.framing import frame
from server.net.recipient import Recipient
from server.room.match.occupants import OpenSeat, Person
from server.room.player_view import deal, table
from server.room.step import Room

F = TypeVar("F", bound=Recipient)

NAMED_SPECTATORS = 5
"""How many of a room's spectators everyone there is told the names of."""


class Audience(Generic[F]):
    """The connected followers of one room, added and removed as they come and go."""

    __slots__ = ("_behind", "_followers", "_presence", "_shown")

    def __init__(self) -> None:
        """Begin with nobody. `_shown` is the last showing, which all but the players in `_behind` have.

        `_presence` is what everybody was told last of who is connected.
        """
        self._followers: dict[int, F] = {}
        self._shown: Showing | None = None
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
            self._shown = None
        return True

    def show(self, room: Room, now: float) -> None:
        """Show everyone the room as it is at `now`, from their own seat."""
        frames, code = TableFrames(room, now, self._shown), room.setting.code
        for player, recipient in self._followers.items():
            seat, outbox = room.seat_of(player), recipient.outbox
            update = frames.update(seat) if recipient.takes_updates and player not in self._behind else None
            if update is None or not outbox.offer_update(update, code):
                outbox.offer(frames.whole(seat), code)
        self._shown = frames.showing
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

    def _named_spectators(self, room: Room) -> tuple[str, ...]:
        """The names of those who have followed longest without a seat."""
        seated = room.players()
        names = (each.name for player, each in self._followers.items() if player not in seated)
        return tuple(islice(names, NAMED_SPECTATORS))

    def show_deal(self, room: Room, only: F | None = None) -> None:
        """Show everyone, or one follower alone, how the newest dealing stands."""
        shown = deal(room)
        if shown is not None:
            self._send(shown, f"{room.setting.code} deal", self._followers.values() if only is None else (only,))

    def show_presence(self, room: Room, only: F | None = None) -> None:
        """Tell everyone who is connected, unless that is what they were told last, or one follower alone."""
        present = tuple(
            occupant.player in self._followers if isinstance(occupant, Person) else occupant != OpenSeat()
            for occupant in room.chairs
        )
        message = m.Presence(
            room=room.setting.code,
            present=present,
            watchers=self.watchers(room),
            spectators=self._named_spectators(room),
        )
        key = f"{room.setting.code} presence"
        if only is not None:
            self._send(message, key, (only,))
        elif message != self._presence:
            self._presence = message
            self._send(message, key, self._followers.values())

    def _send(self, message: m.Event, key: str, recipients: Iterable[F]) -> None:
        """Send the same message to each, where it replaces an unsent one of the same key."""
        sent = frame(encode(message))
        for recipient in recipients:
            recipient.outbox.offer(sent, key)
