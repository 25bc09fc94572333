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
TURNS, TURN_SHARE = 3, 2 / 3
"""How many turns take the place of one run, and how much of its time each measures."""
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
    """Moves at full speed of one server on SQLite, of one node on PostgreSQL, and of two of each, all in their turn.

    The two on SQLite, which know nothing of each other, show what it costs that two share a core and its caches; two
    nodes of which one is at rest show what a cluster costs without that. At the last two nodes, the two players of
    each room are connected to different ones.
    """
    runs: list[list[Sample]] = [[] for _ in range(6)]
    engine_us: list[float] = []
    with ExitStack() as stack:
        engine = stack.enter_context(running_postgres())
        for each in engine.processes():
            process.pin(each, plan.machine.cores)
        groups = [
            await _start(stack, plan, 1),
            await _start(stack, plan, 1, engine),
            await _start(stack, plan, 2),
            await _start(stack, plan, 2, engine),
            await _start(stack, plan, 2, engine, are_apart=True),
        ]
        both = groups[3]
        groups.append(ServerGroup(both.servers, both.players[: len(both.players) // 2]))
        shuffled = random.Random(generator.SEED)
        for _ in range(TURNS * plan.runs):
            for number in shuffled.sample(range(len(groups)), len(groups)):
                sample, engine_s = await _run(plan, groups[number], engine)
                runs[number].append(sample)
                if number == 1:
                    engine_us.append(engine_s / sample.per_s * 1e6)
    sqlite, one, _, two, apart, _ = map(median_sample, runs)
    yield Figure(f"time per move on SQLite, {ROOMS} rooms", sqlite.cost_us, "us")
    yield Figure(f"time per move of a node on PostgreSQL, {ROOMS} rooms", one.cost_us, "us")
    yield Figure("the same over SQLite's", _ratio(runs[1], runs[0]), "x", NODE_AIM)
    yield Figure("time per move of PostgreSQL", median(engine_us), "us", ENGINE_AIM_US, note="of any core")
    yield Figure("moves per processor second, two servers on SQLite over one", _ratio(runs[0], runs[2]), "x")
    yield Figure("moves per processor second, two nodes over one", _ratio(runs[1], runs[3]), "x", TWO_AIM, "at least")
    ratio = _ratio(runs[1], runs[5])
    yield Figure("the same while one of the two nodes is at rest", ratio, "x", note="its processor time counts")
    yield Figure(f"moves of two nodes, {ROOMS} rooms each", two.per_s, "/s")
    ratio = _ratio(runs[4], runs[3])
    yield Figure("time per move, two players at different nodes over both at one", ratio, "x", APART_AIM)
    yield Figure("moves of two nodes, the players of each room apart", apart.per_s, "/s")


def _ratio(some: Sequence[Sample], others: Sequence[Sample]) -> float:
    """The time per move of some over that of others, in the middle of the turns."""
    return median(one.cost_us / other.cost_us for one, other in zip(some, others, strict=True))


async def _start(
    stack: ExitStack, plan: Plan, servers: int, engine: PostgresServer | None = None, *, are_apart: bool = False
) -> ServerGroup:
    """Servers on SQLite, or the nodes of a cluster, each with as many rooms; the two of a room sit at one or apart."""
    store = () if engine is None else ("--store", engine.make_database(), "--cluster")
    started = [
        stack.enter_context(process.run_parlour(stack.enter_context(plan.folder()), plan.machine.server_cores, *store))
        for _ in range(servers)
    ]
    urls = [server.url for server in started]
    guests = urls[::-1] if are_apart else urls
    players = [await generator.seat(url, ROOMS, other) for url, other in zip(urls, guests, strict=True)]
    return ServerGroup(started, [player for group in players for player in group])


async def _run(plan: Plan, group: ServerGroup, engine: PostgresServer) -> tuple[Sample, float]:
    """One run at full speed, and how many seconds PostgreSQL was busy in each of its seconds; and rest after it."""
    generator.play_on(group.players)
    await asyncio.sleep(plan.warm_s / 2)
    began, before = perf_counter(), engine.busy_s()
    sample = await generator.measure(group.players, group, plan.run_s * TURN_SHARE)
    share = (engine.busy_s() - before) / (perf_counter() - began)
    await generator.pause(group.players)
    return sample, share
