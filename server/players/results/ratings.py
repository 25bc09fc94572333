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
RATED_A_DAY = 20
"""How many games of the same two people are rated in a day, which begins at midnight UTC."""
REACH = 300.0
"""How far above an opponent's rating a win can lift one's own.

Whoever is 300 above somebody should win six games in seven against them. More such wins show nothing new, so nobody
climbs on many accounts that lose.
"""
COMPUTER_DEVIATION = 50.0
"""How sure a computer's fixed rating is: what its measurement leaves open, and how else people may fare against it."""

SHARED = "Not rated: you and {} play from the same address."
OFTEN = f"Not rated: you and {{}} have already played {RATED_A_DAY} rated games today."
NEWCOMER = "Your rating is unchanged: {} is new to rated games."
UNSURE = "Your rating is unchanged: {}'s is still too uncertain to count."
SURER = "Your rating is unchanged, but more certain: yours or {}'s is provisional."
APART = f"Your rating is unchanged: yours and {{}}'s are {REACH:.0f} or more apart."
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
    score = record.score(seat, 1 - seat)
    if record.computer_rating is not None:
        opponent = GlickoRating(record.computer_rating, COMPUTER_DEVIATION)
    elif why := _why_ignored(mine, theirs):
        return replace(after, games=mine.games + 1, note=why.format(other))
    else:
        opponent = theirs.rating
    # Each game is a rating period of its own, so that it counts at once.
    rating = update_rating(mine.rating, [GlickoResult(opponent, score)])
    change, why = rating.value - mine.rating.value, APART
    if record.computer_rating is not None:
        change = min(change, _reach(mine.rating, opponent))
    elif mine.is_provisional or theirs.is_provisional:
        change, why = _towards_the_start(mine.rating, change), SURER
    else:
        change = _exchanged(mine.rating, opponent, score)
    note = why.format(other) if change == 0 != rating.value - mine.rating.value else ""
    rating = rating._replace(value=mine.rating.value + change)
    return replace(after, rating=rating, games=mine.games + 1, change=change, note=note)


def _why_ignored(mine: PlayerRating, theirs: PlayerRating) -> str:
    """Why another's game does nothing to a person's rating, as both were before it; empty where it does something."""
    if theirs.games + 1 < COUNTS_FROM:
        return NEWCOMER
    return UNSURE if theirs.is_provisional and not mine.is_provisional else ""


def _reach(winner: GlickoRating, loser: GlickoRating) -> float:
    return max(0.0, loser.value + REACH - winner.value)


def _towards_the_start(mine: GlickoRating, change: float) -> float:
    """As much of a change as doesn't move a rating away from where everybody begins.

    Accounts are free, and what they lose while they are provisional costs nobody anything. So it is worth nothing.
    """
    start = UNKNOWN.value - mine.value
    return min(max(change, min(start, 0.0)), max(start, 0.0))


def _exchanged(mine: GlickoRating, theirs: GlickoRating, score: float) -> float:
    """What a game of two ranked people adds to one's rating and takes from the other's.

    Of the two changes that the formulas give it is the smaller. So no row of accounts lifts one another without end,
    and all of them together rise or fall by games with computers alone.
    """
    one = update_rating(mine, [GlickoResult(theirs, score)]).value - mine.value
    other = update_rating(theirs, [GlickoResult(mine, 1 - score)]).value - theirs.value
    points = min(abs(one), abs(other))
    return min(points, _reach(mine, theirs)) if one > 0 else -min(points, _reach(theirs, mine))


def meetings(record: GameRecord) -> Iterator[tuple[RatedPlayer, RatedPlayer, HeadToHead]]:
    """Every person in a game, with each of the others and the score of this game between the two."""
    for seat, player in enumerate(record.rivals):
        for other, opponent in enumerate(record.rivals):
            if player.player != COMPUTER and other != seat:
                score = record.score(seat, other)
                yield player, opponent, HeadToHead(record.players[other].name, 1, score == 1.0, score == 0.0)
