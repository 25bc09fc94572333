"""Fetches a game that is not kept on this machine from its server, page by page.

A player can fetch their own games at any time, and those of others while the table exists.
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
NEWEST = 0
"""Asks a table for the last of its games that is over."""


class FetchGame:
    """Asks for the transcript of the player's own game, or else of a game at a table.

    It collects pages; `transcript` is whole once the query is answered.
    """

    def __init__(self, game_id: GameId) -> None:
        self.transcript: m.Transcript | None = None
        self._game_id = game_id
        self._record: m.PastGame | None = None

    def follow(self, happening: Happening, store: Store) -> QueryRequest | QueryAnswer | None:  # noqa: ARG002 - every query takes it
        """Look among the player's own games, then at the table; ask for page after page."""
        match happening:
            case m.Welcome():
                return QueryRequest((find_request(self._game_id, REF),))
            case m.PastGames(games=games):
                self._record = choose_game(self._game_id, games)
                return self._next()
            case m.Transcript():
                return self._on_page(happening)
            case m.Refused(text=text):
                return QueryAnswer(text, ExitCode.FAILURE)
        return None

    def keep(self, folder: Path, server: str, owner: str) -> Path:
        """Save the game in a folder, marked as not seen by this program. Raises OSError."""
        assert self.transcript is not None, "it is asked for first"
        return save_fetched(folder, self.transcript, self._record, server, owner)

    def _next(self) -> QueryRequest:
        known = len(self.transcript.events) if self.transcript else 0
        if self._record is not None:
            return QueryRequest((m.GetPastGame(ref=REF, past=self._record.past, after=known),))
        number = self.transcript.number if self.transcript else self._game_id.number or NEWEST
        return QueryRequest((m.GetTranscript(ref=REF, room=self._game_id.room, number=number, after=known),))

    def _on_page(self, page: m.Transcript) -> QueryRequest | QueryAnswer:
        try:
            self.transcript = join_pages(self.transcript, page)
        except GameUnavailableError as error:
            return QueryAnswer(str(error), ExitCode.FAILURE)
        return QueryAnswer("") if len(self.transcript.events) == self.transcript.count else self._next()
