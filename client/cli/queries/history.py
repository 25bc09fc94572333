"""Lists or exports the player's finished games: those kept here, and the server's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from client.cli.queries.query import QueryAnswer, QueryRequest
from client.drawing.grammar import count
from client.history.history_text import NOTHING, export_games, json_lines, sentences
from client.history.library import PAGES
from client.history.positions import GameUnavailableError
from client.history.saved.entry import PlayedGame, merge_games, read_saved_games
from client.history.transcript_pages import join_pages
from client.state.exit_codes import ExitCode
from client.state.store import Happening, Store
from protocol import messages as m

REF = 0


class HistoryQuery:
    """Asks a server for the player's games; an empty name means every game.

    The answer is a list in sentences or JSON. If `export` names a file, the games are written there instead, with
    their transcripts, which are fetched from the server if they are not kept here.
    """

    def __init__(self, folder: Path, game: str, *, json: bool, export: Path | None) -> None:
        self._kept = read_saved_games(folder, game)
        self._game = game or None
        self._json = json
        self._export = export
        self._listed: list[m.PastGame] = []
        self._pages = 0
        self._to_fetch: list[m.PastGame] = []
        self._partial: m.Transcript | None = None
        self._transcripts: dict[str, m.Transcript] = {}

    def follow(self, happening: Happening, store: Store) -> QueryRequest | QueryAnswer | None:
        """Ask for page after page, and answer with all of them."""
        match happening:
            case m.Welcome():
                return self._ask_page(None)
            case m.PastGames(games=games, more=more):
                self._listed += games
                self._pages += 1
                if more and games and self._pages < PAGES:
                    return self._ask_page(games[-1].past)
                self._to_fetch = self._without_transcript(store) if self._export else []
                return self._continue(store)
            case m.Transcript():
                return self._on_page(happening, store)
            case m.Refused(about="reread", code="too-many", retry_after_s=float(wait_s)):
                return replace(self._ask_transcript(), after_s=wait_s)
            case m.Refused(about="reread"):
                return self._finish_game(None, store)
            case m.Refused(text=text):
                return QueryAnswer(text, ExitCode.FAILURE)
        return None

    def text_of_kept(self) -> str:
        """What to print if the server cannot be asked."""
        return self.text(self._kept)

    def text(self, games: Sequence[PlayedGame]) -> str:
        """What to print for some games. Raises OSError if they cannot be exported."""
        if self._export is not None:
            self._export.write_bytes(export_games(games, self._transcripts))
            return f"Saved {count(len(games), 'game')} in {self._export}."
        return "\n".join(json_lines(games) if self._json else sentences(games) or (NOTHING,))

    def _ask_page(self, before: int | None) -> QueryRequest:
        return QueryRequest((m.GetHistory(ref=REF, game=self._game, room=None, before=before),))

    def _all(self, store: Store) -> tuple[PlayedGame, ...]:
        return merge_games(self._kept, self._listed, store.link.server)

    def _without_transcript(self, store: Store) -> list[m.PastGame]:
        """The games whose transcripts are neither kept here nor fetched yet."""
        games = [past for past in self._all(store) if past.path is None and past.record is not None]
        return [past.record for past in games if past.record and past.record.commitment not in self._transcripts]

    def _continue(self, store: Store) -> QueryRequest | QueryAnswer:
        return self._ask_transcript() if self._to_fetch else QueryAnswer(self.text(self._all(store)))

    def _ask_transcript(self) -> QueryRequest:
        known = len(self._partial.events) if self._partial else 0
        return QueryRequest((m.GetPastGame(ref=REF, past=self._to_fetch[0].past, after=known),))

    def _on_page(self, page: m.Transcript, store: Store) -> QueryRequest | QueryAnswer:
        """Add a page; a game whose transcript cannot be completed is exported without it."""
        try:
            transcript = self._partial = join_pages(self._partial, page)
        except GameUnavailableError:
            return self._finish_game(None, store)
        return (
            self._ask_transcript()
            if len(transcript.events) < transcript.count
            else self._finish_game(transcript, store)
        )

    def _finish_game(self, transcript: m.Transcript | None, store: Store) -> QueryRequest | QueryAnswer:
        game, *self._to_fetch = self._to_fetch
        self._partial = None
        if transcript is not None:
            self._transcripts[game.commitment] = transcript
        return self._continue(store)
