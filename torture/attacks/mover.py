"""Somebody who moves for ever, and how long each move takes."""

from __future__ import annotations

import asyncio
from itertools import cycle
from statistics import quantiles
from time import perf_counter

from protocol import messages as m
from tests.support.processes.players import Player, room_of

PAUSE_S = 0.025
"""How long after one answer the next move is made."""


TOGETHER = 32
"""How many moves are sent at a time where nobody waits for each."""


class Mover:
    """A player at a table of Streets and Alleys alone, who makes a move and goes back, for ever; `ply` is the next."""

    def __init__(self, player: Player, table: m.Table, there: str, back: str) -> None:
        self._player = player
        self.room = table.room
        self._moves = cycle((there, back))
        self.ply = table.ply

    @classmethod
    async def begin(cls, player: Player, back: str = "again") -> Mover:
        """Sit down; `back` is the move that goes back."""
        table = await player.ask(room_of("streets_and_alleys", "me"))
        player.send(m.GetLegalMoves(ref=1, room=table.room))
        legal = await player.next(m.LegalMoves)
        return cls(player, table, legal.moves[0], back)

    def turn_to(self, there: str, back: str) -> None:
        """Make other moves from now on, the first in place of one that was refused."""
        self._moves = cycle((there, back))
        self.ply -= 1

    def send(self) -> None:
        """Make the next move."""
        play = m.Play(room=self.room, number=1, ply=self.ply, move=next(self._moves))
        self.ply += 1
        self._player.send(play)

    async def fill(self, moves: int) -> None:
        """Make so many moves, as fast as the server takes them."""
        for begun in range(0, moves, TOGETHER):
            for _ in range(min(TOGETHER, moves - begun)):
                self.send()
            await self._player.next(m.Table, lambda table: table.ply == self.ply)

    async def move(self) -> float:
        """Make the next move and wait for its answer; how many milliseconds that took."""
        began = perf_counter()
        self.send()
        await self._player.next(m.Table, lambda table: table.ply == self.ply)
        return (perf_counter() - began) * 1000


async def slowest_ms(mover: Mover, moves: int) -> float:
    """The 99th percentile of how long moves take."""
    took = []
    for _ in range(moves):
        took.append(await mover.move())
        await asyncio.sleep(PAUSE_S)
    return quantiles(took, n=100, method="inclusive")[-1]
