"""A TCP proxy that disturbs connections as networks do: it delays, trickles, stalls, closes and resets them."""

from __future__ import annotations

import asyncio
import socket
import struct
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import urlsplit

CHUNK_BYTES = 64 * 1024
TRICKLE_BYTES = 64
LINGER_NOT = struct.pack("ii", 1, 0)
"""A socket that does not linger is reset instead of closed, see socket(7)."""

Ending = Literal["close", "reset", "stall"]
Way = Literal["up", "down"]


@dataclass(frozen=True, slots=True)
class Fault:
    """What goes wrong on the way in one direction.

    Attributes:
        latency_s: how late everything comes.
        trickle_bps: at most so many bytes a second pass; 0 for no limit.
        after: once so many bytes have passed, the connection ends; with 0, at the first byte. None: never.
        ending: how. What is stalled waits until the connection is healed, as packets do that are sent again.
    """

    latency_s: float = 0.0
    trickle_bps: float = 0.0
    after: int | None = None
    ending: Ending = "close"


FLAWLESS = Fault()


@dataclass(frozen=True, slots=True)
class FaultPlan:
    """What goes wrong with a connection, up to the server and down from it."""

    up: Fault = FLAWLESS
    down: Fault = FLAWLESS


@dataclass(slots=True)
class ByteCounts:
    """Counts the bytes that have passed a connection."""

    up: int = 0
    down: int = 0


class Link:
    """One proxied connection, which passes bytes until it ends.

    Attributes:
        plan: what goes wrong with it.
        traffic: what has passed so far.
        lag_s: how much later all comes down from now on.
        is_stalled: whether it hangs now.
    """

    def __init__(self, plan: FaultPlan, client: _Ends, server: _Ends) -> None:
        self.plan = plan
        self.traffic = ByteCounts()
        self.lag_s = 0.0
        self.is_stalled = False
        self._client = client
        self._server = server
        self._healed = asyncio.Event()
        self._passing: dict[Way, asyncio.Event] = {"up": asyncio.Event(), "down": asyncio.Event()}
        self._go_on()
        self._ended_by: Ending = "close"

    def hang(self, *ways: Way) -> None:
        """Let nothing pass any more in these directions, by default in both, until it is healed."""
        for way in ways or self._passing:
            self._passing[way].clear()

    def heal(self) -> None:
        """Let what was stalled go on."""
        self._healed.set()
        self._go_on()

    async def run(self) -> None:
        """Pass bytes until either side ends, or the plan ends both."""
        ways = [
            asyncio.create_task(self._pass(self.plan.up, self._client, self._server, "up")),
            asyncio.create_task(self._pass(self.plan.down, self._server, self._client, "down")),
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            for ends in (self._client, self._server):
                ends.end(reset=self._ended_by == "reset")

    def _go_on(self) -> None:
        for passing in self._passing.values():
            passing.set()

    async def _pass(self, fault: Fault, source: _Ends, target: _Ends, way: Way) -> None:
        passed = 0
        with suppress(ConnectionError):
            while data := await source.reader.read(CHUNK_BYTES):
                await self._passing[way].wait()
                if late_s := fault.latency_s + (self.lag_s if way == "down" else 0.0):
                    await asyncio.sleep(late_s)
                allowed = data if fault.after is None else data[: fault.after - passed]
                await _write(target.writer, allowed, fault.trickle_bps)
                passed += len(allowed)
                setattr(self.traffic, way, passed)
                if fault.after is not None and passed >= fault.after:
                    self._ended_by = fault.ending
                    if fault.ending != "stall":
                        return
                    self.is_stalled = True
                    await self._healed.wait()
                    self.is_stalled = False
                    await _write(target.writer, data[len(allowed) :], 0.0)
                    fault = FLAWLESS


@dataclass(frozen=True, slots=True)
class _Ends:
    """One socket's two streams."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    def end(self, *, reset: bool) -> None:
        if reset:
            made = self.writer.get_extra_info("socket")
            if made is not None:  # it is not gone yet
                with suppress(OSError):
                    made.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, LINGER_NOT)
            self.writer.transport.abort()
        else:
            self.writer.close()


@dataclass(slots=True)
class Proxy:
    """A listening proxy; `plan` is called for the faults of each new connection.

    Attributes:
        url: where it listens.
        links: the connections that are up.
        last: the one made last.
    """

    server: str
    plan: Callable[[], FaultPlan]
    url: str = ""
    links: set[Link] = field(default_factory=set)
    last: Link | None = None

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        client = _Ends(reader, writer)
        place = urlsplit(self.server)
        try:
            reach = asyncio.open_unix_connection(place.path) if place.scheme == "unix" else None
            server = _Ends(*await (reach or asyncio.open_connection(place.hostname, place.port)))
        except OSError:
            client.end(reset=True)
            return
        link = self.last = Link(self.plan(), client, server)
        self.links.add(link)
        try:
            await link.run()
        finally:
            self.links.discard(link)


@asynccontextmanager
async def proxying(server: str, plan: Callable[[], FaultPlan] = FaultPlan) -> AsyncIterator[Proxy]:
    """A proxy before a server's URL; on the way out all its connections are ended, also those that just came."""
    proxy = Proxy(server, plan)
    running: dict[asyncio.Task[None], asyncio.StreamWriter] = {}

    def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(proxy.serve(reader, writer))
        running[task] = writer
        task.add_done_callback(running.pop)

    listener = await asyncio.start_server(serve, "127.0.0.1", 0)
    proxy.url = f"ws://127.0.0.1:{listener.sockets[0].getsockname()[1]}"
    try:
        yield proxy
    finally:
        listener.close()
        left = dict(running)
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)
        for writer in left.values():
            writer.transport.abort()


async def _write(writer: asyncio.StreamWriter, data: bytes, trickle_bps: float) -> None:
    """Write all at once, or bit by bit."""
    step = TRICKLE_BYTES if trickle_bps else max(len(data), 1)
    for start in range(0, len(data), step):
        writer.write(data[start : start + step])
        await writer.drain()
        if trickle_bps:
            await asyncio.sleep(step / trickle_bps)
