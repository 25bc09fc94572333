"""Keeps every open connection, and makes one for each socket that is accepted.

A gateway may serve several listeners, plain and encrypted: they share its limits and its counts per address.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Callable

from server.limits.addresses import AddressQuotas
from server.limits.settings import ServerLimits
from server.net.connection import ServerConnection
from server.net.connection_owner import FrameHandler
from server.net.handshake import ListenerPolicy

TURNED_AWAY = 64
"""How many clients beyond the limit are let in at a time to be told that the server is full."""


class Gateway:
    """All open connections of a server."""

    def __init__(
        self, receiver: FrameHandler[ServerConnection], limits: ServerLimits, policy: ListenerPolicy | None = None
    ) -> None:
        """Hand the frames of every connection to `receiver`."""
        self.receiver = receiver
        self.limits = limits
        self.policy = policy or ListenerPolicy()
        self.addresses = AddressQuotas(limits)
        self.connections: set[ServerConnection] = set()
        self._empty = asyncio.Event()

    async def emptied(self) -> None:
        """Wait until no connection is open."""
        while self.connections:
            self._empty.clear()
            await self._empty.wait()

    @property
    def is_full(self) -> bool:
        """Whether more sockets are open than clients may be connected."""
        return len(self.connections) > self.limits.connections

    def add(self, connection: ServerConnection) -> bool:
        """Register a new socket; False where even its refusal would be one too many."""
        if len(self.connections) >= self.limits.connections + TURNED_AWAY:
            return False
        self.connections.add(connection)
        return True

    def remove(self, connection: ServerConnection) -> None:
        """Forget a closed socket."""
        self.connections.discard(connection)
        if not self.connections:
            self._empty.set()

    def __call__(self) -> ServerConnection:
        """Make the connection for a socket about to be accepted, as `loop.create_server` asks for it."""
        return ServerConnection(self, self.policy.tls)

    def encrypted(self, tls: ssl.SSLContext) -> Callable[[], ServerConnection]:
        """A factory of connections for a second listener, which encrypts them with `tls`."""
        return lambda: ServerConnection(self, tls)
