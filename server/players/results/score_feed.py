"""Sends a player their win/loss count since a given time, and again after each finished game."""

from __future__ import annotations

from collections.abc import Iterable

from protocol import messages as m
from server.ops.tasks import Tasks
from server.players.results.records import ResultStore
from server.players.sessions.client_session import ClientSession, tag
from server.room.journal import StorageUnavailableError
from server.room.outputs import Refuse


class ScoreFeed:
    """The connected players who watch their score, and since when."""

    def __init__(self, records: ResultStore, tasks: Tasks) -> None:
        """Count results in `records`."""
        self._records = records
        self._tasks = tasks
        self._watching: dict[int, tuple[ClientSession, m.WatchScore]] = {}

    def watch(self, session: ClientSession, query: m.WatchScore) -> None:
        """Send a player their score now, and again after each of their games."""
        self._watching[session.player] = session, query
        self._tasks.start(self._send(session, query))

    def forget(self, player: int) -> None:
        """Forget a player who has disconnected."""
        self._watching.pop(player, None)

    def renew(self, players: Iterable[int]) -> None:
        """Send a new score to those of these players who watch it, after a game of theirs is stored."""
        for player in players:
            if player in self._watching:
                self._tasks.start(self._send(*self._watching[player]))

    async def _send(self, session: ClientSession, query: m.WatchScore) -> None:
        """Send the score, unless the player has gone or asked anew meanwhile."""
        try:
            score = await self._records.score(session.player, query.since)
        except StorageUnavailableError:
            text = "The server cannot look that up now. Try again in a moment."
            session.deny(Refuse("unavailable", text), tag(query), None)
            return
        if self._watching.get(session.player) == (session, query):
            session.tell(m.Score(since=query.since, won=score.won, tied=score.tied, lost=score.lost))
