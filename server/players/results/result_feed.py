"""What connected players are told of their results: ratings, and to who watches it the score since a given time."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engines import catalog
from protocol import messages as m
from server.ops.tasks import Tasks
from server.players.results.ratings import PlayerRating
from server.players.results.records import ResultStore
from server.players.sessions.client_session import ClientSession
from server.players.sessions.refusals import UNAVAILABLE
from server.room.journal import StorageUnavailableError


class ResultFeed:
    """The connected players, and the sessions that watch their score, since when."""

    def __init__(self, records: ResultStore, tasks: Tasks, on_rating: Callable[[int, str, PlayerRating], None]) -> None:
        """Read from `records`; `on_rating` is called with a player, a game and a rating that is new."""
        self._records = records
        self._tasks = tasks
        self._on_rating = on_rating
        self._online: set[int] = set()
        self._wanted: dict[tuple[int, str], None] = {}  # in the order they were asked for
        self._watching: dict[int, dict[ClientSession, m.WatchScore]] = {}

    def add_player(self, player: int) -> None:
        """Look up the ratings of a player who has signed in."""
        self._online.add(player)
        self._look_up((player, game.name) for game in catalog.games().values() if game.is_rated)

    def remove_player(self, player: int) -> None:
        """Forget a player who has disconnected."""
        self._online.discard(player)

    def watch_score(self, session: ClientSession, query: m.WatchScore) -> None:
        """Send a session its player's score now, and again after each of their games."""
        self._watching.setdefault(session.player, {})[session] = query
        self._tasks.start(self._send_score(session, query))

    def end_watch(self, session: ClientSession) -> None:
        """Send a session that is over no more scores."""
        watching = self._watching.get(session.player, {})
        if watching.pop(session, None) is not None and not watching:
            del self._watching[session.player]

    def renew(self, game: str, players: Iterable[int]) -> None:
        """Look up ratings and scores again after a game of these players is stored."""
        if catalog.games()[game].is_rated:
            self._look_up((player, game) for player in players if player in self._online)
        for player in players:
            for session, query in self._watching.get(player, {}).items():
                self._tasks.start(self._send_score(session, query))

    def _look_up(self, wanted: Iterable[tuple[int, str]]) -> None:
        """Look up ratings, in one job for all that are asked for in the same turn of the event loop."""
        is_first = not self._wanted
        self._wanted.update(dict.fromkeys(wanted))
        if is_first and self._wanted:
            self._tasks.start(self._look_up_wanted())

    async def _look_up_wanted(self) -> None:
        """Look up ratings, each of which counts at once: the store answers in the order it is asked."""
        wanted, self._wanted = self._wanted, {}
        try:
            ratings = await self._records.ranks(wanted)
        except StorageUnavailableError:
            return
        for (player, game), rating in ratings.items():
            if rating.games and player in self._online:
                self._on_rating(player, game, rating)

    async def _send_score(self, session: ClientSession, query: m.WatchScore) -> None:
        """Send the score, unless the session is over or has asked anew meanwhile."""
        try:
            score = await self._records.score(session.player, query.since)
        except StorageUnavailableError:
            session.deny(UNAVAILABLE, query)
            return
        if self._watching.get(session.player, {}).get(session) == query:
            session.tell(m.Score(since=query.since, won=score.won, tied=score.tied, lost=score.lost))
