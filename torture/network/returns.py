"""Sixty-four people are cut off at random, all the time, and one whose connection hangs comes back over another."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, field, replace

from bench.load.generator import percentile
from torture.finding import Finding
from torture.scale import Scale
from torture.tools.homes import Home, home
from torture.tools.proxy import FLAWLESS, Ending, Fault, FaultPlan, Proxy, proxying
from torture.tools.regulars import WAR, Line, Regular, gather, settle, until

CUTS, EVERYDAY_CUTS = 2_000, 60
TABLES, EVERYDAY_TABLES = 8, 1
"""Tables of each game; each has two people."""
PACE_S = 0.1
"""How long people think on average: the machine is to be busy, not full."""
ENDINGS: tuple[Ending, ...] = ("close", "reset", "stall")
UNHURRIED_S = 20.0
BYTES_MAX = 12_000
"""After at most so many bytes a connection breaks."""
PATIENCE_S = 0.3
"""How long somebody waits, at most, whose connection does not break but hang."""
RESUME_WITHIN_MS = 250
TAKEOVERS, EVERYDAY_TAKEOVERS = 200, 10
TAKEN_OVER_WITHIN_MS = 100


@dataclass(slots=True)
class ReturnTotals:
    """Adds up what every cut led to.

    Attributes:
        cuts: how many connections broke, or were given up.
        hung: how many of them hung and were left half open.
        resumes: the seconds from connecting to the Table, where the network itself was not slow.
        behind: how often somebody came back to a position older than one they had seen.
    """

    cuts: int = 0
    hung: int = 0
    resumes: list[float] = field(default_factory=list)
    behind: int = 0


async def prove(scale: Scale) -> list[Finding]:
    """Cut at random; then take over from connections that hang."""
    with home(scale) as place:
        found = await _cut_at_random(place, scale)
    with home(scale) as place:
        return [*found, await _take_over(place, scale)]


async def _cut_at_random(place: Home, scale: Scale) -> list[Finding]:
    cuts, chance = scale.of(EVERYDAY_CUTS, CUTS), scale.chance("returns")
    server, totals, chronicle = place.start(), ReturnTotals(), place.chronicle()
    try:
        people = await gather(server.url, chance, tables=scale.of(EVERYDAY_TABLES, TABLES))
        async with (
            proxying(server.url, lambda: _slow(chance)) as slow,
            proxying(server.url, lambda: _brittle(chance)) as brittle,
            asyncio.TaskGroup() as lives,
        ):
            for regular in people:
                lives.create_task(_live(regular, slow.url, brittle.url, totals, cuts))
        await settle(people)
    finally:
        server.terminate()
    chronicle.read()
    doubled, lost, unfounded = chronicle.find_doubled(), chronicle.find_lost(people), chronicle.find_unfounded(people)
    wrong = len(doubled) + len(lost) + len(unfounded) + totals.behind
    p99_ms, within_ms = percentile(totals.resumes, 99) * 1000, RESUME_WITHIN_MS * scale.patience
    return [
        Finding(
            "P4",
            f"{len(people)} people cut off at random: closed, reset, stalled, late, trickling",
            f"{totals.cuts:,} cuts, {totals.hung} left half open, {wrong} positions wrong or moves doubled or lost",
            f"{cuts:,} cuts, 0 wrong",
            holds=totals.cuts >= cuts and not wrong,
        ),
        Finding(
            "P4",
            "from connecting again to the present Table, 99th percentile, while the others play",
            f"{p99_ms:.0f} ms of {len(totals.resumes):,} returns",
            f"{within_ms:.0f} ms",
            holds=p99_ms <= within_ms,
            note="without those over a network made slow; the players share the machine",
        ),
    ]


async def _live(regular: Regular, slow: str, brittle: str, totals: ReturnTotals, cuts: int) -> None:
    """Come back over a bad network, play until that breaks, and so on, until there have been enough cuts of all."""
    regular.pace_s, regular.patience_s = PACE_S, PATIENCE_S
    while totals.cuts < cuts:
        url = regular.chance.choice((slow, brittle))
        await _return(regular, url, totals)
        if url == slow:
            regular.resumes.clear()
        totals.resumes += regular.resumes
        regular.resumes.clear()
        await _play_until_cut(regular, totals)
    regular.patience_s = UNHURRIED_S
    await _return(regular, regular.url, totals)


async def _return(regular: Regular, url: str, totals: ReturnTotals) -> None:
    newest = 0 if regular.table is None else regular.table.seq
    await regular.come(url)
    totals.behind += regular.table is None or regular.table.seq < newest
    regular.play_on()


async def _play_until_cut(regular: Regular, totals: ReturnTotals) -> None:
    """Play until the connection breaks; one that hangs is closed, or left half open, in the end."""
    try:
        await until(lambda: regular.line is None, limit_s=regular.chance.uniform(0, 2 * PATIENCE_S))
    except TimeoutError:
        if regular.chance.random() < 0.5:
            regular.leave()
        else:
            regular.abandon()
            totals.hung += 1
    totals.cuts += 1


def _brittle(chance: random.Random, slowness: Fault = FLAWLESS) -> FaultPlan:
    """A connection that breaks somewhere."""
    broken = replace(slowness, after=chance.randrange(BYTES_MAX), ending=chance.choice(ENDINGS))
    return FaultPlan(up=broken, down=slowness) if chance.random() < 0.3 else FaultPlan(up=slowness, down=broken)


def _slow(chance: random.Random) -> FaultPlan:
    """One that is late as well, or trickles."""
    late, trickling = Fault(latency_s=chance.uniform(0, 0.03)), Fault(trickle_bps=chance.uniform(10_000, 60_000))
    return _brittle(chance, chance.choice((late, trickling)))


async def _take_over(place: Home, scale: Scale) -> Finding:
    """ann's connection hangs; she signs in from another, again and again."""
    times, chance = scale.of(EVERYDAY_TAKEOVERS, TAKEOVERS), scale.chance("take over")
    took_s, told = [], 0
    with place.start() as server:
        ann, _ = await gather(server.url, chance, (WAR,))
        async with proxying(server.url) as proxy:
            for _ in range(times):
                ann.leave()
                await ann.come(proxy.url)
                old = _hang(ann, proxy)
                await ann.come()
                took_s.append(ann.resumes[-1])
                told += await _is_told(old, proxy)
    slowest_ms, within_ms = max(took_s) * 1000, TAKEN_OVER_WITHIN_MS * scale.patience
    return Finding(
        "P4",
        "a new connection wins over one that hangs, which learns why once it is back",
        f"{times} times, at most {slowest_ms:.0f} ms, {told} told",
        f"{within_ms:.0f} ms, all told",
        holds=slowest_ms <= within_ms and told == times,
    )


def _hang(ann: Regular, proxy: Proxy) -> Line:
    """Nothing passes ann's connection any more; she leaves it as it is."""
    line = ann.abandon()
    assert line is not None
    assert proxy.last is not None
    proxy.last.hang()
    return line


async def _is_told(old: Line, proxy: Proxy) -> bool:
    """Whether the old connection is told that it is somebody else's now, once it no longer hangs."""
    assert proxy.last is not None
    proxy.last.heal()
    await until(lambda: old.ended is not None)
    return old.ended is not None and "signed in from somewhere else" in old.ended
