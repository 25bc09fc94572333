"""Who wants to know what they have won and lost since a moment, and is told again whenever a game of theirs is kept."""

from __future__ import annotations

from collections.abc import Iterable

from protocol import messages as m
from server.ops.tasks import Tasks
from server.players.results.records import ResultStore
from server.players.sessions.client_session import ClientSession, tag
from server.room.journal import StorageUnavailableError
from server.room.outputs import Refuse


class ScoreFeed:
    """What everybody has asked who is connected. Mutable: they come and go."""

    def __init__(self, records: ResultStore, tasks: Tasks) -> None:
        """Count in `records`."""
        self._records = records
        self._tasks = tasks
        self._asked: dict[int, tuple[ClientSession, m.WatchScore]] = {}

    def ask(self, guest: ClientSession, asked: m.WatchScore) -> None:
        """A player wants to know, from now on."""
        self._asked[guest.player] = guest, asked
        self._tasks.start(self._tell(guest, asked))

    def gone(self, player: int) -> None:
        """A player is connected no more."""
        self._asked.pop(player, None)

    def renew(self, players: Iterable[int]) -> None:
        """A game of these players has been kept."""
        for player in players:
            if player in self._asked:
                self._tasks.start(self._tell(*self._asked[player]))

    async def _tell(self, guest: ClientSession, asked: m.WatchScore) -> None:
        """Tell who has asked, unless they have gone or asked anew meanwhile."""
        try:
            score = await self._records.score(guest.player, asked.since)
        except StorageUnavailableError:
            text = "The server cannot look that up now. Try again in a moment."
            guest.deny(Refuse("unavailable", text), tag(asked), None)
            return
        if self._asked.get(guest.player) == (guest, asked):
            guest.tell(m.Score(since=asked.since, won=score.won, tied=score.tied, lost=score.lost))
