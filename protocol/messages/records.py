"""Statistics, ratings, leaders and scores."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from protocol.messages.fields import Count, Message, MessagePart, Name, Ref, TableCode


class GetStats(Message, frozen=True, tag="recall"):
    """Ask for the player's own statistics in `game`, and for the best known solution of a `deal` of it, or None.

    Answered by Stats or Refused, with the same `ref`.
    """

    ref: Ref
    game: Name
    deal: Annotated[str, msgspec.Meta(max_length=64)] | None


class WatchScore(Message, frozen=True, tag="reckon"):
    """Ask for the player's wins and losses since a moment, at most two days ago: `since`, in seconds since 1970 (UTC).

    Answered by Score, which is also sent whenever a game of the player's ends from then on, or by Refused. A later
    request replaces the moment.
    """

    since: Count


class GetLeaders(Message, frozen=True, tag="rank"):
    """Ask for the best players of `game`. Answered by Leaders or Refused, with the same `ref`."""

    ref: Ref
    game: Name


class Rating(MessagePart, frozen=True):
    """Your rating in a game after `games` rated games; the true value is very probably within twice the `deviation`.

    While it is `provisional`, it is too uncertain for a rank. `change` is what the last of these games, game `number`
    in `room`, did to it. A `note` says in a sentence why that game, or a newer one that was not rated, changed nothing.
    """

    rating: float
    deviation: float
    provisional: bool
    games: int
    change: float
    room: TableCode
    number: int
    note: str = ""


class Opponent(MessagePart, frozen=True):
    """Somebody you have played against: in how many games, and in how many just one of you was among the winners."""

    kind: Literal["person", "computer"]
    name: str
    played: int
    won: int
    lost: int


class Leader(MessagePart, frozen=True):
    """A person or a computer with their rating; `rank` counts from 1, and is None while the rating is provisional."""

    rank: int | None
    kind: Literal["person", "computer"]
    name: str
    rating: float
    deviation: float
    games: int
    yours: bool


class Leaders(Message, frozen=True, tag="leaders"):
    """The people who play `game` best, at most 50, best first; after them those whose ratings are still provisional.

    The list is empty for a game that is not rated.
    """

    ref: int
    game: str
    leaders: tuple[Leader, ...]


class Stats(Message, frozen=True, tag="records"):
    """Your statistics in `game`, over all your finished games of it except those in which nobody moved.

    A game played alone is won by reaching its goal. `streak` counts the games won in a row up to the last, `longest`
    the most ever. Moves and seconds are those of games won; in a race over deals, only of those in which you solved
    yours. They are None before the first.

    `deal_moves` is the fewest moves in which anybody is known to have solved the deal, `deal_by` who did so first, and
    `deal_line` how, once you have played it to an end yourself.

    `rating` is None before the first rated game, and `opponents` are the 20 you have played most.
    """

    ref: int
    game: str
    played: int
    won: int
    streak: int
    longest: int
    best_moves: int | None
    average_moves: float | None
    best_s: float | None
    average_s: float | None
    deal: str | None
    deal_moves: int | None
    deal_by: str | None
    deal_line: str | None
    rating: Rating | None
    opponents: tuple[Opponent, ...]


class Score(Message, frozen=True, tag="reckoning"):
    """How many of your games that ended `since` then you have won alone, tied with others, and lost.

    Games in which nobody moved do not count; a game played alone is won by reaching its goal.
    """

    since: int
    won: int
    tied: int
    lost: int
