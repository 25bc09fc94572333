"""One query to a server: asked once the server has welcomed the client; the answer is printed, and that is all."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TextIO

from client.drawing.output import fold_lines, tell
from client.net.wire import Wire
from client.state.exit_codes import ExitCode, exit_code_of
from client.state.fold import fold
from client.state.store import Happening, Link, Store
from protocol import messages as m


@dataclass(frozen=True, slots=True)
class QueryRequest:
    """What to send to the server, and how many seconds from now."""

    commands: tuple[m.Command, ...]
    after_s: float = 0.0


@dataclass(frozen=True, slots=True)
class QueryAnswer:
    """What to print, if anything, before the program ends: on its output, or with its errors."""

    text: str
    exit: ExitCode = ExitCode.OK


Follow = Callable[[Happening, Store], QueryRequest | QueryAnswer | None]
"""Handles an event that the store has already folded; returns what to do next, or None."""


class Query:
    """A client for one query."""

    def __init__(self, follow: Follow, out: TextIO, log: TextIO, *, folds: bool = True) -> None:
        """Answer on `out`, or with errors on `log`; on a terminal it `folds` long lines, unless they are JSON."""
        self._follow = follow
        self._folds = folds
        self._out = out
        self._log = log
        self._store = Store()
        self._wire: Wire | None = None
        self._exit: asyncio.Future[ExitCode] = asyncio.get_running_loop().create_future()

    def hear(self, happening: Happening) -> None:
        """Handle an event of the connection."""
        self._store = fold(self._store, happening, time.monotonic())
        match _on_link(happening) or self._follow(happening, self._store):
            case QueryRequest(commands, after_s=0.0):
                self._send(commands)
            case QueryRequest(commands, after_s=after_s):
                asyncio.get_running_loop().call_later(after_s, self._send, commands)
            case QueryAnswer() as answer:
                self._end(answer)

    async def run(self, wire: Wire) -> ExitCode:
        """Stay connected until there is an answer."""
        self._wire = wire
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(wire.run())
            try:
                return await self._exit
            finally:
                await wire.aclose()

    def _send(self, commands: tuple[m.Command, ...]) -> None:
        assert self._wire is not None, "nothing happens before it runs"
        for command in commands:
            for happening in self._wire.send(command):
                self.hear(happening)

    def _end(self, answer: QueryAnswer) -> None:
        if not self._exit.done():
            if answer.text:
                out = self._log if answer.exit else self._out
                tell(out, f"{fold_lines(answer.text, out) if self._folds else answer.text}\n")
            self._exit.set_result(answer.exit)


def _on_link(happening: Happening) -> QueryAnswer | None:
    """The answer if the server can no longer be asked."""
    if isinstance(happening, Link) and (code := exit_code_of(happening, was_welcome=False)):
        return QueryAnswer(happening.reason, code)
    return None
