"""Seated players who do nothing: the memory and the processor time that they take."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from bench.figure import Figure
from bench.load import generator, process
from bench.plan import Plan

SEATED_KIB = 12.0
WARM_ROOMS = 20
"""Rooms that are there before counting begins, so that what the first of a kind costs is not counted."""
SETTLE_S = 1.0


async def seated_memory(plan: Plan) -> AsyncIterator[Figure]:
    """Memory for each seated connection, its share of room and session included; and what thinking costs."""
    for connections in plan.connections:
        with plan.folder() as data, process.run_parlour(data, plan.machine.server_cores) as server:
            await generator.seat(server.url, WARM_ROOMS)
            await asyncio.sleep(SETTLE_S)
            bare = server.rss_kib()
            late = await generator.seat(server.url, connections // 2)
            await asyncio.sleep(SETTLE_S)
            each = (server.rss_kib() - bare) / len(late)
            yield Figure(f"memory per seated connection, {connections}", each, "KiB", SEATED_KIB)
            before = server.usage()
            await asyncio.sleep(plan.idle_s)
            note = "a look at every connection's time limits now and then; no timers of rooms"
            name = f"processor time in {plan.idle_s:g} s at rest, {connections}"
            yield Figure(name, server.usage().since(before).cpu_s, "s", note=note)
