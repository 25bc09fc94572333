"""Rooms at full speed beside a bare echo, and rooms that think."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import suppress
from statistics import median

from bench.figure import Figure
from bench.load import generator, process
from bench.load.echo import Echoer
from bench.load.generator import Sample
from bench.load.player import MOVE, Player
from bench.plan import Plan
from protocol import messages as m
from protocol.codec import encode

RATIO_AIM = 0.6
GROWTH_AIM = 1.5
THINK_S = 0.25
THINKING_P50_MS = 0.6
THINKING_P99_MS = 3.0
A_MOVE = encode(m.Play(room="ABCD", number=1, ply=20, move=MOVE))


async def full_speed(plan: Plan) -> AsyncIterator[Figure]:
    """Accepted moves per second, shown after they are stored, beside the bare echo of as many connections."""
    costs: list[float] = []
    for rooms in plan.rooms:
        echoes, moves, table_bytes = await _beside_echo(plan, rooms)
        for measured in _beside(rooms, echoes, moves, f"{table_bytes:.0f} bytes to each player"):
            yield measured
        costs.append(generator.median_sample(moves).cost_us)
    if len(costs) > 1:
        name = f"time per move, {plan.rooms[-1]} rooms over {plan.rooms[0]}"
        yield Figure(name, costs[-1] / costs[0], "x", GROWTH_AIM)


def _beside(rooms: int, echoes: Sequence[Sample], moves: Sequence[Sample], note: str) -> Iterator[Figure]:
    """The figures of one size. Ratios are taken run by run, each beside the echo just before it."""
    echo, played = generator.median_sample(echoes), generator.median_sample(moves)
    pairs = list(zip(moves, echoes, strict=True))
    rate = median(move.per_s / echo.per_s for move, echo in pairs)
    cost = median(echo.cost_us / move.cost_us for move, echo in pairs)
    yield Figure(f"echo, {2 * rooms} connections", echo.per_s, "/s", note=_use(echo))
    yield Figure(
        f"moves, {rooms} rooms",
        played.per_s,
        "/s",
        RATIO_AIM,
        "at least",
        rate,
        aims_at_ratio=True,
        is_spoilt=echo.is_disturbed or played.is_disturbed,
        note=_use(played),
    )
    yield Figure(f"server's time per move, {rooms} rooms", played.cost_us, "us", ratio=cost, note=note)
    yield Figure(f"move to own screen at full speed, {rooms} rooms, p50", played.p50_ms, "ms")
    yield Figure(f"move to own screen at full speed, {rooms} rooms, p99", played.p99_ms, "ms")


async def thinking(plan: Plan) -> AsyncIterator[Figure]:
    """From the time a move was due to its Table, with rooms that think a while between moves."""
    samples, late = await _thinking_samples(plan)
    thought = generator.median_sample(samples)
    name = f"{plan.thinking_rooms} rooms thinking {THINK_S * 1000:.0f} ms, move to own screen"
    late_ms = [generator.percentile(late, percent) * 1000 for percent in (50, 99)]
    lateness = "the generator sent {:.2f} / {:.2f} ms late".format(*late_ms)
    note = f"{thought.per_s:.0f} moves/s; {_use(thought)}"
    yield Figure(f"{name}, p50", thought.p50_ms, "ms", THINKING_P50_MS, is_spoilt=thought.is_disturbed, note=note)
    yield Figure(
        f"{name}, p99",
        thought.p99_ms,
        "ms",
        THINKING_P99_MS,
        is_spoilt=thought.is_disturbed,
        note=f"p50 / p99: {lateness}",
    )


async def _beside_echo(plan: Plan, rooms: int) -> tuple[list[Sample], list[Sample], float]:
    """Runs of the echo and of the rooms, taking turns; and the average size of a Table."""
    cores = plan.machine.server_cores
    with plan.folder() as data, process.run_parlour(data, cores) as server, process.run_echo(cores) as echo:
        players = await generator.seat(server.url, rooms)
        echoers = await generator.connect(echo.url, 2 * rooms)
        echoes, moves = [], []
        for _ in range(plan.runs):
            echoes.append(await _echo_run(plan, echoers, echo))
            moves.append(await _room_run(plan, players, server))
        tables = sum(player.table_bytes for player in players) / sum(player.tables for player in players)
    return echoes, moves, tables


async def _echo_run(plan: Plan, echoers: Sequence[Echoer], echo: process.Listening) -> Sample:
    for echoer in echoers:
        echoer.eager = True
        echoer.begin(A_MOVE)
    await asyncio.sleep(plan.warm_s)
    sample = await generator.measure(echoers, echo, plan.run_s)
    await generator.pause(echoers)
    return sample


async def _room_run(plan: Plan, players: Sequence[Player], server: process.Listening) -> Sample:
    generator.play_on(players)
    await asyncio.sleep(plan.warm_s)
    sample = await generator.measure(players, server, plan.run_s)
    await generator.pause(players)
    return sample


async def _thinking_samples(plan: Plan) -> tuple[list[Sample], list[float]]:
    late: list[float] = []
    with plan.folder() as data, process.run_parlour(data, plan.machine.server_cores) as server:
        players = await generator.seat(server.url, plan.thinking_rooms)
        schedule = asyncio.create_task(generator.keep_thinking(players, THINK_S, late))
        await asyncio.sleep(generator.spread_s(THINK_S) + plan.warm_s)
        late.clear()
        samples = [await generator.measure(players, server, plan.run_s) for _ in range(plan.runs)]
        schedule.cancel()
        with suppress(asyncio.CancelledError):
            await schedule
    return samples, late


def _use(sample: Sample) -> str:
    bound = "; THE GENERATOR IS THE LIMIT" if sample.is_load_bound else ""
    shares = (sample.server_share, sample.load_share, sample.others_share)
    spoilt = "; OTHER PROGRAMS DISTURB" if sample.is_disturbed else ""
    return "cores: server {:.0%}, load {:.0%}, others {:.0%}".format(*shares) + bound + spoilt
