"""Lets visitors replay and verify their games, a few at a time: each takes a program of its own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from client.history.archive import GameArchive
from client.history.positions import GameUnavailableError
from client.history.replay import Replay
from client.state.store import Said

BUSY = "Too many games are being looked at right now. Try again in a moment."
BY_PORTAL = "The portal drew your share of the deal."


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
