"""How well somebody plays, as it stands beside their name: purely from the ranks of those who are connected."""

from __future__ import annotations

from collections.abc import Mapping

from protocol import messages as m
from server.players.results.ratings import PlayerRating

Ranks = Mapping[int, Mapping[str, PlayerRating]]
"""The ranks of players, by the player's number and the game; none where they have played no rated game."""


def rating_in(ranks: Ranks, player: int | None, game: str) -> m.RatingBadge | None:
    """How well a player plays a game, if that is known; None is a computer, of which it is not said."""
    rank = None if player is None else ranks.get(player, {}).get(game)
    return None if rank is None else _repute(game, rank)


def best_rating(ranks: Ranks, player: int) -> m.RatingBadge | None:
    """How well a player plays the game of which that is known best."""
    played = ranks.get(player, {})
    game = min(played, key=lambda name: played[name].rating.deviation, default=None)
    return None if game is None else _repute(game, played[game])


def _repute(game: str, rank: PlayerRating) -> m.RatingBadge:
    return m.RatingBadge(game=game, rating=round(rank.rating.value), provisional=rank.is_provisional)
