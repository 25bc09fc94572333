"""Gives visitors turns at what holds up others: events and drawings one by one, replays a few at a time."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from client.history.archive import GameArchive
from client.history.positions import GameUnavailableError
from client.history.replay import Replay
from client.state.store import Said

BUSY = "Too many games are being looked at right now. Try again in a moment."
BY_PORTAL = "The portal drew your share of the deal."


class Turns:
    """Does one thing after the other, and lets keys come between: whoever has just pressed one does not wait.

    When the lobby changes, so do the screens of all who are in it. To hear of that and draw it takes a few milliseconds
    for each of them, which for all at one go is the better part of a second.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._waiting: deque[Callable[[], None]] = deque()
        """Two at most for each visitor: an event that is to be heard, and a drawing."""

    def ask(self, do: Callable[[], None]) -> None:
        """Do something when it is its turn."""
        if not self._waiting:
            self._loop.call_soon(self._next)
        self._waiting.append(do)

    async def wait(self) -> None:
        """Wait for a turn."""
        turn = asyncio.Event()
        self.ask(turn.set)
        await turn.wait()

    def _next(self) -> None:
        do = self._waiting.popleft()
        if self._waiting:
            self._loop.call_soon(self._next)
        do()


class Looks:
    """A short queue for looking at games, which all visitors share."""

    def __init__(self, at_once: int, waiting: int) -> None:
        self._slots = asyncio.Semaphore(at_once)
        self._room = at_once + waiting

    def guard(self, archive: GameArchive) -> GameArchive:
        """The same archive, by way of the queue."""

        async def verify(named: str) -> Said:
            try:
                async with self._turn():
                    said = await archive.verify(named)
            except GameUnavailableError as error:
                return Said(str(error), is_refusal=True)
            return said if said.is_refusal else Said(f"{said.text} {BY_PORTAL}")

        async def review(named: str, eyes: str) -> Replay:
            async with self._turn():
                return await archive.review(named, eyes)

        return GameArchive(verify, review, archive.recall)

    @asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        """Wait for a turn. Raises GameUnavailableError if too many others do."""
        if not self._room:
            raise GameUnavailableError(BUSY)
        self._room -= 1
        try:
            async with self._slots:
                yield
        finally:
            self._room += 1
