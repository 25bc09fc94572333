"""A real gateway on a free port, which echoes frames."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from http import HTTPStatus
from typing import Any

from bench.load.process import UNLIMITED
from server.limits.settings import ServerLimits, parse_limits
from server.net.connection import ServerConnection
from server.net.framing import frame
from server.net.gateway import Gateway
from server.net.handshake import HandshakeRefusal, HttpResponse, ListenerPolicy
from tests.support.processes.wire import Wire, Wires

LIMITS = replace(parse_limits(UNLIMITED), close_within_s=0.1, connections=5)


class EchoHandler:
    """Echoes every frame, and remembers which connections were lost. Mutable: connections come and go."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self.gone: asyncio.Queue[ServerConnection] = asyncio.Queue()
        self.refusal: HandshakeRefusal | None = None

    def check(self, connection: ServerConnection, now: float) -> None:
        """Nobody has to say hello here."""

    def arrived(self, address: str) -> HandshakeRefusal | None:
        return self.refusal

    def received(self, connection: ServerConnection, payload: bytes) -> None:
        self.frames.append(payload)
        connection.outbox.offer(frame(payload))

    def lost(self, connection: ServerConnection) -> None:
        self.gone.put_nowait(connection)

    def page(self, path: str, address: str) -> HttpResponse | None:
        match path:
            case "/page":
                return HttpResponse(HTTPStatus.OK, "a page\n", "text/plain; version=7")
            case "/address":
                return HttpResponse(HTTPStatus.OK, address)
        return None


class RunningGateway:
    """A gateway that listens, and the client sockets of a test."""

    def __init__(self, handler: EchoHandler, gateway: Gateway, wires: Wires) -> None:
        self.handler = handler
        self.gateway = gateway
        self.wires = wires

    async def enter(self, **options: Any) -> tuple[Wire, ServerConnection]:
        """A client after its handshake, and its connection on the server's side."""
        before = set(self.gateway.connections)
        client = await self.wires.open(**options)
        (connection,) = self.gateway.connections - before
        return client, connection


@asynccontextmanager
async def run_gateway(limits: ServerLimits, policy: ListenerPolicy | None = None) -> AsyncIterator[RunningGateway]:
    """Listen on a free port; when the test is over, no connection is left."""
    handler = EchoHandler()
    gateway = Gateway(handler, limits, policy)
    listener = await asyncio.get_running_loop().create_server(gateway, "127.0.0.1", 0)
    wires = Wires(f"ws://127.0.0.1:{listener.sockets[0].getsockname()[1]}")
    yield RunningGateway(handler, gateway, wires)
    listener.close()
    await wires.aclose()
    for connection in tuple(gateway.connections):
        connection.abort()
    await gateway.emptied()
