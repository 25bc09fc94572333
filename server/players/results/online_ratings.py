"""Caches the ratings of connected players, so that lobby updates need no database read."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engines import catalog
from server.ops.tasks import Tasks
from server.players.results.ratings import GameHistory, PlayerRating
from server.room.journal import StorageUnavailableError


class OnlineRatings:
    """The connected players whose ratings are looked up."""

    def __init__(self, history: GameHistory, tasks: Tasks, on_rating: Callable[[int, str, PlayerRating], None]) -> None:
        """Read from `history`; `on_rating` is called with a player, a game and a rating that is new."""
        self._history = history
        self._tasks = tasks
        self._on_rating = on_rating
        self._online: set[int] = set()

    def add_player(self, player: int) -> None:
        """Look up the ratings of a player who has signed in."""
        self._online.add(player)
        rated = tuple(game.name for game in catalog.games().values() if game.is_rated)
        self._tasks.start(self._look_up(player, rated))

    def remove_player(self, player: int) -> None:
        """Forget a player who has disconnected."""
        self._online.discard(player)

    def renew(self, game: str, players: Iterable[int]) -> None:
        """Look up ratings again after a game of these players is stored."""
        if not catalog.games()[game].is_rated:
            return
        for player in players:
            if player in self._online:
                self._tasks.start(self._look_up(player, (game,)))

    async def _look_up(self, player: int, games: Iterable[str]) -> None:
        """Look up ratings, each of which counts at once: the history answers in the order it is asked."""
        for game in games:
            try:
                rating = await self._history.rank(player, game)
            except StorageUnavailableError:
                return
            if rating is not None and player in self._online:
                self._on_rating(player, game, rating)
