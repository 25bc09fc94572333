"""What the server tells of what games have come to: records, ratings, and who plays best."""

from __future__ import annotations

from typing import Literal

from protocol.messages.fields import Message, MessagePart


class Rating(MessagePart, frozen=True):
    """How well you play a game by its rated games, of which there were `games`, within twice the `deviation`.

    While it is `provisional`, it says too little to be ranked by. `change` is what the last of the games did to it,
    which was game `number` at table `room`.
    """

    rating: float
    deviation: float
    provisional: bool
    games: int
    change: float
    room: str
    number: int


class Opponent(MessagePart, frozen=True):
    """Somebody you have played against: in how many games, and in how many just one of you was among the winners."""

    kind: Literal["person", "computer"]
    name: str
    played: int
    won: int
    lost: int


class Leader(MessagePart, frozen=True):
    """A person or a computer with their rating; `rank` counts from 1, and is None while that is provisional."""

    rank: int | None
    kind: Literal["person", "computer"]
    name: str
    rating: float
    deviation: float
    games: int
    yours: bool


class Leaders(Message, frozen=True, tag="leaders"):
    """Who plays `game` best, at most 50, best first; behind them those whose ratings are provisional yet.

    Nobody is there where a game is not rated.
    """

    ref: int
    game: str
    leaders: tuple[Leader, ...]


class Stats(Message, frozen=True, tag="records"):
    """What you have done in `game` so far: all your games of it that have ended, but for those in which nobody moved.

    A game alone is won by doing what it is about. `streak` counts the games won in a row up to the last, `longest` the
    most there ever were. Moves and seconds are those of games won; in a race over deals, only of those where you solved
    yours. They are None before the first.

    `deal_moves` is the fewest moves anybody is known to have solved the deal in, `deal_by` who did first, and
    `deal_line` how, once you have played it to an end yourself.

    `rating` is None before the first rated game, and `opponents` are the 20 you have played against most.
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
    """How many of your games that have ended `since` then you have won alone, tied with others, and lost.

    Games in which nobody moved do not count; a game alone is won by doing what it is about.
    """

    since: int
    won: int
    tied: int
    lost: int
