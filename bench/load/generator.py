"""Generates load on a server: many connections at once, as fast as they are answered or on a schedule."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Awaitable, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import astuple, dataclass
from itertools import cycle
from statistics import median
from time import perf_counter
from typing import NamedTuple, Protocol, TypeVar

from bench.load import process
from bench.load.echo import Echoer
from bench.load.player import Player
from bench.load.process import Usage
from tests.support.garbage import uncollected
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
MOVES_A_GAME = 52
"""How many moves a game of War has at most, the two players' in turn."""
SEED = 7


@dataclass(frozen=True, slots=True)
class Sample:
    """One run.

    Attributes:
        per_s: moves per second.
        p50_ms, p99_ms: the latency of the median and of the 99th percentile.
        load_share, server_share, others_share: what kept the cores busy, of one core from 0 to 1, or of several: the
            load, the server, and everything else on the machine but the server's workers.
        bytes, tables: what the server sent per move, to all connections together: bytes, and Tables and updates.
        written_bytes: what it wrote to disk per move.
        voluntary, involuntary: how often per move one of its threads went to sleep, or was made to wait for another.
    """

    per_s: float
    p50_ms: float
    p99_ms: float
    load_share: float
    server_share: float
    others_share: float
    bytes: float
    tables: float
    written_bytes: float
    voluntary: float
    involuntary: float

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


class Turn(NamedTuple):
    """A player's turn: when in each period of two thoughts, and from which period on."""

    phase_s: float
    first_lap: int
    player: Busy


class Measured(Protocol):
    """A server, or several as one."""

    def usage(self) -> Usage:
        """What it has used so far."""


class Busy(Protocol):
    """A connection that keeps its server busy: whenever it is told to act, and as soon as it may when it is eager."""

    eager: bool
    traffic: Traffic
    ended: str | None

    def act(self, due: float) -> None:
        """Move; how long that takes counts from `due`."""


async def seat(url: str, rooms: int, guests_url: str = "") -> list[Player]:
    """Seat two players in each room and start the games; the two of one room follow each other in the list.

    The second of them may come by another address.
    """
    return await seat_all(Player, url, rooms, guests_url)


async def seat_all(kind: type[P], url: str, rooms: int, guests_url: str = "") -> list[P]:
    """Seat players of a given class in the same way."""
    urls = url, guests_url or url
    players = await _all(_newcomer(urls[number % 2], number, kind) for number in range(2 * rooms))
    hosts, guests = players[::2], players[1::2]
    await _all(host.create() for host in hosts)
    await _all(guest.join(host.room) for host, guest in zip(hosts, guests, strict=True))
    return players


async def connect(url: str, count: int) -> list[Echoer]:
    return await _all(Echoer.open(url) for _ in range(count))


async def measure(wires: Sequence[Busy], server: Measured, seconds: float) -> Sample:
    """Measure the load for so long, once it is steady. The connections keep the traffic they share."""
    with uncollected():
        await _poll(share_traffic(wires), SETTLE_S)
        traffic = share_traffic(wires)
        began, before = perf_counter(), server.usage()
        busy_began, own_began = process.busy_s(), time.process_time()
        idle_s = await _poll(traffic, seconds)
    lasted, used = perf_counter() - began, server.usage().since(before)
    polled_s = time.process_time() - own_began
    others_s = process.busy_s() - busy_began - polled_s - used.cpu_s - used.workers_s
    ended = next((wire.ended for wire in wires if wire.ended), None)
    if ended:
        raise RuntimeError(f"a connection did not last: {ended}")
    moves = len(traffic.latencies)
    if not moves:
        raise RuntimeError(f"nobody moved in {lasted:.1f} s")
    return Sample(
        per_s=moves / lasted,
        p50_ms=percentile(traffic.latencies, 50) * 1000,
        p99_ms=percentile(traffic.latencies, 99) * 1000,
        load_share=1 - idle_s / lasted,
        server_share=used.cpu_s / lasted,
        others_share=max(others_s, 0.0) / lasted,
        bytes=traffic.bytes / moves,
        tables=traffic.tables / moves,
        written_bytes=used.written_bytes / moves,
        voluntary=used.voluntary / moves,
        involuntary=used.involuntary / moves,
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


def play_on(wires: Sequence[Busy]) -> None:
    """Let everyone act as soon as they may, from now on."""
    for wire in wires:
        wire.eager = True
        wire.act(perf_counter())


async def pause(wires: Sequence[Busy]) -> None:
    """Let nobody act any more, and wait until what is on its way has arrived."""
    for wire in wires:
        wire.eager = False
    await asyncio.sleep(0.2)


class Schedule:
    """Has each room move every `think_s`, on a schedule made beforehand, for as long as it runs.

    A move counts from the time it was due, however late it was sent; `late` gets how late the generator itself was.
    Rooms begin one by one while `spread_s` goes by, for else all their games would end in the same moment. Between two
    runs the schedule stands still, so that it is mutable, and goes on where it was.
    """

    def __init__(self, wires: Sequence[Busy], think_s: float, laps: int = MOVES_A_GAME // 2) -> None:
        """Let rooms begin at random within so many laps, in each of which both players of a room move."""
        self.spread_s = laps * 2 * think_s
        self.late: list[float] = []
        self._wires = wires
        self._period_s = 2 * think_s
        self._turns = cycle(turns(wires, think_s, laps))
        self._gone_s = 0.0
        self._lap = 0
        self._next = next(self._turns)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Run it meanwhile; all that is on its way has arrived in the end."""
        run = asyncio.create_task(self._run())
        try:
            yield
        finally:
            run.cancel()
            with suppress(asyncio.CancelledError):
                await run
            await pause(self._wires)

    async def _run(self) -> None:
        """Count the event loop's turns, as its timers are too coarse: the generator's core is always busy."""
        began = perf_counter() - self._gone_s
        try:
            while True:
                now = perf_counter()
                while now >= (due := began + self._lap * self._period_s + self._next.phase_s):
                    self._take_turn(due, now)
                await asyncio.sleep(0)
        finally:
            self._gone_s = perf_counter() - began

    def _take_turn(self, due: float, now: float) -> None:
        turn, self._next = self._next, next(self._turns)
        if self._lap >= turn.first_lap:
            self.late.append(now - due)
            turn.player.act(due)
        self._lap += self._next.phase_s < turn.phase_s


def median_sample(samples: Sequence[Sample]) -> Sample:
    rows = zip(*map(astuple, samples), strict=True)
    return Sample(*map(median, rows))


def percentile(values: Sequence[float], percent: float) -> float:
    """The smallest value that at least `percent` of a hundred do not exceed (nearest rank); 0 when there is none."""
    ordered = sorted(values)
    rank = -(-len(ordered) * percent // 100)
    return ordered[max(int(rank), 1) - 1] if ordered else 0.0


def turns(wires: Sequence[Busy], think_s: float, laps: int) -> list[Turn]:
    """When each player is due: rooms at random, their two players one thought apart."""
    chance = random.Random(SEED)
    period = 2 * think_s
    due = []
    for first, second in zip(wires[::2], wires[1::2], strict=True):
        phase, lap = chance.uniform(0, period), chance.randrange(laps)
        due += [Turn(phase, lap, first), Turn((phase + think_s) % period, lap, second)]
    return sorted(due, key=lambda turn: turn.phase_s)


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
