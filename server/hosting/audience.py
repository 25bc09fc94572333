"""Who follows a room, from which seat: one message for each of them, encoded once however many see the same.

Spectators live here and not in the room: watching changes nothing that is played.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

from engines.game import Seat
from protocol import messages as m
from protocol.codec import encode
from server.net.framing import frame
from server.net.recipient import Recipient
from server.room.match.occupants import OpenSeat, Person
from server.room.player_view import deal, table
from server.room.step import Room

F = TypeVar("F", bound=Recipient)


class Audience(Generic[F]):
    """The connected followers of one room. Mutable: they come and go."""

    __slots__ = ("_followers",)

    def __init__(self) -> None:
        """Begin with nobody."""
        self._followers: dict[int, F] = {}

    def __iter__(self) -> Iterator[F]:
        """Everyone connected who follows."""
        return iter(tuple(self._followers.values()))

    def __len__(self) -> int:
        """How many follow."""
        return len(self._followers)

    def __contains__(self, player: int) -> bool:
        """Whether a player follows, connected."""
        return player in self._followers

    def add(self, follower: F) -> None:
        """A player is here, or here again with a new connection."""
        self._followers[follower.player] = follower

    def remove(self, follower: F) -> bool:
        """A player's connection is gone; whether it was the one followed from."""
        if self._followers.get(follower.player) is not follower:
            return False
        del self._followers[follower.player]
        return True

    def show(self, room: Room, now: float) -> None:
        """Everyone sees the room as it is at `now`, from their own seat."""
        frames: dict[Seat | None, bytes] = {}
        for player, follower in self._followers.items():
            seat = room.seat_of(player)
            if seat not in frames:
                frames[seat] = frame(encode(table(room, seat, now)))
            follower.outbox.offer(frames[seat], room.setting.code)

    def show_one(self, follower: F, room: Room, now: float) -> None:
        """One of them sees it again."""
        seen = table(room, room.seat_of(follower.player), now)
        follower.outbox.offer(frame(encode(seen)), room.setting.code)

    def watchers(self, room: Room) -> int:
        """How many follow without a seat."""
        seated = room.players()
        return sum(player not in seated for player in self._followers)

    def show_deal(self, room: Room) -> None:
        """Everyone sees how its newest dealing stands."""
        shown = deal(room)
        if shown is not None:
            self.tell(shown, _deal_key(room))

    def show_deal_to(self, follower: F, room: Room) -> None:
        """One of them sees it."""
        shown = deal(room)
        if shown is not None:
            follower.outbox.offer(frame(encode(shown)), _deal_key(room))

    def show_presence(self, room: Room) -> None:
        """Everyone learns who is connected."""
        present = tuple(
            chair.player in self._followers if isinstance(chair, Person) else chair != OpenSeat()
            for chair in room.chairs
        )
        message = m.Presence(room=room.setting.code, present=present, watchers=self.watchers(room))
        self.tell(message, f"{room.setting.code} presence")

    def tell(self, message: m.Event, key: str | None = None) -> None:
        """Everyone gets the same message, which replaces an unsent one of the same key."""
        told = frame(encode(message))
        for follower in self._followers.values():
            follower.outbox.offer(told, key)


def _deal_key(room: Room) -> str:
    return f"{room.setting.code} deal"
