"""Ratings and head-to-head scores: what finished games add up to for each player.

Everything here follows from the stored GameRecords, each of which counts once, in the order in which they came.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from engines.game import Seat
from protocol import messages as m
from server.players.results.game_record import COMPUTER, GameRecord, RatedPlayer
from server.players.results.glicko2 import UNKNOWN, GlickoRating, GlickoResult, update_rating

PAGE_GAMES = 50
OPPONENTS = 20
LEADERS = 50
"""The most that are sent: games in a page, opponents, and leaders of a game."""
PROVISIONAL = 110.0
"""From this deviation on a rating is too uncertain to be ranked: about a dozen games bring it below."""


class StoredGame(NamedTuple):
    """A game with its id, when it was stored in seconds since 1970, if known, and the seat of the player who asks."""

    past: int
    ended: int | None
    game: GameRecord
    seat: Seat


@dataclass(frozen=True, slots=True)
class PlayerRating:
    """A player's rating in one game, after their rated games.

    Attributes:
        name: what they were called in the last of them.
        games: how many there were.
        change: what the last of them did to the rating; it was game `number` at the table of the code `room`.
    """

    rating: GlickoRating = UNKNOWN
    name: str = ""
    games: int = 0
    change: float = 0.0
    room: str = ""
    number: int = 0

    @property
    def is_provisional(self) -> bool:
        """Whether the rating is too uncertain to be ranked."""
        return self.rating.deviation >= PROVISIONAL


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """A player's games of one kind against one opponent: how many, and how many just one of them won."""

    name: str = ""
    played: int = 0
    won: int = 0
    lost: int = 0


Ratings = Mapping[int, Mapping[str, PlayerRating]]
"""The ratings of players, by the player's number and the game; none where they have played no rated game."""


def rating_in(ratings: Ratings, player: int | None, game: str) -> m.RatingBadge | None:
    """A player's rating in a game as shown beside their name, if known; None for a computer."""
    rating = None if player is None else ratings.get(player, {}).get(game)
    return None if rating is None else _badge(game, rating)


def best_rating(ratings: Ratings, player: int) -> m.RatingBadge | None:
    """A player's rating in the game where it is most certain."""
    played = ratings.get(player, {})
    game = min(played, key=lambda name: played[name].rating.deviation, default=None)
    return None if game is None else _badge(game, played[game])


def _badge(game: str, standing: PlayerRating) -> m.RatingBadge:
    return m.RatingBadge(game=game, rating=round(standing.rating.value), provisional=standing.is_provisional)


def rate_game(record: GameRecord, before: Mapping[RatedPlayer, PlayerRating]) -> dict[RatedPlayer, PlayerRating]:
    """The new ratings after a rated game between two, each by the other's as it was before."""
    first, second = (before.get(player, PlayerRating()) for player in record.rivals)
    return {
        record.rivals[0]: _updated(record, 0, first, second.rating),
        record.rivals[1]: _updated(record, 1, second, first.rating),
    }


def _updated(record: GameRecord, seat: Seat, before: PlayerRating, opponent: GlickoRating) -> PlayerRating:
    """The rating after a game. Each game is a rating period of its own, so that it counts at once."""
    after = update_rating(before.rating, [GlickoResult(opponent, record.score(seat, 1 - seat))])
    change = after.value - before.rating.value
    return PlayerRating(after, record.players[seat].name, before.games + 1, change, record.code, record.number)


def meetings(record: GameRecord) -> Iterator[tuple[RatedPlayer, RatedPlayer, HeadToHead]]:
    """Every person in a game, with each of the others and the score of this game between the two."""
    for seat, player in enumerate(record.rivals):
        for other, opponent in enumerate(record.rivals):
            if player.player != COMPUTER and other != seat:
                score = record.score(seat, other)
                yield player, opponent, HeadToHead(record.players[other].name, 1, score == 1.0, score == 0.0)
