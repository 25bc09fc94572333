"""Rooms of people who think, beside computers that think all the time or not at all.

The slowest hundredth of moves comes of a few stalls, so that short runs say little about it. Many short slices take
turns instead, with computers at rest and thinking, and all moves of one kind are looked at together.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Iterable, Sequence
from types import MappingProxyType
from typing import NamedTuple

from bench.figure import Figure
from bench.load import generator, process
from bench.load.generator import Sample
from bench.load.player import Player
from bench.plan import Plan
from bench.server.thinking import THINK_S

COMPUTERS = 4
LEVEL = "planner"
RATIO_AIM = 1.2
SLICE_S = 1.0
SLICES_PER_RUN_S = 2.5
"""How many slices of each kind there are for each second that other measurements run."""
REDRAWS = 100
SEED = 7


class Passer(Player):
    """A person who does nothing at a large board, so that the computer at the other seat is always on turn."""

    game = "blocky"
    options = MappingProxyType({"depth": 5, "moves": 50, "goal": "blob"})
    move = "pass"


class Slice(NamedTuple):
    """A short while: how long people's moves took in seconds, what was busy, and how many moves the passers made,
    from when it began to settle.
    """

    latencies: Sequence[float]
    sample: Sample
    passes: int


class Pair(NamedTuple):
    """Two slices, one after the other: with computers at rest, and thinking."""

    alone: Slice
    beside: Slice

    @property
    def is_disturbed(self) -> bool:
        """Whether other programs spoilt either of them."""
        return self.alone.sample.is_disturbed or self.beside.sample.is_disturbed


async def beside_computers(plan: Plan) -> AsyncIterator[Figure]:
    """The slowest hundredth of people's moves while computers think, over the same while they do not."""
    every = await _pairs(plan)
    calm = [pair for pair in every if not pair.is_disturbed]
    pairs, is_spoilt = calm or every, 2 * len(calm) < len(every)
    name = f"{plan.thinking_rooms} rooms thinking {THINK_S * 1000:.0f} ms, p99 of moves"
    alone, beside = p99_ms(pair.alone for pair in pairs), p99_ms(pair.beside for pair in pairs)
    kept = f"{len(calm)} of {len(every)} pairs of slices undisturbed"
    yield Figure(f"{name}, computers at rest", alone, "ms", is_spoilt=is_spoilt, note=kept)
    decided = sum(pair.beside.passes for pair in pairs) / len(pairs)
    note = f"{decided / (generator.SETTLE_S + SLICE_S):.1f} decisions/s of {LEVEL}"
    yield Figure(f"{name}, {COMPUTERS} computers thinking", beside, "ms", is_spoilt=is_spoilt, note=note)
    note = "nine times in ten between {:.2f} and {:.2f}".format(*interval(pairs))
    yield Figure("the second over the first", ratio(pairs), "x", RATIO_AIM, is_spoilt=is_spoilt, note=note)


def ratio(pairs: Sequence[Pair]) -> float:
    """The slowest hundredth of all moves beside computers, over that of all moves without."""
    return p99_ms(pair.beside for pair in pairs) / p99_ms(pair.alone for pair in pairs)


def interval(pairs: Sequence[Pair]) -> tuple[float, float]:
    """Where the ratio lies nine times in ten when as many pairs are drawn anew from these (the bootstrap)."""
    chance = random.Random(SEED)
    ratios = [ratio(chance.choices(pairs, k=len(pairs))) for _ in range(REDRAWS)]
    return generator.percentile(ratios, 5), generator.percentile(ratios, 95)


def p99_ms(slices: Iterable[Slice]) -> float:
    return generator.percentile([latency for each in slices for latency in each.latencies], 99) * 1000


async def _pairs(plan: Plan) -> list[Pair]:
    with plan.folder() as data, process.run_parlour(data, plan.machine.server_cores) as server:
        players = await generator.seat(server.url, plan.thinking_rooms)
        passers = [await _passer(server.url, number) for number in range(COMPUTERS)]
        schedule = generator.Schedule(players, THINK_S)
        async with schedule.running():
            await asyncio.sleep(schedule.spread_s + plan.warm_s)
            count = round(SLICES_PER_RUN_S * plan.run_s * plan.runs)
            return [await _pair(players, passers, server, number) for number in range(count)]


async def _passer(url: str, number: int) -> Passer:
    passer = await Passer.open(url)
    await passer.sign_in(f"passer{number}")
    await passer.create(f"computer:{LEVEL}")
    return passer


async def _pair(players: list[Player], passers: list[Passer], server: process.Listening, number: int) -> Pair:
    """Every other pair begins with the computers thinking, so that neither kind is always the later one."""
    slices: dict[bool, Slice] = {}
    for is_thinking in (True, False) if number % 2 else (False, True):
        if is_thinking:
            generator.play_on(passers)
        else:
            await generator.pause(passers)
        slices[is_thinking] = await _slice(players, passers, server)
    return Pair(alone=slices[False], beside=slices[True])


async def _slice(players: list[Player], passers: list[Passer], server: process.Listening) -> Slice:
    passed = generator.share_traffic(passers)
    sample = await generator.measure(players, server, SLICE_S)
    return Slice(players[0].traffic.latencies, sample, len(passed.latencies))
