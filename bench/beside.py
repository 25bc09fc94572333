"""Rooms of people who think, beside computers that think all the time or not at all."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from statistics import median
from types import MappingProxyType
from typing import NamedTuple

from bench import load, process
from bench.figure import Figure
from bench.load import Sample
from bench.plan import Plan
from bench.player import Player
from bench.rooms import THINK_S

COMPUTERS = 4
LEVEL = "planner"
RATIO_AIM = 1.2


class Passer(Player):
    """A person who does nothing at a large board, so that the computer at the other seat is always on turn."""

    game = "blocky"
    options = MappingProxyType({"depth": 5, "moves": 50, "goal": "blob"})
    move = "pass"


class _Pair(NamedTuple):
    """Two runs, one after the other: computers at rest and thinking, and what they decided in the second."""

    alone: Sample
    beside: Sample
    decided_per_s: float


async def beside_computers(plan: Plan) -> AsyncIterator[Figure]:
    """The slowest hundredth of people's moves while computers think, over the same while they do not."""
    pairs = await _pairs(plan)
    alone, beside = median(pair.alone.p99_ms for pair in pairs), median(pair.beside.p99_ms for pair in pairs)
    name = f"{plan.thinking_rooms} rooms thinking {THINK_S * 1000:.0f} ms, p99 of moves"
    is_spoilt = load.combined([pair.alone for pair in pairs]).is_disturbed
    yield Figure(f"{name}, computers at rest", alone, "ms", is_spoilt=is_spoilt)
    decided = f"{median(pair.decided_per_s for pair in pairs):.1f} decisions/s of {LEVEL}"
    yield Figure(f"{name}, {COMPUTERS} computers thinking", beside, "ms", is_spoilt=is_spoilt, note=decided)
    ratios = [pair.beside.p99_ms / pair.alone.p99_ms for pair in pairs]
    note = "pair by pair: " + ", ".join(f"{ratio:.2f}" for ratio in ratios)
    yield Figure("the second over the first, median", median(ratios), "x", RATIO_AIM, is_spoilt=is_spoilt, note=note)


async def _pairs(plan: Plan) -> list[_Pair]:
    with plan.folder() as data, process.parlour(data, plan.machine.server_cores) as server:
        players = await load.seat(server.url, plan.thinking_rooms)
        passers = [await _passer(server.url, number) for number in range(COMPUTERS)]
        schedule = asyncio.create_task(load.keep_thinking(players, THINK_S, []))
        pairs = [await _pair(plan, players, passers, server) for _ in range(plan.runs)]
        schedule.cancel()
        with suppress(asyncio.CancelledError):
            await schedule
        for player in (*players, *passers):
            player.close()
    return pairs


async def _passer(url: str, number: int) -> Passer:
    passer = await Passer.open(url)
    await passer.sign_in(f"passer{number}")
    await passer.create(f"computer:{LEVEL}")
    return passer


async def _pair(plan: Plan, players: list[Player], passers: list[Passer], server: process.Listening) -> _Pair:
    await load.pause(passers)
    await asyncio.sleep(plan.warm_s)
    alone = await load.measure(players, server, plan.run_s)
    load.play_on(passers)
    await asyncio.sleep(plan.warm_s)
    decided = load.shared(passers)
    beside = await load.measure(players, server, plan.run_s)
    return _Pair(alone, beside, len(decided.latencies) / plan.run_s)
