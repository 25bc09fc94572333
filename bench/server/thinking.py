"""Rooms that think a while between moves, beside a bare echo on the same schedule."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field

from bench.figure import Figure
from bench.load import generator, process
from bench.load.generator import Busy, Sample, Schedule, median_sample, percentile
from bench.plan import Plan
from bench.server.rooms import describe_use

THINK_S = 0.25
P50_AIM_MS = 0.6
P99_RATIO_AIM = 3.0
SLICES_PER_RUN = 2
"""How many slices, each half a run long, take the place of a run: the slowest hundredth comes of a few stalls, which
short turns share out evenly.
"""
WARM_S = 0.3
"""How long each of these goes on before it counts."""


@dataclass(slots=True)
class Scheduled:
    """Connections that move on a schedule, and all that was measured of them, to which each slice adds."""

    wires: Sequence[Busy]
    server: process.Listening
    schedule: Schedule
    latencies: list[float] = field(default_factory=list)
    late: list[float] = field(default_factory=list)
    samples: list[Sample] = field(default_factory=list)

    async def add_slice(self, seconds: float) -> None:
        """Go on for so long."""
        async with self.schedule.running():
            await asyncio.sleep(WARM_S)
            self.samples.append(await generator.measure(self.wires, self.server, seconds))
        latencies = self.wires[0].traffic.latencies
        self.latencies += latencies
        self.late += self.schedule.late[-len(latencies) :]

    def percentile_ms(self, percent: float) -> float:
        """Of all moves together."""
        return percentile(self.latencies, percent) * 1000

    def describe(self) -> str:
        """How often they moved, how punctually, and what kept the cores busy."""
        late = " / ".join(f"{percentile(self.late, percent) * 1000:.2f}" for percent in (50, 99))
        sample = median_sample(self.samples)
        return f"{sample.per_s:.0f}/s, sent {late} ms late (p50 / p99); {describe_use(sample)}"


async def thinking(plan: Plan) -> AsyncIterator[Figure]:
    """From the time a move was due to its Table, and from the time an echo was due until it is back."""
    echo, rooms = await _take_turns(plan)
    is_spoilt = any(median_sample(kind.samples).is_disturbed for kind in (echo, rooms))
    name = f"{plan.thinking_rooms} rooms thinking {THINK_S * 1000:.0f} ms"
    for percent, aim in ((50, P50_AIM_MS), (99, P99_RATIO_AIM)):
        echoed, moved = echo.percentile_ms(percent), rooms.percentile_ms(percent)
        yield Figure(f"{name}: the echo on that schedule, p{percent}", echoed, "ms", note=echo.describe())
        yield Figure(
            f"{name}: move to own screen, p{percent}", moved, "ms", aim, ratio=moved / echoed,
            aims_at_ratio=aim is P99_RATIO_AIM, is_spoilt=is_spoilt, note=rooms.describe(),
        )  # fmt: skip
    for kind, echo_or_move in ((echo, "echo"), (rooms, "move")):
        sample = median_sample(kind.samples)
        note = f"{sample.involuntary:.2g} involuntary; {sample.cost_us:.0f} us of the server's time"
        yield Figure(f"{name}: voluntary switches per {echo_or_move}", sample.voluntary, "", note=note)


async def _take_turns(plan: Plan) -> tuple[Scheduled, Scheduled]:
    """The echo's connections and the players, who take turns."""
    count, cores = plan.thinking_rooms, plan.machine.server_cores
    with plan.folder() as data, process.run_parlour(data, cores) as server, process.run_echo(cores) as echo:
        echoers = await generator.connect(echo.url, 2 * count)
        players = await generator.seat(server.url, count)
        both = (
            Scheduled(echoers, echo, Schedule(echoers, THINK_S, laps=1)),
            Scheduled(players, server, Schedule(players, THINK_S)),
        )
        for kind in both:
            async with kind.schedule.running():
                await asyncio.sleep(kind.schedule.spread_s + plan.warm_s)
        for _ in range(SLICES_PER_RUN * plan.runs):
            for kind in both:
                await kind.add_slice(plan.run_s / SLICES_PER_RUN)
    return both
