"""Coming to a room, having others there or sending them away, and leaving it."""

from __future__ import annotations

from typing import Annotated

import msgspec

from protocol.messages.fields import MAX_GAMES, Code, Count, Message, Name, Ref, TableCode


class Join(Message, frozen=True, tag="join"):
    """Take the first open seat of a room, or return to the player's own seat there. Answered by Entered or Refused.

    `games` are those that the client can show, or None for any: nobody is seated at a game that their client cannot.
    """

    ref: Ref
    room: Code
    games: Annotated[tuple[Name, ...], msgspec.Meta(max_length=MAX_GAMES)] | None


class Watch(Message, frozen=True, tag="watch"):
    """Watch a room without a seat, if its `watch` allows it. Answered by Entered with no seat, or Refused."""

    ref: Ref
    room: Code


class Look(Message, frozen=True, tag="look"):
    """Say which room is on the player's screen, or None where no room is.

    A game of one person and computers waits while that person looks elsewhere, unless it is serious. A client that
    says `looks` in Hello looks at no room at first; all others look at every room that they follow.
    """

    room: Code | None


class AddComputers(Message, frozen=True, tag="fill"):
    """Give every open seat to a computer of this level; anyone seated may do so."""

    room: Code
    level: Name


class Rematch(Message, frozen=True, tag="rematch"):
    """Agree to another game in the same room with sides swapped; it starts once every person there has agreed."""

    room: Code


class Kick(Message, frozen=True, omit_defaults=True, tag="kick"):
    """Remove the player of that name from the room for good, which in a game gives up the host's own; only they may.

    `seat` is where that player sits. Without it, a name that several have, or had as they sat down, is Refused.
    """

    room: Code
    name: Name
    seat: Count | None = None


class CloseTable(Message, frozen=True, tag="shut"):
    """Close the room for everybody, which gives up a game under way; only the host may."""

    room: Code


class Leave(Message, frozen=True, tag="leave"):
    """Leave a seat, or stop watching. Leaving a seat in the middle of a game gives it up. Answered by Left."""

    room: Code


class Entered(Message, frozen=True, tag="entered"):
    """You now follow a room, from `seat`, or as a spectator if it is None. Its Table follows."""

    ref: int
    room: TableCode
    seat: int | None


class Presence(Message, frozen=True, tag="presence"):
    """Who is connected to a room now: one flag for each seat (computers always are), and the number of spectators.

    `spectators` are the names of those who came first, up to five.
    """

    room: TableCode
    present: tuple[bool, ...]
    watchers: int
    spectators: tuple[str, ...]


class Left(Message, frozen=True, tag="left"):
    """You no longer follow this room; `reason` says why in words."""

    room: TableCode
    reason: str
