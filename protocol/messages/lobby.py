"""The lobby: its list of rooms and people, opening a room, and seeks and challenges."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from protocol.messages.fields import (
    MAX_GAMES,
    Count,
    Message,
    MessagePart,
    Name,
    Ref,
    TableCode,
    Text,
    TimeControl,
    Watching,
)


class Browse(Message, frozen=True, tag="browse"):
    """Start or stop receiving Lobby whenever the lobby changes."""

    on: bool


class Create(Message, frozen=True, tag="create"):
    """Create a room for `game`. Answered by Entered or Refused, with the same `ref`.

    `seats` gives each seat's player: "me" (exactly once), "open", or "computer:LEVEL". A room that is not `listed` can
    only be joined by its code. In a `serious` room nobody gets hints. `watch` says who may watch. `clock` limits how
    long players may take.
    """

    ref: Ref
    game: Name
    options: dict[str, Any]
    seats: Annotated[tuple[Text, ...], msgspec.Meta(min_length=1, max_length=8)]
    listed: bool
    serious: bool
    watch: Watching
    clock: TimeControl


class Quick(Message, frozen=True, tag="quick"):
    """Find somebody to play one of `games` with, in order of preference: in a listed room that waits, or who seeks too.

    Answered by Entered, by Matching while nobody has come, or by Refused. If nobody comes in time, a computer plays the
    first of the games. A new room has default options, and as few seats as the game allows, but at least two.
    """

    ref: Ref
    games: Annotated[tuple[Name, ...], msgspec.Meta(min_length=1, max_length=MAX_GAMES)]


class Challenge(Message, frozen=True, tag="challenge"):
    """Challenge a player to a game for two. Answered by Matching, by Entered once they accept, or by Refused.

    `options`, `serious` and `clock` are as in Create.
    """

    ref: Ref
    whom: Name
    game: Name
    options: dict[str, Any]
    serious: bool
    clock: TimeControl


class Respond(Message, frozen=True, tag="respond"):
    """Accept or decline a challenge, by its number in Matching. Answered by Entered, Matching or Refused."""

    ref: Ref
    challenge: Count
    agree: bool


class Withdraw(Message, frozen=True, tag="withdraw"):
    """Stop waiting for an answer to Quick or Challenge, as Create and Join do too. Answered by Matching."""


class RatingBadge(MessagePart, frozen=True):
    """A player's rating in `game`, shown beside their name; while `provisional`, it says little."""

    game: str
    rating: int
    provisional: bool


class RoomListing(MessagePart, frozen=True):
    """One line of the lobby: a room, its host, its players, and how many seats it has.

    `ratings` holds the rating of each of `players` in the game, or None for computers and if unknown. In a `serious`
    room nobody gets hints; `watch` says who may watch, and `clock` limits how long players may take. `progress` is how
    far the current game is, in the game's own words, up to a few seconds late.
    """

    room: TableCode
    game: str
    options: dict[str, Any]
    host: str
    players: tuple[str, ...]
    ratings: tuple[RatingBadge | None, ...]
    seats: int
    serious: bool
    watch: Watching
    clock: TimeControl
    progress: str


class Lobby(Message, frozen=True, tag="lobby"):
    """The lobby as it is now: rooms with an open seat, games to watch, and how many people are here.

    The lists are the rooms that wait longest, the newest games and the names of some people who are connected, at most
    50 each; `rooms` and `online` count everything. `ratings` holds for each of `people` the rating of the game in which
    it is most certain, or None. `bots` are the names of those who said that a program plays, at most 50. `moves` is how
    many were made here within a minute, up to a few seconds late.
    """

    open: tuple[RoomListing, ...]
    live: tuple[RoomListing, ...]
    people: tuple[str, ...]
    ratings: tuple[RatingBadge | None, ...]
    rooms: int
    online: int
    bots: tuple[str, ...]
    moves: int


class Seeking(MessagePart, frozen=True):
    """You wait at most `left_s` for anybody to play one of `games` with, or for `whom` to answer your challenge."""

    games: tuple[str, ...]
    whom: str | None
    left_s: float


class Challenged(MessagePart, frozen=True):
    """`who` challenges you to a game, and waits `left_s` for your answer, which quotes the number `challenge`.

    `player` is their number on this server, which does not depend on their name.
    """

    challenge: int
    who: str
    player: int
    game: str
    options: dict[str, Any]
    serious: bool
    clock: TimeControl
    left_s: float


class Matching(Message, frozen=True, tag="matching"):
    """Whom you wait for, and who challenges you, complete; each Matching replaces the one before.

    `left_s` of each counts from when the message was made. `news` says in a sentence what became of a wait that is
    over.
    """

    seeking: Seeking | None
    challenges: tuple[Challenged, ...]
    news: str
