"""The wall clocks of a cluster's nodes and of its PostgreSQL jump while games are played by the clock."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from typing import Any

import psycopg

from torture.cluster.database.outages import play, rooms
from torture.cluster.nomads import nomads, play_everywhere
from torture.cluster.running import running_cluster
from torture.finding import Finding
from torture.robustness.clocks import GRACE, LATE_S, time_out, wait_out
from torture.scale import Scale
from torture.tools.skewed import ENGINE_TIME, skewed_postgres

HOUR_S = 3600
JUMPS, EVERYDAY_JUMPS = 20, 3
BETWEEN_S = 1.0
NODES = (f"server {GRACE}", f"torture.tools.jumping to-and-fro {GRACE}", f"torture.tools.jumping back {GRACE}")
"""The programs of the nodes."""
AT_ONCE = 3
"""How many games of each kind are played to their end at each node, again and again."""


async def prove_wall_clocks(scale: Scale) -> list[Finding]:
    """Let two of three wall clocks of nodes jump, and that of PostgreSQL, in all directions."""
    jumps, off_s = scale.of(EVERYDAY_JUMPS, JUMPS), list[float]()
    with (
        scale.folder() as folder,
        skewed_postgres(folder) as (engine, jump),
        running_cluster(folder, engine) as cluster,
    ):
        for program in NODES:
            await cluster.start(program=program)
        with nomads(2 * rooms(scale), cluster.urls, scale.chance("a cluster's wall clocks")) as people:
            await play(people)
            jumping = asyncio.create_task(_jump_often(jumps, jump, engine.url))
            while not jumping.done():
                off_s += await asyncio.gather(*_games(cluster.urls, len(off_s)))
            jumped = await jumping
            await play_everywhere(people)
            audit, evicted = cluster.audit(people), cluster.departed()
    bar_s = LATE_S * scale.patience
    is_on_time = min(off_s) >= 0 and max(off_s) < bar_s
    return [
        Finding(
            "P14",
            "the wall clocks of two of three nodes and of PostgreSQL go an hour forward and back",
            f"{jumped} jumps of PostgreSQL's, {evicted} nodes evicted; {len(off_s)} time-outs, from "
            f"{min(off_s) * 1000:.0f} to {max(off_s) * 1000:.0f} ms late; {audit}",
            f"{jumps} jumps, 0 evicted, no time-out before its time or {bar_s:g} s late, 0 lost, twice or not borne "
            "out",
            holds=jumped == jumps and evicted == 0 and audit.is_faultless and is_on_time,
        )
    ]


async def _jump_often(jumps: int, jump: Callable[[int], None], engine: str) -> int:
    """Put PostgreSQL's clock an hour forward, back, and right, in turn; how often it went where it was put."""
    seen = 0
    for number in range(jumps):
        offset_s = (HOUR_S, -HOUR_S, 0)[number % 3]
        jump(offset_s)
        seen += abs(await asyncio.to_thread(_wrong_by, engine) - offset_s) < HOUR_S / 2
        await asyncio.sleep(BETWEEN_S)
    jump(0)
    return seen


def _wrong_by(engine: str) -> float:
    """How many seconds PostgreSQL's clock is ahead."""
    with psycopg.connect(engine) as connection:
        (now,) = connection.execute(ENGINE_TIME).fetchone() or (0.0,)
    return float(now) - time.time()


def _games(urls: Sequence[str], number: int) -> Iterator[Coroutine[Any, Any, float]]:
    """Games that end by the clock, and people who do not come back, at each node; how late each is."""
    for attempt in (time_out, wait_out):
        for url in urls:
            for _ in range(AT_ONCE):
                yield attempt(url, number)
                number += 1
