"""PostgreSQL is killed, restarted, stopped for a while or followed by its standby, under three nodes."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, field
from statistics import median

from tests.support.postgres.server import PostgresServer, running_postgres
from torture.cluster.nomads import Nomad, nomads, play_everywhere, seat
from torture.cluster.running import Audit, RunningCluster, running_cluster
from torture.finding import Finding
from torture.scale import Scale
from torture.tools.regulars import Kind, acknowledged, until

NODES = 3
KILLS, EVERYDAY_KILLS = 30, 1
RESTARTS, EVERYDAY_RESTARTS = 20, 1
FAILOVERS, EVERYDAY_FAILOVERS = 10, 1
RESTARTED_WITHIN_S = 1.0
PLAYS_ON_WITHIN_S = 10.0
AWAY_S, EVERYDAY_AWAY_S = 20.0, 11.0
TURN_S = 600
SLOW_KIND = Kind("war", {"auto_flip_s": TURN_S}, 2)
CREDIT_SLACK_S = 5.0
"""How much of a clock may run while PostgreSQL is away: nobody can know at once that it is."""
ROOMS, EVERYDAY_ROOMS = 20, 4
PACE_S = 0.1
PLAYED_S = 1.0
"""How long is played before each fault, at most."""
LIMIT_S = 60.0


@dataclass(slots=True)
class EngineTotals:
    """Adds up what faults led to.

    `back_s` is from PostgreSQL's answering again to the next move of anybody, and `signed_out` how often anybody had to
    come back meanwhile.
    """

    faults: int = 0
    evicted: int = 0
    signed_out: int = 0
    audit: Audit = field(default_factory=Audit)
    back_s: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        return f"{self.evicted} nodes evicted, {self.signed_out} signed out, {self.audit}"

    @property
    def said_back(self) -> str:
        return f"{median(self.back_s):.2f} s, at most {max(self.back_s):.2f} s"


async def prove_kills(scale: Scale, engine: PostgresServer) -> list[Finding]:
    """Kill PostgreSQL and start it again."""
    kills = scale.of(EVERYDAY_KILLS, KILLS)

    def kill() -> None:
        engine.kill()
        engine.start()

    totals = await _repeat(scale, engine, kills, kill)
    return [
        Finding(
            "P1",
            f"`kill -9` of PostgreSQL and all its processes while people play at {NODES} nodes",
            f"{totals.faults} kills, {totals}",
            f"{kills} kills, 0 evicted, 0 lost, twice or not borne out",
            holds=totals.audit.is_faultless and totals.evicted == 0,
            note=f"the next move after {totals.said_back}",
        )
    ]


async def prove_restarts(scale: Scale, engine: PostgresServer) -> list[Finding]:
    """Restart PostgreSQL as whoever looks after it does."""
    restarts = scale.of(EVERYDAY_RESTARTS, RESTARTS)
    totals = await _repeat(scale, engine, restarts, engine.restart)
    return [
        Finding(
            "P1",
            f"PostgreSQL is restarted by `pg_ctl restart -m fast` while people play at {NODES} nodes",
            f"{totals.faults} restarts, {totals}",
            f"{restarts} restarts, 0 evicted or signed out, 0 lost, twice or not borne out",
            holds=totals.audit.is_faultless and totals.evicted == totals.signed_out == 0,
        ),
        Finding(
            "P16",
            "from PostgreSQL's answering again after such a restart to the next move of anybody",
            totals.said_back,
            f"{RESTARTED_WITHIN_S:g} s",
            holds=max(totals.back_s) <= RESTARTED_WITHIN_S * scale.patience,
        ),
    ]


async def prove_absence(scale: Scale, engine: PostgresServer) -> list[Finding]:
    """Stop PostgreSQL for longer than people stay connected."""
    away_s = EVERYDAY_AWAY_S if scale.size == "everyday" else AWAY_S
    chance, loop = scale.chance("the cluster's engine away"), asyncio.get_running_loop()
    async with _playing(scale, engine, chance) as (cluster, people):
        with nomads(2, cluster.urls, chance) as (ann, ben):
            await asyncio.gather(ann.come(), ben.come())
            await ben.join(await ann.create(SLOW_KIND))
            await until(lambda: ann.table is not None and ann.table.phase == "playing", LIMIT_S)
            assert ann.table is not None
            began, left_s, seen = loop.time(), ann.table.time_left_s or 0.0, ann.table
            await asyncio.to_thread(engine.kill)
            await asyncio.sleep(away_s)
            await asyncio.to_thread(engine.start)
            await play_everywhere(people)
            await until(lambda: ann.line is not None and ann.table is not seen, LIMIT_S)
            ran_s = loop.time() - began - away_s
            charged_s = left_s - (ann.table.time_left_s or 0.0) - ran_s
        seated = [nomad.table is not None and nomad.table.seat is not None for nomad in (*people, ann, ben)]
        audit, evicted = cluster.audit(people), cluster.departed()
    return [
        Finding(
            "P16",
            f"PostgreSQL is away for {away_s:g} s, and then everybody is at their seat and plays on",
            f"{evicted} nodes evicted, {sum(seated)} of {len(seated)} seated, {audit}",
            "0 evicted, all seated, 0 lost, twice or not borne out",
            holds=evicted == 0 and all(seated) and audit.is_faultless,
        ),
        Finding(
            "P16",
            f"what that takes from a clock of {TURN_S} s that runs",
            f"{charged_s:.2f} s",
            f"{CREDIT_SLACK_S:g} s",
            holds=charged_s <= CREDIT_SLACK_S * scale.patience,
        ),
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
            f"`kill -9` of PostgreSQL under {NODES} nodes, and its synchronous standby takes its place",
            f"{totals.faults} failovers, {made:,} acknowledged moves, {lost} lost, twice or not borne out; the next "
            f"move after {totals.said_back}",
            f"{failovers} failovers, 0 lost, twice or not borne out; within {PLAYS_ON_WITHIN_S:g} s",
            holds=lost == 0 and made > 0 and max(totals.back_s) <= PLAYS_ON_WITHIN_S * scale.patience,
            note="the address names both, and the nodes go on meanwhile",
        )
    ]


async def _repeat(scale: Scale, engine: PostgresServer, times: int, fail: Callable[[], None]) -> EngineTotals:
    """Let a fault happen again and again while people play."""
    totals, chance = EngineTotals(), scale.chance("the cluster's engine fails")
    async with _playing(scale, engine, chance) as (cluster, people):
        for _ in range(times):
            for nomad in people:
                nomad.resumes.clear()
            await asyncio.sleep(chance.uniform(0, PLAYED_S))
            await asyncio.to_thread(fail)
            await _play_again(totals, people)
            await play_everywhere(people)
            totals.signed_out += sum(len(nomad.resumes) for nomad in people)
            totals.audit.add(cluster.audit(people))
        totals.evicted = cluster.departed()
    return totals


@asynccontextmanager
async def _playing(
    scale: Scale, engine: PostgresServer, chance: random.Random
) -> AsyncIterator[tuple[RunningCluster, list[Nomad]]]:
    """Nodes at which people play."""
    with scale.folder() as folder, running_cluster(folder, engine) as cluster:
        for _ in range(NODES):
            await cluster.start()
        with nomads(2 * rooms(scale), cluster.urls, chance) as people:
            await play(people)
            yield cluster, people


async def _fail_over(scale: Scale, chance: random.Random, totals: EngineTotals) -> Audit:
    with ExitStack() as stack:
        primary = stack.enter_context(running_postgres())
        cluster = stack.enter_context(running_cluster(stack.enter_context(scale.folder()), primary))
        standby = await asyncio.to_thread(primary.make_standby)
        stack.callback(standby.remove)
        both = f"{cluster.database},{standby.data}"
        for _ in range(NODES):
            await cluster.start(both)
        people = stack.enter_context(nomads(2 * rooms(scale), cluster.urls, chance))
        await play(people)
        await asyncio.sleep(chance.uniform(0, PLAYED_S))
        await asyncio.to_thread(primary.kill)
        await asyncio.to_thread(standby.promote)
        await _play_again(totals, people)
        await play_everywhere(people)
        cluster.database = cluster.database.replace(str(primary.data), str(standby.data))
        return cluster.audit(people)


async def _play_again(totals: EngineTotals, people: list[Nomad]) -> None:
    """Wait for the next move that anybody is told of."""
    loop = asyncio.get_running_loop()
    began, before = loop.time(), acknowledged(people)
    await until(lambda: acknowledged(people) > before, LIMIT_S)
    totals.faults += 1
    totals.back_s.append(loop.time() - began)


async def play(people: list[Nomad]) -> None:
    """Seat everybody, two at a table, and have them play on."""
    await seat(people)
    for nomad in people:
        nomad.pace_s = PACE_S
        nomad.play_on()


def rooms(scale: Scale) -> int:
    return EVERYDAY_ROOMS if scale.size == "everyday" else ROOMS
