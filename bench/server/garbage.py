"""How often garbage collections stop a server on which many rooms think, and for how long."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from urllib.request import urlopen

from prometheus_client.parser import text_string_to_metric_families

from bench.figure import Figure
from bench.load import generator, process
from bench.load.generator import Schedule
from bench.plan import Plan
from bench.server.thinking import THINK_S

ROOMS = 300
"""As many as play for minutes without keeping their core busy all the time."""
MIB = 1024.0


async def collections(plan: Plan) -> AsyncIterator[Figure]:
    """The collections while rooms think, those before it apart, and how much the server's memory grew meanwhile."""
    with plan.folder() as data, process.run_parlour(data, plan.machine.server_cores) as server:
        schedule = Schedule(await generator.seat(server.url, ROOMS), THINK_S)
        async with schedule.running():
            await asyncio.sleep(schedule.spread_s)
            before, held_kib = values(_metrics(server.url)), server.rss_kib()
            await asyncio.sleep(plan.collections_s)
            after, grown_kib = values(_metrics(server.url)), server.rss_kib() - held_kib
    name = f"{plan.collections_s:g} s of {ROOMS} rooms thinking {THINK_S * 1000:.0f} ms"
    moves = after["parlour_moves_total"] - before["parlour_moves_total"]
    since = after["parlour_collection_seconds_count"] - before["parlour_collection_seconds_count"]
    note = f"{before['parlour_collection_seconds_count']:.0f} before, while games began; {moves:,.0f} moves"
    yield Figure(f"{name}: collections", since, "", note=note)
    longest_ms = after["parlour_collection_longest_seconds"] * 1000
    yield Figure(f"{name}: the longest since the start", longest_ms, "ms")
    yield Figure(f"{name}: memory grew by", grown_kib / MIB, "MiB", note=f"to {(held_kib + grown_kib) / MIB:.1f} MiB")


def values(page: str) -> dict[str, float]:
    """The values without labels on a page of metrics, by name."""
    samples = [sample for family in text_string_to_metric_families(page) for sample in family.samples]
    return {sample.name: sample.value for sample in samples if not sample.labels}


def _metrics(url: str) -> str:
    with urlopen(url.replace("ws:", "http:") + "/metrics") as answer:
        return str(answer.read(), "utf-8")
