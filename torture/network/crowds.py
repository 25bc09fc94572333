"""Crowds that are refused, while people still sign in hardly later."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from contextlib import aclosing, contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from statistics import median
from time import perf_counter
from urllib.parse import urlsplit

from server.limits.settings import ServerLimits
from tests.support.processes.players import sign_in
from tests.support.processes.running import RunningServer, start_server
from tests.support.processes.wire import Wires
from torture.finding import Finding
from torture.scale import Scale
from torture.tools import proc
from torture.tools.regulars import until

CROWD = "127.0.0.2"
"""The crowd's own address of this machine; people come from 127.0.0.1."""
COMERS, EVERYDAY_COMERS = 200, 20
RATIO_MAX = 1.5
SLACK_MS = 2.0
"""What does not count as later: less than a timer's tick and a half."""
PAUSE_S = 0.1
"""How long after one person the next connects: half as often as one address may."""
CONNECTING = 100
"""How many of the crowd are under way at any time."""
AGAIN_S = 0.25
"""How long each of the crowd waits before it tries again."""
STAYS_S = 1.0
"""How long one of the crowd stays where it was let in."""
LOOK_EVERY_S = 0.2

SAID = {
    "silent connections": b"",
    "handshakes that never end": b"GET / HTTP/1.1\r\nHost: x\r\n",
    "whole handshakes, and then silence": (
        b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: parlour.1\r\n\r\n"
    ),
}
"""What those of a crowd say, by what they are."""


async def prove(scale: Scale) -> list[Finding]:
    """People alone, then beside each kind of crowd."""
    comers = scale.of(EVERYDAY_COMERS, COMERS)
    findings = []
    for name in SAID:
        with (
            scale.folder() as data,
            start_server(data, limits=("arrivals-per-s=20", "address-accounts-burst=100000")) as server,
        ):
            alone_ms = await coming_ms(server, comers)
            held, beside_ms = await _beside(server, name, comers)
        findings.append(_judge(scale, name, alone_ms, beside_ms, held))
    return findings


def _judge(scale: Scale, name: str, alone_ms: float, beside_ms: float, held: int) -> Finding:
    most, ratio_max = ServerLimits().connections_per_address, RATIO_MAX * scale.patience
    later = beside_ms / max(alone_ms, SLACK_MS)
    return Finding(
        "P11",
        f"a person connects beside a crowd of one address that tries {CONNECTING / AGAIN_S:.0f} times a second: {name}",
        f"{alone_ms:.1f} ms alone, {beside_ms:.1f} ms beside the crowd, of which {held} had a place",
        f"{ratio_max:g} times as long, {most} places",
        holds=later <= ratio_max and 0 < held <= most,
        note="medians, from the first packet to the welcome",
    )


async def _beside(server: RunningServer, name: str, comers: int) -> tuple[int, float]:
    """How many of a crowd had a place, and how long people took meanwhile."""
    crowd = get_context("spawn").Process(target=_crowd, args=(server.url, name), daemon=True)
    crowd.start()
    held: list[int] = []
    count = asyncio.ensure_future(_count(server, held))
    try:
        await until(lambda: bool(held) and max(held) > 0)
        beside_ms = await coming_ms(server, comers)
        return max(held), beside_ms
    finally:
        count.cancel()
        await asyncio.to_thread(_end, crowd)


async def _count(server: RunningServer, held: list[int]) -> None:
    """Count the crowd's connections that stay open from one look to the next."""
    before: set[int] = set()
    while True:
        now = proc.connected_ports(server.port, CROWD)
        held.append(len(before & now))
        before = now
        await asyncio.sleep(LOOK_EVERY_S)


async def coming_ms(server: RunningServer, comers: int) -> float:
    """How long one person after the other takes to be welcomed, the median."""
    took = []
    for number in range(comers):
        began = perf_counter()
        async with aclosing(Wires(server.url)) as wires:
            await sign_in(wires, f"p{number}")
            took.append((perf_counter() - began) * 1000)
        await asyncio.sleep(PAUSE_S)
    return median(took)


def _crowd(url: str, name: str) -> None:
    """Be a crowd, in a process of its own, until ended."""
    asyncio.run(_measure_beside(url, SAID[name]))


async def _measure_beside(url: str, said: bytes) -> None:
    async with asyncio.TaskGroup() as tasks:
        for _ in range(CONNECTING):
            tasks.create_task(_come(url, said))


async def _come(url: str, said: bytes) -> None:
    """Connect again and again from the crowd's address, say something, and stay a while or until cut off."""
    loop = asyncio.get_running_loop()
    place = urlsplit(url)
    while True:
        with _socket() as made, suppress(OSError):  # which a TimeoutError is
            await loop.sock_connect(made, (place.hostname, place.port))
            await loop.sock_sendall(made, said)
            async with asyncio.timeout(STAYS_S):
                while await loop.sock_recv(made, 1024):
                    pass
        await asyncio.sleep(AGAIN_S)


def _end(crowd: BaseProcess) -> None:
    crowd.terminate()
    crowd.join()


@contextmanager
def _socket() -> Iterator[socket.socket]:
    """A socket that is the crowd's."""
    with socket.socket() as made:
        made.setblocking(False)  # noqa: FBT003 - the library's signature
        made.bind((CROWD, 0))
        yield made
