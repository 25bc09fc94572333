"""Clients that send without end: what the server grows by, and how soon each of them is gone."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from time import perf_counter

from protocol import messages as m
from protocol.codec import encode
from tests.support.processes import wire
from tests.support.processes.players import sign_in
from tests.support.processes.running import RunningServer, start_server
from tests.support.processes.wire import Wire, Wires
from torture.finding import Finding
from torture.scale import Scale
from torture.tools import proc

FLOODERS, EVERYDAY_FLOODERS = 20, 3
GROWTH_MAX_MIB = 5.0
GONE_WITHIN_S = 2.0
GIVE_UP_S = 20.0
LOOK_EVERY_S = 0.01
LIMITS = ("arrivals-burst=1000", "connections-per-address=1000")
AT_ONCE = 200
"""How many frames are written at a time."""
RECEIVE_BYTES = 4096
"""What a visitor's machine keeps of what is not read, hardly more."""
WARM_UPS = 3
"""How many visitors the server has had before its memory counts."""

FLOODS = {
    "pings": wire.frame(b"x" * 125, wire.PING),
    "pongs": wire.frame(b"x" * 125, wire.PONG),
    "requests for the lobby": wire.frame(encode(m.Browse(on=True))),
    "requests for records": wire.frame(encode(m.GetStats(ref=1, game="war", deal=None))),
    "moves at no table": wire.frame(encode(m.Play(room="NONE", number=1, ply=0, move="flip"))),
}


@dataclass(frozen=True, slots=True)
class Seen:
    """What a flood did: how many MiB the server grew by at most, and after how many seconds the last one was gone."""

    grown_mib: float
    gone_s: float


async def prove(scale: Scale) -> list[Finding]:
    """Let one flood after the other loose on servers with their default limits."""
    flooders = scale.of(EVERYDAY_FLOODERS, FLOODERS)
    return [await _prove(scale, name, AT_ONCE * flood, flooders) for name, flood in FLOODS.items()]


async def _prove(scale: Scale, name: str, flood: bytes, flooders: int) -> Finding:
    with scale.folder() as data, start_server(data, limits=LIMITS) as server:
        seen = await _flood_server(server, flood, flooders)
    within_s = GONE_WITHIN_S * scale.patience
    return Finding(
        "P5",
        f"{flooders} clients send {name} without end and read nothing",
        f"+{seen.grown_mib:.1f} MiB, all cut off after {seen.gone_s:.2f} s",
        f"{GROWTH_MAX_MIB:g} MiB, {within_s:g} s",
        holds=seen.grown_mib <= GROWTH_MAX_MIB and seen.gone_s <= within_s,
    )


async def _flood_server(server: RunningServer, flood: bytes, flooders: int) -> Seen:
    """Let so many clients flood a server at the same time."""
    wires = Wires(server.url)
    for _ in range(1 + WARM_UPS):
        await wires.aclose()
        visitors = [await sign_in(wires, f"f{number}", buffer_bytes=RECEIVE_BYTES) for number in range(flooders)]
    before = most = proc.rss_kib(server.process.pid)
    began = perf_counter()
    floods = [asyncio.ensure_future(_flood(visitor.socket, flood)) for visitor in visitors]
    while not all(each.done() for each in floods) and perf_counter() - began < GIVE_UP_S:
        await asyncio.sleep(LOOK_EVERY_S)
        most = max(most, proc.rss_kib(server.process.pid))
    for each in floods:
        each.cancel()
    gone_s = max([each.result() - began for each in floods if each.done() and not each.cancelled()], default=GIVE_UP_S)
    await wires.aclose()
    is_over = all(each.done() and not each.cancelled() for each in floods)
    return Seen((most - before) / 1024, gone_s if is_over else GIVE_UP_S)


async def _flood(visitor: Wire, flood: bytes) -> float:
    """Send until the connection is cut; when that was."""
    with suppress(OSError):
        while not visitor.is_lost:
            visitor.write(flood)
            await visitor.drain()
    return perf_counter()
