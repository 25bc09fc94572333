"""Computers for tests of what happens while they think."""

from __future__ import annotations

import asyncio

from engines.game import Seat
from server.computers import Computers, Limits
from server.room import Room


class HeldComputers(Computers):
    """Computers that think until a test lets them make the game's default move. Mutable: the test turns it.

    `asked` has the seat and everyone's plies of each position thought about, in order.
    """

    def __init__(self) -> None:
        super().__init__(Limits())
        self.asked: list[tuple[Seat, tuple[int, ...]]] = []
        self._free = asyncio.Event()

    def release(self) -> None:
        """Let every thought come to its end."""
        self._free.set()

    async def think(self, room: Room, seat: Seat, level: str) -> str:
        """The default move, when the test lets it be made."""
        game, sitting = room.setting.game, room.sitting
        assert sitting is not None
        self.asked.append((seat, sitting.plies))
        await self._free.wait()
        return game.text(game.default(game.view(sitting.state, seat)))
