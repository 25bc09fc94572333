"""The way between a node and PostgreSQL is cut, stalls in one direction, or is slow."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from statistics import median
from urllib.parse import urlsplit

from tests.support.postgres.server import PostgresServer
from tests.support.postgres.shared import socket_of
from torture.cluster.database.outages import NODES, PLAYED_S, play, rooms
from torture.cluster.nomads import Nomad, nomads, play_everywhere
from torture.cluster.running import Audit, NodeProcess, RunningCluster, running_cluster
from torture.finding import Finding
from torture.scale import Scale
from torture.tools.proxy import Fault, FaultPlan, Proxy, Way, proxying
from torture.tools.regulars import until

CUTS, EVERYDAY_CUTS = 10, 1
CUT_S = 10.0
OWNED_WITHIN_S = 5.0
RESTRAINED_AFTER_S = 2.0
BACK_WITHIN_S = 15.0
STALLS, EVERYDAY_STALLS = 20, 2
STALL_S = 1.5
WAYS: tuple[Way, Way] = ("up", "down")
SLOW_S = 0.2
SLOW_FOR_S, EVERYDAY_SLOW_FOR_S = 30.0, 2.0
LIMIT_S = 60.0
LOOK_EVERY_S = 0.05
STALLED = FaultPlan(Fault(after=0, ending="stall"), Fault(after=0, ending="stall"))
"""What becomes of a connection that is made while nothing passes."""


@dataclass(slots=True)
class Link:
    """A cluster at which people play, and the way from its last node to PostgreSQL; `plans` has what befalls it now."""

    cluster: RunningCluster
    node: NodeProcess
    proxy: Proxy
    plans: list[FaultPlan]
    people: list[Nomad]

    def hang(self, *ways: Way) -> None:
        """Let nothing pass in these directions, or in both."""
        if not ways:
            self.plans.append(STALLED)
        for link in self.proxy.links:
            link.hang(*ways)

    def heal(self) -> None:
        """Let everything pass."""
        self.plans.append(FaultPlan())
        for link in self.proxy.links:
            link.heal()


async def prove_cuts(scale: Scale, engine: PostgresServer) -> list[Finding]:
    """Let nothing pass between a node and PostgreSQL for a while."""
    cuts, chance, audit = scale.of(EVERYDAY_CUTS, CUTS), scale.chance("a node cut off"), Audit()
    taken_over_s, back_s, late = [], [], 0
    for _ in range(cuts):
        async with _playing(scale, engine, chance) as link:
            owned, back, answered_late = await _cut_off(link)
            taken_over_s.append(owned)
            back_s.append(back)
            late += answered_late
            _add(audit, link.cluster.audit(link.people))
    return [
        Finding(
            "P16",
            f"nothing passes between a node and PostgreSQL for {CUT_S:g} s, and others own its rooms",
            f"{len(taken_over_s)} cuts, after {median(taken_over_s):.2f} s, at most {max(taken_over_s):.2f} s",
            f"{OWNED_WITHIN_S:g} s",
            holds=max(taken_over_s) <= OWNED_WITHIN_S * scale.patience,
        ),
        Finding(
            "P16",
            "from there, all who were connected to such a node play again",
            f"after {median(back_s):.2f} s, at most {max(back_s):.2f} s",
            f"{BACK_WITHIN_S:g} s",
            holds=max(back_s) <= BACK_WITHIN_S * scale.patience,
            note="the node sends them away after 10 s; no balancer asks `/healthz` here, which says so after 2 s",
        ),
        Finding(
            "P1",
            f"such a node takes no command any more after {RESTRAINED_AFTER_S:g} s",
            f"{late} acknowledged after that; {audit}",
            "0 after that, 0 lost, twice or not borne out",
            holds=late == 0 and audit.is_faultless,
        ),
    ]


async def prove_stalls(scale: Scale, engine: PostgresServer) -> list[Finding]:
    """Let nothing pass in one direction, but not for long."""
    stalls, chance = scale.of(EVERYDAY_STALLS, STALLS), scale.chance("a node's link stalls")
    async with _playing(scale, engine, chance) as link:
        for number in range(stalls):
            await asyncio.sleep(chance.uniform(0, PLAYED_S))
            link.hang(WAYS[number % 2])
            await asyncio.sleep(STALL_S)
            link.heal()
            await play_everywhere(link.people)
        audit, evicted = link.cluster.audit(link.people), link.cluster.departed()
    return [
        Finding(
            "P16",
            f"nothing passes in one direction between a node and PostgreSQL for {STALL_S:g} s",
            f"{stalls} stalls, {evicted} nodes evicted, {audit}",
            f"{stalls} stalls, 0 evicted, 0 lost, twice or not borne out",
            holds=evicted == 0 and audit.is_faultless,
        )
    ]


async def prove_slowness(scale: Scale, engine: PostgresServer) -> list[Finding]:
    """Have each answer of PostgreSQL come late."""
    lasts_s = EVERYDAY_SLOW_FOR_S if scale.size == "everyday" else SLOW_FOR_S
    async with _playing(scale, engine, scale.chance("a slow link"), all_nodes=True) as link:
        for connection in link.proxy.links:
            connection.lag_s = SLOW_S
        for nomad in link.people:
            nomad.waits.clear()
        await asyncio.sleep(lasts_s)
        await play_everywhere(link.people)
        waits = [wait.lasted_s for nomad in link.people for wait in nomad.waits]
        audit, evicted = link.cluster.audit(link.people), link.cluster.departed()
    return [
        Finding(
            "P16",
            f"each answer of PostgreSQL takes {SLOW_S * 1000:.0f} ms longer: moves are late, but right",
            f"{evicted} nodes evicted, {median(waits):.2f} s a move, at most {max(waits):.2f} s; {audit}",
            "0 evicted, 0 lost, twice or not borne out",
            holds=evicted == 0 and audit.is_faultless and bool(waits),
        )
    ]


async def _cut_off(link: Link) -> tuple[float, float, int]:
    """When others owned the rooms of the node and when all its people played again, in seconds.

    And how many moves were acknowledged there too late.
    """
    loop, cluster, node = asyncio.get_running_loop(), link.cluster, link.node
    there = [nomad for nomad in link.people if nomad.at == node.server.url]
    cluster.urls.remove(node.server.url)
    began = loop.time()
    link.hang()
    await asyncio.sleep(RESTRAINED_AFTER_S)
    made, put_off = {nomad: len(nomad.acknowledged) for nomad in there}, sum(nomad.put_off for nomad in there)
    await until(lambda: node.number not in cluster.owners().values(), LIMIT_S, LOOK_EVERY_S)
    taken_over_s = loop.time() - began
    for nomad in there:
        nomad.send_again()
    await asyncio.sleep(began + CUT_S - loop.time() - 1)
    late = sum(len(nomad.acknowledged) - made[nomad] for nomad in there if nomad.at == node.server.url)
    assert sum(nomad.put_off for nomad in there) > put_off or not there, "nobody was told to try again"
    await asyncio.sleep(began + CUT_S - loop.time())
    link.heal()
    await until(lambda: all(len(nomad.acknowledged) > made[nomad] for nomad in there), LIMIT_S, LOOK_EVERY_S)
    back_s = loop.time() - began
    await play_everywhere(link.people)
    return taken_over_s, back_s, late


@asynccontextmanager
async def _playing(
    scale: Scale, engine: PostgresServer, chance: random.Random, *, all_nodes: bool = False
) -> AsyncIterator[Link]:
    """A cluster whose last node, or all of which, reach PostgreSQL by a proxy."""
    async with AsyncExitStack() as stack:
        cluster = stack.enter_context(running_cluster(stack.enter_context(scale.folder()), engine))
        plans = [FaultPlan()]
        proxy = await stack.enter_async_context(proxying(f"unix:{socket_of(cluster.database)}", lambda: plans[-1]))
        through = _through(cluster.database, proxy.url)
        for _ in range(NODES - 1):
            await cluster.start(through if all_nodes else "")
        node = await cluster.start(through)
        people = stack.enter_context(nomads(2 * rooms(scale), cluster.urls, chance))
        await play(people)
        await asyncio.sleep(chance.uniform(0, PLAYED_S))
        yield Link(cluster, node, proxy, plans, people)


def _add(audit: Audit, other: Audit) -> None:
    """Add what another cluster's people remember."""
    audit.acknowledged += other.acknowledged
    audit.lost += other.lost
    audit.doubled += other.doubled
    audit.looked_at += other.looked_at
    audit.unfounded += other.unfounded


def _through(url: str, proxy: str) -> str:
    """The address of a database by way of a proxy."""
    place = urlsplit(proxy)
    return f"{url.partition('?')[0]}?host={place.hostname}&port={place.port}"
