"""Looks up the ranks of those who are connected, so that no push of the lobby asks the disk."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engines import catalog
from server.ops.tasks import Tasks
from server.players.results.ratings import GameHistory, PlayerRating
from server.room.journal import StorageUnavailableError


class OnlineRatings:
    """Tells the lobby how well everybody plays who is here. Mutable: people come and go."""

    def __init__(self, archive: GameHistory, tasks: Tasks, tell: Callable[[int, str, PlayerRating], None]) -> None:
        """Look into `archive`, and `tell` of a player, a game and a rank whenever one is known anew."""
        self._archive = archive
        self._tasks = tasks
        self._tell = tell
        self._here: set[int] = set()

    def arrived(self, player: int) -> None:
        """A player has signed in: their ranks are looked up."""
        self._here.add(player)
        rated = tuple(game.name for game in catalog.games().values() if game.is_rated)
        self._tasks.start(self._look_up(player, rated))

    def gone(self, player: int) -> None:
        """A player is connected no more."""
        self._here.discard(player)

    def renew(self, game: str, players: Iterable[int]) -> None:
        """A game of these players has been kept: what it did to the ranks of those who are here is looked up."""
        if not catalog.games()[game].is_rated:
            return
        for player in players:
            if player in self._here:
                self._tasks.start(self._look_up(player, (game,)))

    async def _look_up(self, player: int, games: Iterable[str]) -> None:
        """Look up a player's ranks, each of which counts at once: the archive answers in the order it is asked in."""
        for game in games:
            try:
                rank = await self._archive.rank(player, game)
            except StorageUnavailableError:
                return
            if rank is not None and player in self._here:
                self._tell(player, game, rank)
