"""What the server shows of the lobby: rooms, people, and who waits there for whom."""

from __future__ import annotations

from typing import Any

from protocol.messages.fields import Message, MessagePart, TimeControl, Watching


class RatingBadge(MessagePart, frozen=True):
    """How well somebody plays `game`, as it stands beside their name; while `provisional`, that says little."""

    game: str
    rating: int
    provisional: bool


class RoomListing(MessagePart, frozen=True):
    """One line of the lobby: a room, its host, who sits there, and how many seats it has.

    `ratings` says of each of `players` how well they play the game, or None of computers and where it is not known.
    Where the room is `serious`, nobody is helped; `watch` says who may watch, and `clock` is how long players may take.
    `progress` is how far a game is that is being played there, in the game's own words, or was a few seconds ago.
    """

    room: str
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
    """The lobby as it is now: rooms with a seat to take, games to watch, and the size of the place.

    The lists are the longest-waiting, the newest and the names of some who are connected, at most 50 each; `rooms` and
    `online` count everything. `ratings` says of each of `people` how well they play the game of which that is known
    best, or None. `bots` are the names of those who said that a program plays, at most 50. `moves` is how many were
    made here within the last minute, or a few seconds ago.
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
    """You wait `left_s` at most, for anybody to play one of `games` with, or for `whom` to answer your challenge."""

    games: tuple[str, ...]
    whom: str | None
    left_s: float


class Challenged(MessagePart, frozen=True):
    """`who` asks you for a game, and waits `left_s` for your answer. `challenge` is the number to answer by.

    `player` is their number on this server, whatever they are called.
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
    """Whom you wait for, and who challenges you, whole; each Matching replaces the one before.

    `left_s` of each is counted from when the message was made. `news` says in a sentence what became of what is over.
    """

    seeking: Seeking | None
    challenges: tuple[Challenged, ...]
    news: str
