"""One life of a server: what `server.app.server` puts together, over the world's storage and wires."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any, cast

from server.app.server import Server
from server.computers.players import ComputerPlayers, ThinkingLimits
from server.config import Config
from server.limits.settings import ServerLimits
from server.net.connection import ServerConnection
from server.ops.server_clock import ServerClock
from server.storage.stores import Storage
from tests.support.world.thinkers import Thinkers
from tests.support.world.weather import Weather
from tests.support.world.wires import Socket, Wire

STOP_WITHIN_S = 2.0
KEEP_EVERY = 3
"""After how many entries a room is kept: nobody plays for long here."""
GENEROUS = ServerLimits(
    connections_per_address=1_000,
    arrivals_burst=1_000,
    commands_burst=1_000,
    refused_burst=1_000,
    joins_burst=1_000,
    rooms_burst=1_000,
    rooms_per_address=1_000,
    address_accounts_burst=1_000,
    address_bytes_burst=1 << 30,
    address_commands_burst=100_000,
    address_moves_burst=100_000,
    address_rooms_burst=1_000,
    grace_s=3.0,
    park_after_s=3.0,
)
"""Nobody is held back for doing much, and it takes seconds until nobody waits for who is away, or a room is parked."""

Received = Callable[[Wire, bytes], None]


class Node:
    """One server process, from its start until it is stopped or killed.

    `is_up` says whether it takes connections.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        storage: Storage,
        chance: Random,
        weather: Weather,
        received: Received,
    ) -> None:
        """Put a server together. `received` hears of each frame before the server does."""
        self.is_up = False
        limits = replace(GENEROUS, outbound_bytes=weather.outbound_bytes)
        self.thinkers = Thinkers(chance, weather)
        self.sockets: list[Socket] = []
        computers = ComputerPlayers(ThinkingLimits(pace_s=(0.0, 0.0)), self.thinkers, self.thinkers)
        self.server = Server(
            Config(stop_within_s=STOP_WITHIN_S, limits=limits), storage, ServerClock(loop.time), computers
        )
        self.server.services.keep_every = KEEP_EVERY
        self._overhear(received)
        self.server.gateway.connections = cast(set[ServerConnection], _InOrder())

    def _overhear(self, received: Received) -> None:
        whole = self.server.dispatcher.received

        def overheard(connection: ServerConnection, frame: bytes) -> None:
            received(cast(Socket, connection._transport).wire, frame)
            whole(connection, frame)

        self.server.dispatcher.received = overheard  # type: ignore[assignment, method-assign]

    async def start(self) -> None:
        """Let clients in, and take up every room."""
        await self.server.host.restore()
        self.server.work()
        self.is_up = True

    def accept(self, socket: Socket) -> asyncio.Protocol:
        """A client has come: the protocol for its socket."""
        self.sockets = [known for known in self.sockets if not known.is_over]
        self.sockets.append(socket)
        return self.server.gateway()

    async def stop(self) -> None:
        self.is_up = False
        await self.server.stop()
        await self.server.tasks.aclose()
        await self.server.storage.journal.aclose()

    async def die(self) -> None:
        """Be killed: whatever was only in memory is gone, and nobody is told."""
        self.is_up = False
        for socket in self.sockets:
            socket.die()
        self.server.services.scheduler.close()
        await self.server.tasks.aclose()

    def connections(self) -> list[ServerConnection]:
        return list(self.server.gateway.connections)


class _InOrder(dict[Any, None]):
    """A set that is gone through in the order things came, so that a seed tells the same story each time."""

    def add(self, connection: ServerConnection) -> None:
        self[connection] = None

    def discard(self, connection: ServerConnection) -> None:
        self.pop(connection, None)
