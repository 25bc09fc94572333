"""PostgreSQL is killed under a cluster, comes back or is followed by its standby, or is out of one node's reach."""

from __future__ import annotations

import asyncio
import random
from contextlib import AsyncExitStack, ExitStack
from dataclasses import dataclass, field
from statistics import median
from urllib.parse import urlsplit

from tests.support.postgres.server import PostgresServer
from tests.support.postgres.shared import socket_of
from torture.cluster.nomads import Nomad, nomads, play_everywhere, seat
from torture.cluster.running import Audit, running_cluster, running_engine
from torture.finding import Finding
from torture.scale import Scale
from torture.tools.proxy import Fault, FaultPlan, proxying
from torture.tools.regulars import acknowledged, until

KILLS, EVERYDAY_KILLS = 30, 1
FAILOVERS, EVERYDAY_FAILOVERS = 10, 1
CUTS, EVERYDAY_CUTS = 10, 1
CUT_S = 10.0
OWNED_WITHIN_S = 5.0
RESTRAINED_AFTER_S = 2.0
PLAYS_ON_WITHIN_S = 10.0
ROOMS, EVERYDAY_ROOMS = 20, 4
PACE_S = 0.1
PLAYED_S = 1.0
"""How long is played before each fault, at most."""
LIMIT_S = 60.0
LOOK_EVERY_S = 0.05
STALLED = FaultPlan(Fault(after=0, ending="stall"), Fault(after=0, ending="stall"))
"""What becomes of a connection that is made while nothing passes."""


@dataclass(slots=True)
class EngineTotals:
    """Adds up what faults led to; `back_s` is from PostgreSQL's answering again to the next move of anybody."""

    faults: int = 0
    evicted: int = 0
    audit: Audit = field(default_factory=Audit)
    back_s: list[float] = field(default_factory=list)


async def prove_engine_kills(scale: Scale, engine: PostgresServer) -> list[Finding]:
    """Kill PostgreSQL and start it again, under two nodes."""
    kills, totals = scale.of(EVERYDAY_KILLS, KILLS), EngineTotals()
    with scale.folder() as folder, running_cluster(folder, engine) as cluster:
        for _ in range(2):
            await cluster.start()
        chance = scale.chance("the cluster's engine killed")
        with nomads(2 * _rooms(scale), cluster.urls, chance) as people:
            await _play(people)
            for _ in range(kills):
                await asyncio.sleep(chance.uniform(0, PLAYED_S))
                await asyncio.to_thread(engine.kill)
                await asyncio.to_thread(engine.start)
                await _play_again(totals, people)
                totals.audit.add(cluster.audit(people))
            totals.evicted = cluster.departed()
    return [
        Finding(
            "P1",
            "`kill -9` of PostgreSQL and all its processes while people play at two nodes",
            f"{totals.faults} kills, {totals.evicted} nodes evicted, {totals.audit}",
            f"{kills} kills, 0 evicted, 0 lost, twice or not borne out",
            holds=totals.audit.is_faultless and totals.evicted == 0,
            note=f"the next move after {median(totals.back_s):.2f} s, at most {max(totals.back_s):.2f} s",
        )
    ]


async def prove_failovers(scale: Scale) -> list[Finding]:
    """Kill a primary, and promote its synchronous standby."""
    failovers, totals = scale.of(EVERYDAY_FAILOVERS, FAILOVERS), EngineTotals()
    chance = scale.chance("the cluster's engine fails over")
    every = [await _fail_over(scale, chance, totals) for _ in range(failovers)]
    made = sum(audit.acknowledged for audit in every)
    lost = sum(audit.lost + audit.doubled + audit.unfounded for audit in every)
    return [
        Finding(
            "P1",
            "`kill -9` of PostgreSQL under two nodes, and its synchronous standby takes its place",
            f"{totals.faults} failovers, {made:,} acknowledged moves, {lost} lost, twice or not borne out; the next "
            f"move after {median(totals.back_s):.2f} s, at most {max(totals.back_s):.2f} s",
            f"{failovers} failovers, 0 lost, twice or not borne out; within {PLAYS_ON_WITHIN_S:g} s",
            holds=lost == 0 and made > 0 and max(totals.back_s) <= PLAYS_ON_WITHIN_S * scale.patience,
            note="the address names both, and the nodes go on meanwhile",
        )
    ]


async def prove_cuts(scale: Scale, engine: PostgresServer) -> list[Finding]:
    """Let nothing pass between a node and PostgreSQL for a while."""
    cuts, totals = scale.of(EVERYDAY_CUTS, CUTS), EngineTotals()
    chance = scale.chance("a node cut off")
    taken_over_s, late = [], 0
    for _ in range(cuts):
        seconds, answered_late = await _cut_off(scale, engine, chance, totals)
        taken_over_s.append(seconds)
        late += answered_late
    return [
        Finding(
            "P16",
            f"nothing passes between a node and PostgreSQL for {CUT_S:g} s, and others own its rooms",
            f"{len(taken_over_s)} cuts, after {median(taken_over_s):.2f} s, at most {max(taken_over_s):.2f} s",
            f"{OWNED_WITHIN_S:g} s",
            holds=max(taken_over_s) <= OWNED_WITHIN_S * scale.patience,
        ),
        Finding(
            "P1",
            f"such a node takes no command any more after {RESTRAINED_AFTER_S:g} s",
            f"{late} acknowledged after that; {totals.audit}",
            "0 after that, 0 lost, twice or not borne out",
            holds=late == 0 and totals.audit.is_faultless,
        ),
    ]


async def _fail_over(scale: Scale, chance: random.Random, totals: EngineTotals) -> Audit:
    with ExitStack() as stack:
        primary = stack.enter_context(running_engine())
        cluster = stack.enter_context(running_cluster(stack.enter_context(scale.folder()), primary))
        standby = await asyncio.to_thread(primary.make_standby)
        stack.callback(standby.remove)
        both = f"{cluster.database},{standby.data}"
        for _ in range(2):
            await cluster.start(both)
        people = stack.enter_context(nomads(2 * _rooms(scale), cluster.urls, chance))
        await _play(people)
        await asyncio.sleep(chance.uniform(0, PLAYED_S))
        await asyncio.to_thread(primary.kill)
        await asyncio.to_thread(standby.promote)
        await _play_again(totals, people)
        await play_everywhere(people)
        cluster.database = cluster.database.replace(str(primary.data), str(standby.data))
        return cluster.audit(people)


async def _cut_off(
    scale: Scale, engine: PostgresServer, chance: random.Random, totals: EngineTotals
) -> tuple[float, int]:
    """When others owned the rooms of the node, in seconds, and how many moves were acknowledged there too late."""
    loop = asyncio.get_running_loop()
    async with AsyncExitStack() as stack:
        cluster = stack.enter_context(running_cluster(stack.enter_context(scale.folder()), engine))
        await cluster.start()
        plans = [FaultPlan()]
        hanging = await stack.enter_async_context(proxying(f"unix:{socket_of(cluster.database)}", lambda: plans[-1]))
        node = await cluster.start(_through(cluster.database, hanging.url))
        people = stack.enter_context(nomads(2 * _rooms(scale), cluster.urls, chance))
        await _play(people)
        await asyncio.sleep(chance.uniform(0, PLAYED_S))
        there = [nomad for nomad in people if nomad.at == node.server.url]
        cluster.urls.remove(node.server.url)
        began = loop.time()
        plans.append(STALLED)
        for link in hanging.links:
            link.hang()
        await asyncio.sleep(RESTRAINED_AFTER_S)
        made, put_off = acknowledged(there), sum(nomad.put_off for nomad in there)
        await until(lambda: node.number not in cluster.owners().values(), LIMIT_S, LOOK_EVERY_S)
        taken_over_s = loop.time() - began
        for nomad in there:
            nomad.send_again()
        await asyncio.sleep(began + CUT_S - loop.time() - 1)
        late = acknowledged(there) - made
        assert sum(nomad.put_off for nomad in there) > put_off or not there, "nobody was told to try again"
        plans.append(FaultPlan())
        for link in hanging.links:
            link.heal()
        await play_everywhere(people)
        totals.audit.add(cluster.audit(people))
        return taken_over_s, late


def _through(url: str, proxy: str) -> str:
    """The address of a database by way of a proxy."""
    place = urlsplit(proxy)
    return f"{url.partition('?')[0]}?host={place.hostname}&port={place.port}"


def _rooms(scale: Scale) -> int:
    return EVERYDAY_ROOMS if scale.size == "everyday" else ROOMS


async def _play(people: list[Nomad]) -> None:
    await seat(people)
    for nomad in people:
        nomad.pace_s = PACE_S
        nomad.play_on()


async def _play_again(totals: EngineTotals, people: list[Nomad]) -> None:
    """Wait for the next move that anybody is told of."""
    loop = asyncio.get_running_loop()
    began, before = loop.time(), acknowledged(people)
    await until(lambda: acknowledged(people) > before, LIMIT_S)
    totals.faults += 1
    totals.back_s.append(loop.time() - began)
