"""Rooms at full speed beside a bare echo: what a move costs the server in time, bytes and switches."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median

from bench.figure import Figure
from bench.load import generator, process
from bench.load.generator import Busy, Sample, median_sample
from bench.load.player import GAME
from bench.plan import Plan
from bench.server import sizes

RATIO_AIMS = {100: 0.55, 500: 0.75, 1000: 0.90}
"""How many of the echo's messages a second are aimed for as moves, by number of rooms."""
GROWTH_AIM = 1.2


@dataclass(frozen=True, slots=True)
class Quantity:
    """A figure of every size: what it is of a run, and the most that is aimed for, by number of rooms or at any."""

    name: str
    unit: str
    of: Callable[[Sample], float]
    aims: Mapping[int, float] = field(default_factory=dict)
    aim: float | None = None


COST = Quantity("server's time per move", "us", lambda run: run.cost_us, {100: 36.0})
QUANTITIES = (
    COST,
    Quantity("bytes to each player per move", "B", lambda run: run.bytes / 2, aim=sizes.AIMS[GAME]),
    Quantity("Tables and updates to each player per move", "", lambda run: run.tables / 2),
    Quantity("bytes written to disk per move", "B", lambda run: run.written_bytes, {100: 600.0}),
    Quantity("voluntary switches per move", "", lambda run: run.voluntary),
    Quantity("involuntary switches per move", "", lambda run: run.involuntary),
    Quantity("move to own screen at full speed, p50", "ms", lambda run: run.p50_ms),
    Quantity("move to own screen at full speed, p99", "ms", lambda run: run.p99_ms),
)


@dataclass(frozen=True, slots=True)
class Runs:
    """Runs of the echo and of the rooms, which took turns."""

    echoes: Sequence[Sample]
    moves: Sequence[Sample]

    @property
    def is_spoilt(self) -> bool:
        """Whether other programs disturbed either of them in half of the runs."""
        return median_sample(self.echoes).is_disturbed or median_sample(self.moves).is_disturbed

    def ratio(self, of: Callable[[Sample], float]) -> float:
        """The rooms' over the echo's. It is taken run by run, each beside the echo just before it."""
        return median(of(move) / of(echo) for move, echo in zip(self.moves, self.echoes, strict=True))


async def full_speed(plan: Plan) -> AsyncIterator[Figure]:
    """Accepted moves per second, shown after they are stored, beside the bare echo of as many connections."""
    every = []
    for rooms in plan.rooms:
        every.append(await _take_turns(plan, rooms))
        for figure in figures(rooms, every[-1]):
            yield figure
    if len(every) > 1:
        first, *_, last = every
        growth = median_sample(last.moves).cost_us / median_sample(first.moves).cost_us
        name = f"time per move, {plan.rooms[-1]} rooms over {plan.rooms[0]}"
        yield Figure(name, growth, "x", GROWTH_AIM, is_spoilt=first.is_spoilt or last.is_spoilt)


def figures(rooms: int, runs: Runs) -> Iterator[Figure]:
    """The figures of one size."""
    echo, played = median_sample(runs.echoes), median_sample(runs.moves)
    yield Figure(f"echo, {2 * rooms} connections", echo.per_s, "/s", note=describe_use(echo))
    aim, is_spoilt = RATIO_AIMS.get(rooms), runs.is_spoilt
    yield Figure(
        f"moves, {rooms} rooms", played.per_s, "/s", aim, "at least", runs.ratio(lambda run: run.per_s),
        aims_at_ratio=aim is not None, is_spoilt=is_spoilt, note=describe_use(played),
    )  # fmt: skip
    for quantity in QUANTITIES:
        aim = quantity.aims.get(rooms, quantity.aim)
        ratio = runs.ratio(quantity.of) if quantity is COST else None
        name = f"{quantity.name}, {rooms} rooms"
        yield Figure(name, quantity.of(played), quantity.unit, aim, ratio=ratio, is_spoilt=is_spoilt)


async def _take_turns(plan: Plan, rooms: int) -> Runs:
    cores = plan.machine.server_cores
    with plan.folder() as data, process.run_parlour(data, cores) as server, process.run_echo(cores) as echo:
        players = await generator.seat(server.url, rooms)
        echoers = await generator.connect(echo.url, 2 * rooms)
        turns = [(await run(plan, echoers, echo), await run(plan, players, server)) for _ in range(plan.runs)]
    return Runs([echoed for echoed, _ in turns], [played for _, played in turns])


async def run(plan: Plan, wires: Sequence[Busy], server: process.Listening) -> Sample:
    """One run at full speed, and rest after it."""
    generator.play_on(wires)
    await asyncio.sleep(plan.warm_s)
    sample = await generator.measure(wires, server, plan.run_s)
    await generator.pause(wires)
    return sample


def describe_use(sample: Sample) -> str:
    """What kept the cores busy."""
    bound = "; THE GENERATOR IS THE LIMIT" if sample.is_load_bound else ""
    shares = (sample.server_share, sample.load_share, sample.others_share)
    spoilt = "; OTHER PROGRAMS DISTURB" if sample.is_disturbed else ""
    return "cores: server {:.0%}, load {:.0%}, others {:.0%}".format(*shares) + bound + spoilt
