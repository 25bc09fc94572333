"""How many bytes a move takes on disk."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

from bench.figure import Figure
from bench.load import generator, process
from bench.plan import Plan

ROOMS = 100
BYTES_AIM = 100.0


async def journal(plan: Plan) -> AsyncIterator[Figure]:
    """Bytes a move: how much longer the server's files are, once it has stopped, than without any moves."""
    bare, _ = await _bytes_played(plan, 0.0)
    stored, moves = await _bytes_played(plan, plan.run_s)
    note = f"{moves} moves in {ROOMS} rooms at full speed; how much is written on the way is seen with `rooms`"
    yield Figure("journal bytes per move", (stored - bare) / moves, "B", BYTES_AIM, note=note)


async def _bytes_played(plan: Plan, seconds: float) -> tuple[int, int]:
    """Play for so long; the bytes that the server leaves, and the number of moves."""
    with plan.folder() as data:
        with process.run_parlour(data, plan.machine.server_cores) as server:
            players = await generator.seat(server.url, ROOMS)
            traffic = generator.share_traffic(players)
            if seconds:
                generator.play_on(players)
                await asyncio.sleep(seconds)
            await generator.pause(players)
        return _bytes_in(data), len(traffic.latencies)


def _bytes_in(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.iterdir() if file.is_file())
