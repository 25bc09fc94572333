"""A room with two hundred spectators, of whom some read nothing any more and some hardly anything."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Self

from bench.load.generator import percentile
from bench.load.process import UNLIMITED
from protocol import messages as m
from protocol.codec import encode
from tests.support.processes.players import sign_in
from tests.support.processes.running import RunningServer, start_server
from tests.support.processes.wire import Listener, Wire, Wires
from torture.finding import Finding
from torture.scale import Scale
from torture.tools import proc, tracing
from torture.tools.regulars import WAR, Regular, gather, until

HEALTHY, EVERYDAY_HEALTHY = 160, 20
NEVER, EVERYDAY_NEVER = 20, 3
SLOW, EVERYDAY_SLOW = 20, 3
SLOW_BPS = 100
MOVES_PER_S = 50
RUN_S, EVERYDAY_RUN_S = 60, 6
UNREAD_S, EVERYDAY_UNREAD_S = 10, 2
"""How long the server lets what it sent go unread: by default, and where there is no time to wait for it."""
RATIO_MAX = 1.2
GROWTH_MAX_MIB = 20.0
GONE_WITHIN_S = 15.0
RECEIVE_BYTES = 4096
"""What the machine of somebody who does not read keeps for them."""


class Spectator(Listener):
    """A spectator who reads; `late_s` has the seconds from each move to the Table that shows it."""

    subprotocol = m.SUBPROTOCOL

    def __init__(self, wire: Wire) -> None:
        super().__init__(wire)
        self.late_s: list[float] = []
        self.sent_at: Mapping[int, float] = {}
        self.welcomed = asyncio.Event()

    @classmethod
    async def watch(cls, url: str, name: str, room: str) -> Self:
        spectator = await cls.open(url)
        spectator.send(encode(m.Hello(name=name, token=None, client="torture", deals=False, bot=False)))
        await spectator.welcomed.wait()
        spectator.send(encode(m.Watch(ref=1, room=room)))
        return spectator

    def hear(self, payload: bytes) -> None:
        """Look when a Table has come."""
        seen = tracing.glance(payload)
        if seen.kind == "welcome":
            self.welcomed.set()
        elif seen.seq in self.sent_at:
            self.late_s.append(perf_counter() - self.sent_at[seen.seq])


async def prove(scale: Scale) -> list[Finding]:
    """Play before healthy spectators; with the others among them; and without them again."""
    run_s = scale.of(EVERYDAY_RUN_S, RUN_S)
    with scale.folder() as data:
        without, among, gone_s = await _measure(data, scale, run_s)
    p99_ms = percentile(without, 99) * 1000, percentile(among.late_s, 99) * 1000
    ratio, ratio_max = p99_ms[1] / p99_ms[0], RATIO_MAX * scale.patience
    never, slow = scale.of(EVERYDAY_NEVER, NEVER), scale.of(EVERYDAY_SLOW, SLOW)
    return [
        Finding(
            "P5",
            f"{MOVES_PER_S} moves a second for {run_s} s before {scale.of(EVERYDAY_HEALTHY, HEALTHY)} spectators, and "
            f"{never} who never read and {slow} who read {SLOW_BPS} bytes a second: from a move to a healthy "
            "spectator's Table, 99th percentile, over the same without them",
            f"{ratio:.2f} ({p99_ms[1]:.1f} over {p99_ms[0]:.1f} ms, {len(among.late_s):,} Tables)",
            f"{ratio_max:g}",
            holds=ratio <= ratio_max and bool(among.late_s),
        ),
        Finding(
            "P5",
            "how much the server's memory grows meanwhile",
            f"{among.growth_mib:.1f} MiB",
            f"under {GROWTH_MAX_MIB:g} MiB",
            holds=among.growth_mib < GROWTH_MAX_MIB,
        ),
        Finding(
            "P5",
            "until the last of those who never read is cut off",
            f"{gone_s:.1f} s",
            f"{GONE_WITHIN_S:g} s",
            holds=gone_s <= GONE_WITHIN_S,
            note="their machine's buffers, which fill first, take some 12 KiB",
        ),
    ]


async def _measure(data: Path, scale: Scale, run_s: float) -> tuple[list[float], WatchedRun, float]:
    """How late Tables were without the sluggards, what was measured with them, and when those who never read went."""
    unread_s = EVERYDAY_UNREAD_S if scale.size == "everyday" else UNREAD_S
    with start_server(data, limits=(*UNLIMITED, f"unread-s={unread_s}")) as server:
        watched = await _open_room(server, scale)
        before = await watched.play(run_s / 2)
        never = await watched.let_in(scale.of(EVERYDAY_NEVER, NEVER), "never")
        slow = await watched.let_in(scale.of(EVERYDAY_SLOW, SLOW), "slow")
        reading = [asyncio.create_task(_read_slowly(each)) for each in slow]
        gone = asyncio.create_task(_time_until_gone(server, {each.port for each in never}))
        among = await watched.play(run_s)
        gone_s = await gone
        for task in reading:
            task.cancel()
        await asyncio.gather(*reading, return_exceptions=True)
        await watched.sluggards.aclose()
        after = await watched.play(run_s / 2)
    return [*before.late_s, *after.late_s], among, gone_s


async def _open_room(server: RunningServer, scale: Scale) -> WatchedRoom:
    """Open a room in which two play War before healthy spectators."""
    players = await gather(server.url, scale.chance("readers"), (WAR,))
    assert players[0].table is not None
    room, number = players[0].table.room, scale.of(EVERYDAY_HEALTHY, HEALTHY)
    spectators = [await Spectator.watch(server.url, f"w{each}", room) for each in range(number)]
    return WatchedRoom(server, players, spectators, room, Wires(server.url))


async def _read_slowly(sluggard: Wire) -> None:
    """Read a few bytes a second, until there are no more."""
    with suppress(OSError):
        while True:
            await asyncio.sleep(1.0)
            if not await sluggard.sip(SLOW_BPS):
                return


async def _time_until_gone(server: RunningServer, ports: set[int]) -> float:
    """The seconds until the server has let go of all these connections."""
    began = perf_counter()
    await until(lambda: not ports & proc.connected_ports(server.port), limit_s=10 * GONE_WITHIN_S, look_s=0.1)
    return perf_counter() - began


@dataclass(frozen=True, slots=True)
class WatchedRun:
    """What was measured in a while: how late spectators saw moves, how much the server grew, how many Tables came."""

    late_s: list[float]
    growth_mib: float


@dataclass(frozen=True, slots=True)
class WatchedRoom:
    """A room with its players and spectators."""

    server: RunningServer
    players: Sequence[Regular]
    spectators: Sequence[Spectator]
    room: str
    sluggards: Wires

    async def play(self, seconds: float) -> WatchedRun:
        """Moves on a schedule, and how late the spectators saw them."""
        sent_at: dict[int, float] = {}
        for spectator in self.spectators:
            spectator.sent_at = sent_at
            spectator.late_s.clear()
        began, moves = perf_counter(), int(seconds * MOVES_PER_S)
        before, most = proc.rss_kib(self.server.process.pid), 0.0
        for move in range(moves):
            await asyncio.sleep(max(0.0, began + move / MOVES_PER_S - perf_counter()))
            self._move(move, sent_at)
            if move % MOVES_PER_S == 0:
                most = max(most, proc.rss_kib(self.server.process.pid))
        await asyncio.sleep(1 / MOVES_PER_S)
        late_s = [seconds for spectator in self.spectators for seconds in spectator.late_s]
        return WatchedRun(late_s, max(most - before, 0.0) / 1024)

    async def let_in(self, number: int, name: str) -> list[Wire]:
        """Let in so many spectators who read nothing by themselves any more."""
        return [await self._let_in(f"{name}{each}") for each in range(number)]

    async def _let_in(self, name: str) -> Wire:
        sluggard = await sign_in(self.sluggards, name, buffer_bytes=RECEIVE_BYTES)
        sluggard.send(m.Watch(ref=1, room=self.room))
        return sluggard.socket

    def _move(self, move: int, sent_at: dict[int, float]) -> None:
        """The next player's move, if they may move; its Table will be the room's next."""
        for player in (self.players[move % 2], self.players[1 - move % 2]):
            table = player.table
            assert table is not None
            if player.is_answered and player.act():
                sent_at[table.seq + 1] = perf_counter()
                return
