"""A game that nobody kept on this machine: asked of its server, page by page.

One's own games it has for good; those of others while the table is still there.
"""

from __future__ import annotations

from pathlib import Path

from client.cli.queries.query import QueryAnswer, QueryRequest
from client.history.positions import GameUnavailableError
from client.history.saved.game_id import GameId, choose_game, find_request
from client.history.saved.keeper import save_fetched
from client.history.transcript_pages import join_pages
from client.state.exit_codes import ExitCode
from client.state.store import Happening, Store
from protocol import messages as m

REF = 0


class FetchGame:
    """What asks for the transcript of a game: of one's own, or else of what was played last at a table.

    Mutable: it collects what comes. `told` is whole once the question is answered.
    """

    def __init__(self, wanted: GameId) -> None:
        """Begin knowing nothing."""
        self.transcript: m.Transcript | None = None
        self._wanted = wanted
        self._number = wanted.number
        self._watches = False
        self._record: m.PastGame | None = None

    def follow(self, happening: Happening, store: Store) -> QueryRequest | QueryAnswer | None:  # noqa: ARG002 - others need it
        """Look among one's own games, then at the table where that has to tell the number; ask for page after page."""
        match happening:
            case m.Welcome():
                return QueryRequest((find_request(self._wanted, REF),))
            case m.PastGames(games=games):
                self._record = choose_game(self._wanted, games)
                return self._next() if self._record or self._number else self._look()
            case m.Table(room=room) if room == self._wanted.room and self._watches:
                self._watches = False
                self._number = happening.number - (happening.phase != "over")
                return (
                    self._next()
                    if self._number > 0
                    else QueryAnswer(f"No game at table {room} is over.", ExitCode.FAILURE)
                )
            case m.Transcript():
                return self._paged(happening)
            case m.Refused(text=text):
                return QueryAnswer(text, ExitCode.FAILURE)
        return None

    def keep(self, folder: Path, server: str, owner: str) -> Path:
        """Put the game into a folder, as one of which this program has seen nothing itself. Raises OSError."""
        assert self.transcript is not None, "it is asked for first"
        return save_fetched(folder, self.transcript, self._record, server, owner)

    def _look(self) -> QueryRequest:
        self._watches = True
        return QueryRequest((m.Watch(ref=REF, room=self._wanted.room),))

    def _next(self) -> QueryRequest:
        known = len(self.transcript.events) if self.transcript else 0
        if self._record is not None:
            return QueryRequest((m.GetPastGame(ref=REF, past=self._record.past, after=known),))
        assert self._number is not None, "the table has told it"
        return QueryRequest((m.GetTranscript(ref=REF, room=self._wanted.room, number=self._number, after=known),))

    def _paged(self, page: m.Transcript) -> QueryRequest | QueryAnswer:
        try:
            self.transcript = join_pages(self.transcript, page)
        except GameUnavailableError as error:
            return QueryAnswer(str(error), ExitCode.FAILURE)
        return QueryAnswer("") if len(self.transcript.events) == self.transcript.count else self._next()
