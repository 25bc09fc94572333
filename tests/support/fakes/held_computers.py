"""Computers, and whoever helps people, for tests of what happens while they think."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable
from dataclasses import replace
from typing import Any

from engines.chance import Chance
from engines.game import Game, Hint, Seat
from protocol.messages import Question
from server.computers.players import ComputerPlayers, ThinkingLimits
from server.room.step import Room


class HeldComputers(ComputerPlayers):
    """Computers that think until a test lets them make the game's default move, or give help.

    `asked` has the seat and everyone's plies of each position thought about, in order, and `dropped` the seats that
    thought in vain; `consulted` has every question that people asked with the view it was about, and `memories` what
    was remembered for it. Once `fault` is set, they are not helped but hear of it.
    """

    def __init__(self) -> None:
        super().__init__(ThinkingLimits())
        self.asked: list[tuple[Seat, tuple[int, ...]]] = []
        self.consulted: list[tuple[Question, Any]] = []
        self.memories: list[str] = []
        self.dropped: list[Seat] = []
        self.fault: Exception | None = None
        self._free = asyncio.Event()

    def release(self) -> None:
        self._free.set()

    async def think(self, room: Room, seat: Seat, level: str) -> str:
        """The default move, when the test lets it be made."""
        game, sitting = room.setting.game, room.sitting
        assert sitting is not None
        self.asked.append((seat, sitting.plies))
        try:
            await self._free.wait()
        except asyncio.CancelledError:
            self.dropped.append(seat)
            raise
        return game.rules.text(game.timing.default(game.rules.view(sitting.state, seat)))

    async def consult(
        self,
        game: Game[Any, Any, Any],
        view: object,
        about: Question,
        key: bytes,
        address: Hashable = None,
        memory: str = "",
    ) -> Hint:
        """What the game says of it, when the test lets it be told; it remembers how often it was asked before."""
        self.consulted.append((about, view))
        self.memories.append(memory)
        await self._free.wait()
        if self.fault is not None:
            raise self.fault
        tell = game.help.hint if about == "hint" else game.help.prospect
        assert tell is not None
        return replace(tell(view, Chance(key)), memory=f"{memory}+")
