"""Ratings and head-to-head scores: what finished games add up to for each player.

Everything here follows from the stored GameRecords, each of which counts once, in the order in which they came.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
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
COUNTS_FROM = 5
"""From which of its rated games on an account changes the ratings of others."""
ABOUT_AS_SURE = 1.1
"""How many times as great as one's own the deviation of an opponent may be whose rating is provisional yet.

Whoever is better known is not changed by whoever is hardly known. The tenth lets two who begin together keep up.
"""
RATED_A_DAY = 20
"""How many games of the same two people are rated in a day, which begins at midnight UTC."""
REACH = 300.0
"""How far above an opponent's rating a win can lift one's own.

Whoever is 300 above somebody should win six games in seven against them. More such wins show nothing new, so nobody
climbs on many accounts that lose.
"""
UNPROVEN = UNKNOWN.value
"""Up to where a win can lift one's own rating while the opponent's is provisional.

Accounts without end are free. So those that have shown nothing yet are worth nothing above the rating that everybody
begins with, however many there are: above it count only opponents whose own games have made them known.
"""
COMPUTER_DEVIATION = 50.0
"""How sure a computer's fixed rating is: what its measurement leaves open, and how else people may fare against it."""

SHARED = "Not rated: you and {} play from the same address."
OFTEN = f"Not rated: you and {{}} have already played {RATED_A_DAY} rated games today."
NEWCOMER = "Your rating is unchanged: {} is new to rated games."
UNSURE = "Your rating is unchanged: {}'s is still too uncertain to count."
BEYOND = f"Your rating is unchanged: it is {REACH:.0f} or more above {{}}'s."
ABOVE = f"Your rating is unchanged: {{}}'s is provisional, and lifts nobody's above {UNPROVEN:.0f}."
"""Why a game changed nothing."""


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
        note: why that game, or one that was not rated although its table was, changed nothing; empty where it counted.
    """

    rating: GlickoRating = UNKNOWN
    name: str = ""
    games: int = 0
    change: float = 0.0
    room: str = ""
    number: int = 0
    note: str = ""

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


def is_rated(record: GameRecord, today: int) -> bool:
    """Whether a finished game counts for ratings, after `today` rated games of the same two people."""
    return record.rated and not record.shares_address and today < RATED_A_DAY


def rate_game(
    record: GameRecord, before: Mapping[RatedPlayer, PlayerRating], today: int = 0
) -> dict[RatedPlayer, PlayerRating]:
    """The new ratings of the people in a game between two, each by the other's as it was before.

    Where the game is not rated after all, only what is noted of it is new.
    """
    ratings = {seat: _update(record, seat, before, today) for seat in (0, 1)}
    return {record.rivals[seat]: after for seat, after in ratings.items() if record.rivals[seat].player != COMPUTER}


def _update(record: GameRecord, seat: Seat, before: Mapping[RatedPlayer, PlayerRating], today: int) -> PlayerRating:
    mine, theirs = (before.get(record.rivals[each], PlayerRating()) for each in (seat, 1 - seat))
    name, other = (record.players[each].name for each in (seat, 1 - seat))
    after = replace(mine, name=name, change=0.0, room=record.code, number=record.number, note="")
    if not is_rated(record, today):
        return replace(after, note=(SHARED if record.shares_address else OFTEN).format(other))
    if record.computer_rating is None and (why := _why_unchanged(mine, theirs)):
        return replace(after, games=mine.games + 1, note=why.format(other))
    if record.computer_rating is not None:
        theirs = PlayerRating(GlickoRating(record.computer_rating, COMPUTER_DEVIATION))
    # Each game is a rating period of its own, so that it counts at once.
    result = GlickoResult(theirs.rating, record.score(seat, 1 - seat))
    rating = update_rating(mine.rating, [result])
    reach, beyond = _reach(theirs)
    value = min(rating.value, max(mine.rating.value, reach))
    change = value - mine.rating.value
    note = beyond.format(other) if change == 0 < result.score else ""
    return replace(after, rating=rating._replace(value=value), games=mine.games + 1, change=change, note=note)


def _reach(opponent: PlayerRating) -> tuple[float, str]:
    """How far a win against an opponent can lift a rating, and what is said to whom it cannot lift."""
    reach = opponent.rating.value + REACH
    return (UNPROVEN, ABOVE) if opponent.is_provisional and reach > UNPROVEN else (reach, BEYOND)


def _why_unchanged(mine: PlayerRating, theirs: PlayerRating) -> str:
    """Why a person's rating is not changed by another's, as they were before their game; empty where it is."""
    if theirs.games + 1 < COUNTS_FROM:
        return NEWCOMER
    is_sure = not theirs.is_provisional or theirs.rating.deviation <= ABOUT_AS_SURE * mine.rating.deviation
    return "" if is_sure else UNSURE


def meetings(record: GameRecord) -> Iterator[tuple[RatedPlayer, RatedPlayer, HeadToHead]]:
    """Every person in a game, with each of the others and the score of this game between the two."""
    for seat, player in enumerate(record.rivals):
        for other, opponent in enumerate(record.rivals):
            if player.player != COMPUTER and other != seat:
                score = record.score(seat, other)
                yield player, opponent, HeadToHead(record.players[other].name, 1, score == 1.0, score == 0.0)
