"""The list of the games that are over, for the command line: those kept here, and those that the server tells of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from client.cli.queries.query import QueryAnswer, QueryRequest
from client.drawing.grammar import count
from client.history.history_text import NOTHING, export_games, json_lines, sentences
from client.history.positions import GameUnavailableError
from client.history.saved.entry import PlayedGame, merge_games, read_saved_games
from client.history.transcript_pages import join_pages
from client.state.exit_codes import ExitCode
from client.state.store import Happening, Store
from protocol import messages as m

REF = 0
PAGES = 10
"""How many pages of games are asked for: as many games as are kept on a machine."""


class HistoryQuery:
    """What asks a server for one's games, of one game or with an empty name of all. Mutable: it collects pages.

    They are told as sentences or as JSON, or `export` is the file that they are written into, and with them the
    transcripts, which the server is asked for where they are not kept here.
    """

    def __init__(self, folder: Path, game: str, *, json: bool, export: Path | None) -> None:
        """Begin with the games that are kept in a folder."""
        self._kept = read_saved_games(folder, game)
        self._game = game or None
        self._json = json
        self._export = export
        self._told: list[m.PastGame] = []
        self._pages = 0
        self._untold: list[m.PastGame] = []
        self._part: m.Transcript | None = None
        self._transcripts: dict[str, m.Transcript] = {}

    def follow(self, happening: Happening, store: Store) -> QueryRequest | QueryAnswer | None:
        """Ask for page after page, and tell of all of them."""
        match happening:
            case m.Welcome():
                return self._next(None)
            case m.PastGames(games=games, more=more):
                self._told += games
                self._pages += 1
                if more and games and self._pages < PAGES:
                    return self._next(games[-1].past)
                self._untold = self._without_transcript(store) if self._export else []
                return self._onward(store)
            case m.Transcript():
                return self._read(happening, store)
            case m.Refused(about="reread", code="too-many", retry_after_s=float(wait_s)):
                return replace(self._reread(), after_s=wait_s)
            case m.Refused(about="reread"):
                return self._done_with(None, store)
            case m.Refused(text=text):
                return QueryAnswer(text, ExitCode.FAILURE)
        return None

    def kept(self) -> str:
        """What there is to print where the server cannot be asked."""
        return self.text(self._kept)

    def text(self, pasts: Sequence[PlayedGame]) -> str:
        """What there is to print of games. Raises OSError where they cannot be written into the file."""
        if self._export is not None:
            self._export.write_bytes(export_games(pasts, self._transcripts))
            return f"{count(len(pasts), 'game')} written to {self._export}."
        return "\n".join(json_lines(pasts) if self._json else sentences(pasts) or (NOTHING,))

    def _next(self, before: int | None) -> QueryRequest:
        return QueryRequest((m.GetHistory(ref=REF, game=self._game, room=None, before=before),))

    def _all(self, store: Store) -> tuple[PlayedGame, ...]:
        return merge_games(self._kept, self._told, store.link.server)

    def _without_transcript(self, store: Store) -> list[m.PastGame]:
        """The games whose transcripts are neither kept here nor told yet."""
        pasts = [past for past in self._all(store) if past.path is None and past.record is not None]
        return [past.record for past in pasts if past.record and past.record.commitment not in self._transcripts]

    def _onward(self, store: Store) -> QueryRequest | QueryAnswer:
        return self._reread() if self._untold else QueryAnswer(self.text(self._all(store)))

    def _reread(self) -> QueryRequest:
        known = len(self._part.events) if self._part else 0
        return QueryRequest((m.GetPastGame(ref=REF, past=self._untold[0].past, after=known),))

    def _read(self, page: m.Transcript, store: Store) -> QueryRequest | QueryAnswer:
        """Take a page; a game that is not told whole is done without."""
        try:
            told = self._part = join_pages(self._part, page)
        except GameUnavailableError:
            return self._done_with(None, store)
        return self._reread() if len(told.events) < told.count else self._done_with(told, store)

    def _done_with(self, told: m.Transcript | None, store: Store) -> QueryRequest | QueryAnswer:
        game, *self._untold = self._untold
        self._part = None
        if told is not None:
            self._transcripts[game.commitment] = told
        return self._onward(store)
