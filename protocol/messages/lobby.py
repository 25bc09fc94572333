"""The lobby as the server sends it: rooms, people, seeks and challenges."""

from __future__ import annotations

from typing import Any

from protocol.messages.fields import Message, MessagePart, TableCode, TimeControl, Watching


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
