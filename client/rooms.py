"""The listing of a server's tables: asked for once, printed, and done."""

from __future__ import annotations

import asyncio
import time
from typing import TextIO

import msgspec

from client import sayings
from client.console import Wire
from client.exits import Exit, exit_of
from client.lines import clean
from client.output import tell
from client.store import Happening, Link, Store, fold
from protocol import messages as m


class Rooms:
    """One look into the lobby. Mutable: it waits for an answer."""

    def __init__(self, out: TextIO, log: TextIO, *, json: bool) -> None:
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
            case m.Lobby() if self._json:
                self._end(msgspec.json.encode(happening).decode(), self._out, Exit.OK)
            case m.Lobby():
                self._end("\n".join(map(clean, sayings.lobby(happening))), self._out, Exit.OK)

    async def run(self, wire: Wire) -> Exit:
        """Ask and wait for the answer."""
        wire.send(m.Browse(on=True))
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(wire.run())
            try:
                return await self._exit
            finally:
                await wire.aclose()

    def _end(self, text: str, to: TextIO, code: Exit) -> None:
        if not self._exit.done():
            tell(to, f"{text}\n")
            self._exit.set_result(code)
