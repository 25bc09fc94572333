"""What a move costs a node on PostgreSQL, and PostgreSQL, beside a server on SQLite that takes turns with it.

A machine's pace changes from minute to minute, and what PostgreSQL does after a run falls into the next. So turns are
many and short, and their order is another each time.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from statistics import median
from time import perf_counter

from bench.figure import Figure
from bench.load import generator, process
from bench.load.generator import Sample, median_sample
from bench.load.player import Player
from bench.load.process import Listening, Usage
from bench.plan import Plan
from tests.support.postgres.server import PostgresServer, running_postgres

ROOMS = 100
TURNS = 3
"""How many turns take the place of one run."""
NODE_AIM, ENGINE_AIM_US, TWO_AIM, APART_AIM = 1.05, 8.0, 0.95, 1.35


@dataclass(frozen=True, slots=True)
class ServerGroup:
    """Servers that are measured as one, and the players at them."""

    servers: Sequence[Listening]
    players: Sequence[Player]

    def usage(self) -> Usage:
        """What all of them have used so far."""
        return Usage(*map(sum, zip(*(server.usage() for server in self.servers), strict=True)))


async def nodes(plan: Plan) -> AsyncIterator[Figure]:
    """Moves at full speed of one server on SQLite, of one node on PostgreSQL, and of two, each in its turn.

    At the last two nodes, the two players of each room are connected to different ones.
    """
    runs: list[list[Sample]] = [[], [], [], []]
    engine_us: list[float] = []
    with ExitStack() as stack:
        engine = stack.enter_context(running_postgres())
        for each in engine.processes():
            process.pin(each, plan.machine.cores)
        groups = [await _start(stack, plan, engine, number) for number in (0, 1, 2)]
        groups.append(await _start(stack, plan, engine, 2, are_apart=True))
        shuffled = random.Random(generator.SEED)
        for _ in range(TURNS * plan.runs):
            for number in shuffled.sample(range(len(groups)), len(groups)):
                sample, engine_s = await _run(plan, groups[number], engine)
                runs[number].append(sample)
                if number == 1:
                    engine_us.append(engine_s / sample.per_s * 1e6)
    sqlite, one, two, apart = map(median_sample, runs)
    yield Figure(f"time per move on SQLite, {ROOMS} rooms", sqlite.cost_us, "us")
    ratio = median(node.cost_us / alone.cost_us for alone, node in zip(runs[0], runs[1], strict=True))
    yield Figure(f"time per move of a node on PostgreSQL, {ROOMS} rooms", one.cost_us, "us")
    yield Figure("the same over SQLite's", ratio, "x", NODE_AIM)
    yield Figure("time per move of PostgreSQL", median(engine_us), "us", ENGINE_AIM_US, note="of any core")
    ratio = median(node.cost_us / both.cost_us for node, both in zip(runs[1], runs[2], strict=True))
    yield Figure("moves per processor second, two nodes over one", ratio, "x", TWO_AIM, "at least")
    yield Figure(f"moves of two nodes, {ROOMS} rooms each", two.per_s, "/s")
    ratio = median(far.cost_us / near.cost_us for near, far in zip(runs[2], runs[3], strict=True))
    yield Figure("time per move, two players at different nodes over both at one", ratio, "x", APART_AIM)
    yield Figure("moves of two nodes, the players of each room apart", apart.per_s, "/s")


async def _start(
    stack: ExitStack, plan: Plan, engine: PostgresServer, nodes: int, *, are_apart: bool = False
) -> ServerGroup:
    """A server on SQLite, or so many nodes of a cluster, each with as many rooms; people sit at one or are apart."""
    store = ("--store", engine.make_database(), "--cluster") if nodes else ()
    servers = [
        stack.enter_context(process.run_parlour(stack.enter_context(plan.folder()), plan.machine.server_cores, *store))
        for _ in range(nodes or 1)
    ]
    urls = [server.url for server in servers]
    guests = urls[::-1] if are_apart else urls
    players = [await generator.seat(url, ROOMS, other) for url, other in zip(urls, guests, strict=True)]
    return ServerGroup(servers, [player for group in players for player in group])


async def _run(plan: Plan, group: ServerGroup, engine: PostgresServer) -> tuple[Sample, float]:
    """One run at full speed, and how many seconds PostgreSQL was busy in each of its seconds; and rest after it."""
    generator.play_on(group.players)
    await asyncio.sleep(plan.warm_s / 2)
    began, before = perf_counter(), engine.busy_s()
    sample = await generator.measure(group.players, group, plan.run_s * 2 / TURNS)
    share = (engine.busy_s() - before) / (perf_counter() - began)
    await generator.pause(group.players)
    return sample, share
