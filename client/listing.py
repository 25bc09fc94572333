"""The list of the games that are over, for the command line: those kept here, and those that the server tells of."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from client.exits import Exit
from client.history import NOTHING, exported, json_lines, sentences
from client.inquiry import Answer, Ask
from client.past import Past, gathered, recalled
from client.store import Happening, Store
from client.wording import count
from protocol import messages as m

REF = 0
PAGES = 10
"""How many pages of games are asked for: as many games as are kept on a machine."""


class Listing:
    """What asks a server for one's games, of one game or with an empty name of all. Mutable: it collects pages.

    They are told as sentences or as JSON, or `export` is the file that they are written into.
    """

    def __init__(self, folder: Path, game: str, *, json: bool, export: Path | None) -> None:
        """Begin with the games that are kept in a folder."""
        self._kept = recalled(folder, game)
        self._game = game or None
        self._json = json
        self._export = export
        self._told: list[m.PastGame] = []
        self._pages = 0

    def follow(self, happening: Happening, store: Store) -> Ask | Answer | None:
        """Ask for page after page, and tell of all of them."""
        match happening:
            case m.Welcome():
                return self._next(None)
            case m.PastGames(games=games, more=more):
                self._told += games
                self._pages += 1
                if more and games and self._pages < PAGES:
                    return self._next(games[-1].past)
                return Answer(self.text(gathered(self._kept, self._told, store.link.server)))
            case m.Refused(text=text):
                return Answer(text, Exit.FAILURE)
        return None

    def kept(self) -> str:
        """What there is to print where the server cannot be asked."""
        return self.text(self._kept)

    def text(self, pasts: Sequence[Past]) -> str:
        """What there is to print of games. Raises OSError where they cannot be written into the file."""
        if self._export is not None:
            self._export.write_bytes(exported(pasts))
            return f"{count(len(pasts), 'game')} written to {self._export}."
        return "\n".join(json_lines(pasts) if self._json else sentences(pasts) or (NOTHING,))

    def _next(self, before: int | None) -> Ask:
        return Ask((m.LookBack(ref=REF, game=self._game, room=None, before=before),))
