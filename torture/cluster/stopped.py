"""A node's process stands still, long enough that others take its rooms over, or too briefly for that."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.support.postgres.server import PostgresServer
from torture.cluster.nomads import Nomad, nomads, play_everywhere, seat
from torture.cluster.running import Audit, RunningCluster, running_cluster
from torture.finding import Finding
from torture.scale import Scale

LONG_STOPS, EVERYDAY_LONG_STOPS = 50, 1
LONG_S, EVERYDAY_LONG_S = 10.0, 5.0
SHORT_STOPS, EVERYDAY_SHORT_STOPS = 200, 2
SHORT_S = 1.5
PAUSE_S = 0.6
"""How long a node that stood still is left alone, which is longer than from one beat to the next."""
ROOMS, EVERYDAY_ROOMS = 60, 8
PACE_S = 0.2


@dataclass(slots=True)
class StopTotals:
    """Adds up what stops led to; `by_zombies` are entries of nodes that others had evicted before."""

    stops: int = 0
    evicted: int = 0
    by_zombies: int = 0
    audit: Audit = field(default_factory=Audit)


async def prove_long_stops(scale: Scale, engine: PostgresServer) -> list[Finding]:
    """Stop the owner of a room until others have its rooms, and let it go on."""
    stops, totals = scale.of(EVERYDAY_LONG_STOPS, LONG_STOPS), StopTotals()
    lasts_s = EVERYDAY_LONG_S if scale.size == "everyday" else LONG_S
    await _stop_often(scale, engine, stops, lasts_s, totals)
    return [
        Finding(
            "P1",
            f"the process of a node stands still for {lasts_s:g} s at a random moment, and goes on",
            f"{totals.stops} stops, {totals.evicted} evicted, {totals.by_zombies} entries by a node after that, "
            f"{totals.audit}",
            f"{stops} stops, each evicted and a node again, 0 entries after that, 0 lost, twice or not borne out",
            holds=totals.evicted == stops and totals.by_zombies == 0 and totals.audit.is_faultless,
            note="PostgreSQL notes by whom each entry was stored; two owners of a room would show two Tables in place "
            "of one",
        )
    ]


async def prove_short_stops(scale: Scale, engine: PostgresServer) -> list[Finding]:
    """Stop a node again and again, but never for long."""
    stops, totals = scale.of(EVERYDAY_SHORT_STOPS, SHORT_STOPS), StopTotals()
    await _stop_often(scale, engine, stops, SHORT_S, totals)
    return [
        Finding(
            "P16",
            f"the process of a node stands still for {SHORT_S:g} s, and is not taken for dead",
            f"{totals.stops} stops, {totals.evicted} evicted, {totals.audit}",
            f"{stops} stops, 0 evicted, 0 lost, twice or not borne out",
            holds=totals.evicted == 0 and totals.audit.is_faultless,
        )
    ]


async def _stop_often(scale: Scale, engine: PostgresServer, stops: int, lasts_s: float, totals: StopTotals) -> None:
    chance, rooms = scale.chance(f"nodes stopped for {lasts_s}"), EVERYDAY_ROOMS if scale.size == "everyday" else ROOMS
    with scale.folder() as folder, running_cluster(folder, engine) as cluster:
        for _ in range(3):
            await cluster.start()
        with nomads(2 * rooms, cluster.urls, chance) as people:
            await seat(people)
            for nomad in people:
                nomad.pace_s = PACE_S
                nomad.play_on()
            for _ in range(stops):
                await asyncio.sleep(PAUSE_S + chance.uniform(0, PACE_S))
                await _stop(cluster, chance, people, lasts_s, totals)
            totals.by_zombies = cluster.stored_by_zombies()


async def _stop(
    cluster: RunningCluster, chance: random.Random, people: Sequence[Nomad], lasts_s: float, totals: StopTotals
) -> None:
    owners = cluster.owners()
    node = cluster.node(owners[chance.choice(sorted(owners))])
    assert node is not None
    before, number = cluster.departed(), node.number
    cluster.urls.remove(node.server.url)
    others = cluster.live() - {number}
    await cluster.pause(node, lasts_s)
    if number in cluster.live():
        cluster.urls.append(node.server.url)
    else:
        await cluster.rejoined(node, others)
    totals.stops += 1
    totals.evicted += cluster.departed() - before
    await play_everywhere(people)
    totals.audit.add(cluster.audit(people))
