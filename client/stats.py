"""What one has played and won: asked for once, printed, and done."""

from __future__ import annotations

import asyncio
import time
from typing import TextIO

import msgspec

from client import records
from client.console import Wire
from client.exits import Exit, exit_of
from client.lines import clean
from client.output import tell
from client.store import Happening, Link, Store, fold
from client.tables import title
from protocol import messages as m

NOTHING = "You have played no game to its end yet."


class Stats:
    """One look at the records of a game, or with an empty name of all games. Mutable: it waits for answers."""

    def __init__(self, game: str, out: TextIO, log: TextIO, *, json: bool) -> None:
        self._game = game
        self._out = out
        self._log = log
        self._json = json
        self._store = Store()
        self._games: tuple[str, ...] = ()
        self._wire: Wire | None = None
        self._exit: asyncio.Future[Exit] = asyncio.get_running_loop().create_future()

    def hear(self, happening: Happening) -> None:
        """Take what the connection tells."""
        self._store = fold(self._store, happening, time.monotonic())
        match happening:
            case Link() if code := exit_of(happening, was_welcome=False):
                self._end(happening.reason, self._log, code)
            case m.Welcome():
                self._ask()
            case m.Records() if all(game in self._store.records for game in self._games):
                self._end("\n".join(self._lines()), self._out, Exit.OK)
            case m.Refused(text=text):
                self._end(text, self._log, Exit.FAILURE)

    async def run(self, wire: Wire) -> Exit:
        """Ask and wait for the answers."""
        self._wire = wire
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(wire.run())
            try:
                return await self._exit
            finally:
                await wire.aclose()

    def _ask(self) -> None:
        self._games = (self._game,) if self._game else tuple(sheet.name for sheet in self._store.games)
        if not self._games:
            self._end("This server has no games.", self._log, Exit.FAILURE)
        for game in self._games:
            if self._wire is not None:
                self._wire.send(m.Recall(ref=records.REF, game=game, deal=None))

    def _lines(self) -> list[str]:
        """Every game as JSON, or in sentences the one asked for and otherwise those that were played."""
        told = [self._store.records[game] for game in self._games]
        if self._json:
            return [msgspec.json.encode(each).decode() for each in told]
        played = [each for each in told if each.played or self._game]
        said = [records.sentences(each, title(self._store, each.game)) for each in played]
        return [clean(sentence) for sentences in said for sentence in sentences] or [NOTHING]

    def _end(self, text: str, to: TextIO, code: Exit) -> None:
        if not self._exit.done():
            tell(to, f"{text}\n")
            self._exit.set_result(code)
