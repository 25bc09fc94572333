"""Whoever hears what a client's connection tells: it waits for the next happening of a kind."""

from __future__ import annotations

import asyncio
from typing import TypeVar

from client.state.store import Happening, Link

H = TypeVar("H", bound=Happening)


class Listener:
    """Takes happenings by `put`, in the order in which they come."""

    def __init__(self) -> None:
        self._heard: asyncio.Queue[Happening] = asyncio.Queue()
        self.put = self._heard.put_nowait

    async def hear(self, *kinds: type[H]) -> H:
        """The next happening of one of these kinds."""
        while not isinstance(happening := await self._heard.get(), kinds):
            pass
        return happening

    async def link(self, state: str) -> Link:
        """The link, once it is in a state."""
        while (link := await self.hear(Link)).state != state:
            pass
        return link
