"""Generates load on a server: many connections at once, as fast as they are answered or on a schedule."""

from __future__ import annotations

import asyncio
import gc
import random
import time
from collections.abc import Awaitable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import astuple, dataclass
from itertools import cycle
from statistics import median
from time import perf_counter
from typing import NamedTuple, Protocol, TypeVar

from bench.load import process
from bench.load.echo import Echoer
from bench.load.player import Player
from bench.load.process import Listening
from tests.support.processes.wire import Traffic

T = TypeVar("T")
P = TypeVar("P", bound=Player)

DISTURBED = 0.25
"""The share of a core from which on other programs spoil a figure; writing to disk alone stays below."""
AT_ONCE = 200
"""How many connections are being opened at any time, which is less than a listening socket keeps waiting."""
SATURATED = 0.95
"""The share of its core from which on a process counts as the one that limits the figure."""
SETTLE_S = 0.2
"""How long nothing counts before a run: what was due while the generator's garbage was collected comes late."""
THOUGHTS_A_GAME = 52
"""How many moves a game of War has at most, the two players' in turn."""
SEED = 7


@dataclass(frozen=True, slots=True)
class Sample:
    """One run: moves per second, the latency of the median and of the 99th percentile, and what kept the cores busy.

    That is the load, the server, and everything else on the machine but the server's workers: what they took of one
    core, from 0 to 1, or of several.
    """

    per_s: float
    p50_ms: float
    p99_ms: float
    load_share: float
    server_share: float
    others_share: float

    @property
    def cost_us(self) -> float:
        """The server's processor time for one move, in microseconds: steadier than moves a second on a busy machine."""
        return self.server_share / self.per_s * 1e6

    @property
    def is_load_bound(self) -> bool:
        """Whether the generator was the one that could do no more."""
        return self.load_share > SATURATED and self.server_share < SATURATED

    @property
    def is_disturbed(self) -> bool:
        """Whether other programs took so much that the figure says little."""
        return self.others_share > DISTURBED


class _Turn(NamedTuple):
    """A player's turn: when in each period of two thoughts, and from which period on."""

    phase_s: float
    first_lap: int
    player: Player


class Busy(Protocol):
    """A connection that keeps its server busy."""

    eager: bool
    traffic: Traffic
    ended: str | None


async def seat(url: str, rooms: int) -> list[Player]:
    """Seat two players in each room and start the games; the two of one room follow each other in the list."""
    return await seat_all(Player, url, rooms)


async def seat_all(kind: type[P], url: str, rooms: int) -> list[P]:
    """Seat players of a given class in the same way."""
    players = await _all(_newcomer(url, number, kind) for number in range(2 * rooms))
    hosts, guests = players[::2], players[1::2]
    await _all(host.create() for host in hosts)
    await _all(guest.join(host.room) for host, guest in zip(hosts, guests, strict=True))
    return players


async def connect(url: str, count: int) -> list[Echoer]:
    return await _all(Echoer.open(url) for _ in range(count))


async def measure(wires: Sequence[Busy], server: Listening, seconds: float) -> Sample:
    """Measure the load for so long, once it is steady. The connections keep the traffic they share."""
    with _no_collections():
        await _poll(share_traffic(wires), SETTLE_S)
        traffic = share_traffic(wires)
        began, server_began, workers_began = perf_counter(), server.cpu_s(), server.workers_s()
        busy_began, own_began = process.busy_s(), time.process_time()
        idle_s = await _poll(traffic, seconds)
    lasted = perf_counter() - began
    served_s, polled_s = server.cpu_s() - server_began, time.process_time() - own_began
    others_s = process.busy_s() - busy_began - served_s - polled_s - (server.workers_s() - workers_began)
    ended = next((wire.ended for wire in wires if wire.ended), None)
    if ended:
        raise RuntimeError(f"a connection did not last: {ended}")
    return Sample(
        per_s=len(traffic.latencies) / lasted,
        p50_ms=percentile(traffic.latencies, 50) * 1000,
        p99_ms=percentile(traffic.latencies, 99) * 1000,
        load_share=1 - idle_s / lasted,
        server_share=served_s / lasted,
        others_share=max(others_s, 0.0) / lasted,
    )


def share_traffic(wires: Sequence[Busy]) -> Traffic:
    """Count from now on what comes in over all of the connections together."""
    traffic = Traffic()
    for wire in wires:
        wire.traffic = traffic
    return traffic


async def _poll(traffic: Traffic, seconds: float) -> float:
    """Take what comes for so long without ever going to sleep; the seconds in which nothing came.

    Waking a sleeping core is work for whoever sends to it, and would be measured as the server's.
    """
    now, idle, heard = perf_counter(), 0.0, traffic.heard
    end = now + seconds
    while now < end:
        await asyncio.sleep(0)
        before, now = now, perf_counter()
        if traffic.heard == heard:
            idle += now - before
        heard = traffic.heard
    return idle


def play_on(players: Sequence[Player]) -> None:
    """Let everyone act as soon as they may, from now on."""
    for player in players:
        player.eager = True
        player.act(perf_counter())


async def pause(wires: Sequence[Busy]) -> None:
    """Let nobody act any more, and wait until what is on its way has arrived."""
    for wire in wires:
        wire.eager = False
    await asyncio.sleep(0.2)


async def keep_thinking(players: Sequence[Player], think_s: float, late: list[float]) -> None:
    """Have a room move every `think_s`, on a schedule made beforehand, until cancelled.

    A move counts from the time it was due, however late it was sent; `late` gets how late the generator itself was.
    Rooms begin one by one while `spread_s(think_s)` goes by, for else all their games would end in the same moment.
    The event loop's timers are too coarse for this, so its turns are counted instead: the generator's core is always
    busy.
    """
    period = 2 * think_s
    turns = cycle(_schedule(players, think_s))
    began = perf_counter()
    lap, turn = 0, next(turns)
    while True:
        now = perf_counter()
        while now >= (due := began + lap * period + turn.phase_s):
            if lap >= turn.first_lap:
                late.append(now - due)
                turn.player.act(due)
            before, turn = turn, next(turns)
            lap += turn.phase_s < before.phase_s
        await asyncio.sleep(0)


def spread_s(think_s: float) -> float:
    """For how long rooms begin one by one: about as long as a game takes with such thoughts."""
    return THOUGHTS_A_GAME * think_s


def median_sample(samples: Sequence[Sample]) -> Sample:
    rows = zip(*map(astuple, samples), strict=True)
    return Sample(*map(median, rows))


def percentile(values: Sequence[float], percent: float) -> float:
    """The smallest value that at least `percent` of a hundred do not exceed (nearest rank); 0 when there is none."""
    ordered = sorted(values)
    rank = -(-len(ordered) * percent // 100)
    return ordered[max(int(rank), 1) - 1] if ordered else 0.0


def _schedule(players: Sequence[Player], think_s: float) -> list[_Turn]:
    """When each player is due: rooms at random, their two players one thought apart."""
    chance = random.Random(SEED)
    period, laps = 2 * think_s, THOUGHTS_A_GAME // 2
    turns = []
    for first, second in zip(players[::2], players[1::2], strict=True):
        phase, lap = chance.uniform(0, period), chance.randrange(laps)
        turns += [_Turn(phase, lap, first), _Turn((phase + think_s) % period, lap, second)]
    return sorted(turns, key=lambda turn: turn.phase_s)


async def _newcomer(url: str, number: int, kind: type[P]) -> P:
    player = await kind.open(url)
    await player.sign_in(f"p{number}")
    return player


async def _all(works: Iterator[Awaitable[T]]) -> list[T]:
    """The results of all of them in order, not too many at a time."""
    results: list[T] = []
    batch: list[Awaitable[T]] = []
    for work in works:
        batch.append(work)
        if len(batch) == AT_ONCE:
            results += await asyncio.gather(*batch)
            batch.clear()
    return results + await asyncio.gather(*batch)


@contextmanager
def _no_collections() -> Iterator[None]:
    """Pause the garbage collector, which would add to the latencies."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
