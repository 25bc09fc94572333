"""PostgreSQL is killed, and its connection is cut, while eight people play as fast as they can on one server."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from statistics import median
from time import perf_counter

from tests.support.postgres.proxy import Cut, CuttingProxy
from tests.support.postgres.server import PostgresServer, running_postgres
from tests.support.postgres.shared import socket_of
from tests.support.processes.running import start_server
from torture.finding import Finding
from torture.scale import Scale
from torture.tools.chronicle import Chronicle
from torture.tools.regulars import Regular, acknowledged, gather, play_until, until

KILLS, EVERYDAY_KILLS = 100, 2
RESTARTS, EVERYDAY_RESTARTS = 20, 1
FAILOVERS, EVERYDAY_FAILOVERS = 10, 1
MOVES_BEFORE = 300
"""How many moves are made at most before a failover."""
CUTS, EVERYDAY_CUTS = 1_000, 20
MOVES, EVERYDAY_MOVES = 30_000, 400
LOOK_EVERY = 20
"""After how many cuts what people remember is compared, and forgotten."""
PLANTED_CUTS = 20
UNHEARD_S = 0.004
"""A move is stored and answered in about this time, so a random moment within it is a moment of every kind."""
BACK_WITHIN_S = 0.5
LIMIT_S = 60.0
KINDS_OF_CUT: Sequence[Cut] = ("unsent", "unanswered", "under way")


@dataclass(slots=True)
class FaultTotals:
    """Adds up what faults led to."""

    faults: int = 0
    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    refused: int = 0
    unfounded: int = 0
    looked_at: int = 0
    back_s: list[float] = field(default_factory=list)

    @property
    def is_faultless(self) -> bool:
        return self.lost == self.doubled == self.refused == self.unfounded == 0

    def __str__(self) -> str:
        return (
            f"{self.acknowledged:,} acknowledged moves, {self.lost} lost, {self.doubled} stored twice, "
            f"{self.refused} refused, {self.unfounded} seen but not stored"
        )


async def prove(scale: Scale) -> list[Finding]:
    """Kill and restart the engine, then cut connections to one that goes on."""
    with running_postgres() as engine:
        return [
            *await _prove_kills(scale, engine),
            await _prove_cuts(scale, engine),
            await _prove_that_losses_are_found(scale, engine),
            await _prove_failovers(scale),
        ]


async def _prove_kills(scale: Scale, engine: PostgresServer) -> list[Finding]:
    kills, restarts = scale.of(EVERYDAY_KILLS, KILLS), scale.of(EVERYDAY_RESTARTS, RESTARTS)
    moves, chance = scale.of(EVERYDAY_MOVES, MOVES), scale.chance("postgres killed")
    faults = ["kill"] * kills + ["restart"] * restarts
    chance.shuffle(faults)
    totals = await _kill_often(scale, engine, faults, moves, chance)
    within_s = BACK_WITHIN_S * scale.patience
    return [
        Finding(
            "P1",
            "`kill -9` of PostgreSQL and all its processes, and restarts, while eight people play at full speed",
            f"{kills} kills, {restarts} restarts, {totals}",
            f"{kills} kills, {moves:,} moves, all else 0",
            holds=totals.is_faultless and totals.acknowledged >= moves,
            note="Parlour's server goes on meanwhile, and everybody stays connected",
        ),
        Finding(
            "P1",
            "from PostgreSQL's answering again to the next move of these people",
            f"{median(totals.back_s):.2f} s, at most {max(totals.back_s):.2f} s",
            f"{within_s:g} s",
            holds=max(totals.back_s) <= within_s,
        ),
        Finding(
            "P2",
            "every Table that these people saw is in the journal in PostgreSQL, with that content",
            f"{totals.looked_at:,} Tables, {totals.unfounded} not borne out",
            "0 not borne out",
            holds=totals.unfounded == 0 and totals.looked_at >= moves,
        ),
    ]


async def _prove_cuts(scale: Scale, engine: PostgresServer) -> Finding:
    cuts, moves = scale.of(EVERYDAY_CUTS, CUTS), scale.of(EVERYDAY_MOVES, MOVES)
    totals = await _cut_often(scale, engine, "server", cuts, moves)
    return Finding(
        "P1",
        "the connection to PostgreSQL is cut before a commit is sent, under way, or answered, while they play",
        f"{totals.faults:,} cuts, {totals}",
        f"{cuts:,} cuts, {moves:,} moves, all else 0",
        holds=totals.is_faultless and totals.acknowledged >= moves,
    )


async def _prove_that_losses_are_found(scale: Scale, engine: PostgresServer) -> Finding:
    careless = "torture.tools.careless trusting"
    totals = await _cut_often(scale, engine, careless, PLANTED_CUTS, EVERYDAY_MOVES)
    return Finding(
        "P1",
        "the same check finds a planted fault: what PostgreSQL has not answered is taken for stored",
        f"{totals.lost} of {totals.acknowledged:,} acknowledged moves lost after {totals.faults} cuts",
        "found",
        holds=totals.lost > 0,
    )


async def _prove_failovers(scale: Scale) -> Finding:
    failovers, chance = scale.of(EVERYDAY_FAILOVERS, FAILOVERS), scale.chance("postgres fails over")
    every = [await _fail_over(scale, chance) for _ in range(failovers)]
    moves, lost = sum(totals.acknowledged for totals in every), sum(totals.lost for totals in every)
    return Finding(
        "P1",
        "`kill -9` of PostgreSQL while people play, and its synchronous standby takes its place",
        f"{len(every)} failovers, {moves:,} acknowledged moves, {lost} lost; the next move after at most "
        f"{max(totals.back_s[0] for totals in every):.2f} s",
        f"{failovers} failovers, 0 lost, nothing else wrong",
        holds=all(totals.is_faultless and totals.acknowledged for totals in every),
        note="the address names both, and Parlour's server goes on meanwhile",
    )


async def _fail_over(scale: Scale, chance: random.Random) -> FaultTotals:
    totals = FaultTotals()
    with ExitStack() as stack:
        data, primary = stack.enter_context(scale.folder()), stack.enter_context(running_postgres())
        standby = primary.make_standby()
        stack.callback(standby.remove)
        server = stack.enter_context(start_server(data, "--store", f"{primary.url},{standby.data}"))
        people, chronicle = await gather(server.url, chance), Chronicle(data, standby.url)
        await play_until(people, chance.randrange(1, MOVES_BEFORE), LIMIT_S)
        await asyncio.sleep(chance.uniform(0, UNHEARD_S))
        await asyncio.to_thread(primary.kill)
        await asyncio.to_thread(standby.promote)
        await _play_again(totals, people)
        _audit(totals, chronicle, people)
    return totals


async def _kill_often(
    scale: Scale, engine: PostgresServer, faults: Sequence[str], moves: int, chance: random.Random
) -> FaultTotals:
    totals = FaultTotals()
    url = engine.make_database()
    with scale.folder() as data, start_server(data, "--store", url) as server:
        people, chronicle = await gather(server.url, chance), Chronicle(data, url)
        for fault in faults:
            await play_until(people, acknowledged(people) + chance.randrange(1, 2 * moves // len(faults)), LIMIT_S)
            await asyncio.sleep(chance.uniform(0, UNHEARD_S))
            if fault == "kill":
                await asyncio.to_thread(engine.kill)
                await asyncio.to_thread(engine.start)
            else:
                await asyncio.to_thread(engine.restart)
            await _play_again(totals, people)
            _audit(totals, chronicle, people)
        await play_until(people, moves, LIMIT_S)
        _audit(totals, chronicle, people)
        assert server.terminate() == 0
    return totals


async def _cut_often(scale: Scale, engine: PostgresServer, program: str, cuts: int, moves: int) -> FaultTotals:
    totals, chance = FaultTotals(), scale.chance("postgres cut off")
    with ExitStack() as stack:
        data, url = stack.enter_context(scale.folder()), engine.make_database()
        proxy = stack.enter_context(CuttingProxy(socket_of(url)))
        server = stack.enter_context(start_server(data, "--store", proxy.through(url), program=program))
        people, chronicle = await gather(server.url, chance), Chronicle(data, url)
        for number in range(1, cuts + 1):
            await play_until(people, acknowledged(people) + chance.randrange(1, 2 * moves // cuts), LIMIT_S)
            proxy.cut(chance.choice(KINDS_OF_CUT))
            await until(lambda number=number: proxy.cuts == number, LIMIT_S)  # type: ignore[misc]
            await _play_again(totals, people)
            if number % LOOK_EVERY == 0:
                _audit(totals, chronicle, people)
        await play_until(people, moves, LIMIT_S)
        _audit(totals, chronicle, people)
    return totals


async def _play_again(totals: FaultTotals, people: Sequence[Regular]) -> None:
    """Wait for the next move that anybody is told of."""
    began, before = perf_counter(), acknowledged(people)
    await until(lambda: acknowledged(people) > before, LIMIT_S)
    totals.faults += 1
    totals.back_s.append(perf_counter() - began)


def _audit(totals: FaultTotals, chronicle: Chronicle, people: Sequence[Regular]) -> None:
    """Compare what everyone remembers with what is stored."""
    chronicle.read()
    totals.acknowledged = acknowledged(people)
    totals.lost = len(chronicle.find_lost(people))
    totals.doubled = len(chronicle.find_doubled())
    totals.refused = sum(len(regular.refused) for regular in people)
    totals.looked_at += sum(len(regular.seen) for regular in people)
    totals.unfounded += len(chronicle.find_unfounded(people))
