"""How long a server takes to start."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from statistics import median

from bench.figure import Figure
from bench.load import generator, process
from bench.plan import Plan

RESTART_AIM_S = 0.5


async def starts(plan: Plan) -> AsyncIterator[Figure]:
    """Starts with an empty journal, and after a power cut in the middle of many games."""
    with plan.folder() as data:
        fresh = median(_start_s(plan, data / str(number)) for number in range(plan.starts))
        yield Figure("server start to listening, nothing stored", fresh, "s")
    with plan.folder() as data:
        moves = await _leave_open(plan, data)
        again = median(_start_s(plan, data, kill=True) for _ in range(plan.starts))
        name = f"server start to listening, {plan.stored_rooms} open rooms"
        yield Figure(name, again, "s", RESTART_AIM_S, note=f"after kill -9; {moves} moves stored")


async def _leave_open(plan: Plan, data: Path) -> int:
    """Fill a journal with games under way, whose server is killed; the number of moves."""
    with process.run_parlour(data, plan.machine.server_cores) as server:
        players = await generator.seat(server.url, plan.stored_rooms)
        traffic = generator.share_traffic(players)
        generator.play_on(players)
        await asyncio.sleep(plan.run_s)
        server.kill()
    return len(traffic.latencies)


def _start_s(plan: Plan, data: Path, *, kill: bool = False) -> float:
    with process.run_parlour(data, plan.machine.cores) as server:
        if kill:
            server.kill()
        return server.start_s
