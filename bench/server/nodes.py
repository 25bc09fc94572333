"""What a move costs a node on PostgreSQL, and PostgreSQL, beside a server on SQLite that takes turns with it."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from statistics import median
from time import perf_counter

import psycopg

from bench.figure import Figure
from bench.load import generator, process
from bench.load.generator import Sample, median_sample
from bench.load.player import Player
from bench.load.process import Listening, Usage
from bench.plan import Plan
from tests.support.postgres.server import PostgresServer

ROOMS = 100
NODE_AIM, ENGINE_AIM_US, TWO_AIM = 1.05, 8.0, 0.95


@dataclass(frozen=True, slots=True)
class ServerGroup:
    """Servers that are measured as one, and the players at them."""

    servers: Sequence[Listening]
    players: Sequence[Player]

    def usage(self) -> Usage:
        """What all of them have used so far."""
        return Usage(*map(sum, zip(*(server.usage() for server in self.servers), strict=True)))


async def nodes(plan: Plan) -> AsyncIterator[Figure]:
    """Moves at full speed of one server on SQLite, of one node on PostgreSQL, and of two, each in its turn."""
    runs: list[list[Sample]] = [[], [], []]
    engine_us: list[float] = []
    with ExitStack() as stack:
        engine = stack.enter_context(_engine())
        groups = [await _start(stack, plan, engine, number) for number in (0, 1, 2)]
        for _ in range(plan.runs):
            for number, group in enumerate(groups):
                sample, engine_s = await _run(plan, group, engine)
                runs[number].append(sample)
                if number == 1:
                    engine_us.append(engine_s / sample.per_s * 1e6)
    sqlite, one, two = map(median_sample, runs)
    yield Figure(f"time per move on SQLite, {ROOMS} rooms", sqlite.cost_us, "us")
    ratio = median(node.cost_us / alone.cost_us for alone, node in zip(runs[0], runs[1], strict=True))
    yield Figure(f"time per move of a node on PostgreSQL, {ROOMS} rooms", one.cost_us, "us")
    yield Figure("the same over SQLite's", ratio, "x", NODE_AIM)
    yield Figure("time per move of PostgreSQL", median(engine_us), "us", ENGINE_AIM_US, note="of any core")
    ratio = median(node.cost_us / both.cost_us for node, both in zip(runs[1], runs[2], strict=True))
    yield Figure("moves per processor second, two nodes over one", ratio, "x", TWO_AIM, "at least")
    yield Figure(f"moves of two nodes, {ROOMS} rooms each", two.per_s, "/s")


async def _start(stack: ExitStack, plan: Plan, engine: PostgresServer, nodes: int) -> ServerGroup:
    """A server on SQLite, or so many nodes of a cluster, each with as many rooms."""
    store = ("--store", _new_database(engine), "--cluster") if nodes else ()
    servers, players = [], []
    for _ in range(nodes or 1):
        data = stack.enter_context(plan.folder())
        servers.append(stack.enter_context(process.run_parlour(data, plan.machine.server_cores, *store)))
        players += await generator.seat(servers[-1].url, ROOMS)
    return ServerGroup(servers, players)


async def _run(plan: Plan, group: ServerGroup, engine: PostgresServer) -> tuple[Sample, float]:
    """One run at full speed, and how many seconds PostgreSQL was busy in each of its seconds; and rest after it."""
    generator.play_on(group.players)
    await asyncio.sleep(plan.warm_s)
    began, before = perf_counter(), engine.busy_s()
    sample = await generator.measure(group.players, group, plan.run_s)
    share = (engine.busy_s() - before) / (perf_counter() - began)
    await generator.pause(group.players)
    return sample, share


def _new_database(engine: PostgresServer) -> str:
    name = f"parlour_{secrets.token_hex(4)}"
    with psycopg.connect(engine.url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    return engine.url.replace("/postgres?", f"/{name}?")


@contextmanager
def _engine() -> Iterator[PostgresServer]:
    engine = PostgresServer()
    engine.start()
    try:
        yield engine
    finally:
        engine.remove()
