"""A line that goes by turns of groups, so that however many of one group wait, another's first is soon let in."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager


class FairLine:
    """Lets so many in at a time. Each group waits in its own order, and the groups are taken in turn."""

    def __init__(self, places: int) -> None:
        """Let `places` in at once."""
        self._free = places
        self._waiting: dict[Hashable, deque[asyncio.Future[None]]] = {}

    @asynccontextmanager
    async def place(self, group: Hashable) -> AsyncIterator[None]:
        """Hold a place, once it is this one's turn."""
        await self._enter(group)
        try:
            yield
        finally:
            self._let_in_next()

    async def _enter(self, group: Hashable) -> None:
        if self._free:
            self._free -= 1
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(group, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._let_in_next()  # it was let in just as it gave up
            raise

    def _let_in_next(self) -> None:
        while self._waiting:
            group = next(iter(self._waiting))
            line = self._waiting.pop(group)
            turn = line.popleft()
            if line:
                self._waiting[group] = line  # behind all other groups
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1
