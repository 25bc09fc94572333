"""The listing of a server's computer players: asked for once, printed, and done."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from typing import TextIO

import msgspec

from client.console import Wire
from client.exits import Exit, exit_of
from client.lines import clean
from client.output import tell
from client.store import Happening, Link, Store, fold
from protocol import messages as m


class Computers:
    """One look at what computers play, be it one game or with an empty name every game. Mutable: it waits for it."""

    def __init__(self, game: str, out: TextIO, log: TextIO, *, json: bool) -> None:
        self._game = game
        self._out = out
        self._log = log
        self._json = json
        self._store = Store()
        self._exit: asyncio.Future[Exit] = asyncio.get_running_loop().create_future()

    def hear(self, happening: Happening) -> None:
        """Take what the connection tells."""
        self._store = fold(self._store, happening, time.monotonic())
        match happening:
            case Link() if code := exit_of(happening, was_welcome=False):
                self._end(happening.reason, self._log, code)
            case m.Welcome(games=games):
                self._list([sheet for sheet in games if self._game in ("", sheet.name)])

    async def run(self, wire: Wire) -> Exit:
        """Wait for the server's welcome, which says it all."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(wire.run())
            try:
                return await self._exit
            finally:
                await wire.aclose()

    def _list(self, sheets: list[m.GameSheet]) -> None:
        lines = [line for sheet in sheets for line in (_json(sheet) if self._json else _sentences(sheet))]
        if lines:
            self._end("\n".join(lines), self._out, Exit.OK)
        else:
            self._end("No computer plays that here.", self._log, Exit.FAILURE)

    def _end(self, text: str, to: TextIO, code: Exit) -> None:
        if not self._exit.done():
            tell(to, f"{text}\n")
            self._exit.set_result(code)


def _sentences(sheet: m.GameSheet) -> Iterator[str]:
    """A game's levels, weakest first."""
    if sheet.levels:
        yield clean(f"{sheet.title} ({sheet.name}):")
        width = max(len(level.name) for level in sheet.levels)
        yield from (clean(f"  {level.name:<{width}}  {level.about}") for level in sheet.levels)


def _json(sheet: m.GameSheet) -> Iterator[str]:
    """A line of JSON for each level."""
    for level in sheet.levels:
        yield msgspec.json.encode({"game": sheet.name, "level": level.name, "about": level.about}).decode()
