"""One life of the server: the real parts, put together as `server.app` does, over the world's disk and wires."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any, cast

from server import app
from server.accounts import Accounts
from server.computers import Computers
from server.computers import Limits as ThinkingLimits
from server.config import Config
from server.gateway import Connection, Gateway, Page
from server.hall import Hall
from server.host import Clock, Host
from server.journal import Journal
from server.limits import Limits
from server.reception import Reception
from server.reckoner import Reckoner
from server.records import Records
from server.renown import Renown
from server.runner import House
from server.tasks import Tasks
from tests.support.world.disk import Disk, Shelf
from tests.support.world.thinkers import Thinkers
from tests.support.world.weather import Weather
from tests.support.world.wires import Socket, Wire

STOP_WITHIN_S = 2.0
KEEP_EVERY = 3
"""After how many entries a room is kept: nobody plays for long here."""
GENEROUS = Limits(
    connections_per_address=1_000,
    arrivals_burst=1_000,
    commands_burst=1_000,
    rooms_burst=1_000,
    address_rooms_burst=1_000,
    grace_s=3.0,
    park_after_s=3.0,
)
"""Nobody is held back for doing much, and it takes seconds until nobody waits for who is away, or a room is parked."""

Received = Callable[[Wire, bytes], None]


class Node:
    """A server from its start until it is stopped or killed. Mutable: it runs.

    `is_up` says whether it takes connections; `life` counts the servers of a world.
    """

    def __init__(
        self,
        life: int,
        loop: asyncio.AbstractEventLoop,
        disk: Disk,
        chance: Random,
        weather: Weather,
        received: Received,
    ) -> None:
        """Put a server together. `received` hears of each frame before the server does."""
        self.life = disk.life = life
        self.is_up = False
        self.config = Config(
            port=0,
            store="memory",
            stop_within_s=STOP_WITHIN_S,
            limits=replace(GENEROUS, outbound_bytes=weather.outbound_bytes),
        )
        limits = self.config.limits
        self.thinkers = Thinkers(chance, weather)
        self.sockets: list[Socket] = []
        journal, accounts, records = (Shelf(disk, name, loop, life) for name in ("journal", "accounts", "records"))
        self._journal = cast(Journal, journal)
        self.tasks = Tasks()
        computers = Computers(ThinkingLimits(pace_s=(0.0, 0.0)), self.thinkers)
        self.hall = Hall(self.config.limits)
        renown = Renown(cast(Records, records), self.tasks, self.hall.rank)
        clock = Clock(loop.time)
        self.house = House(
            self._journal, cast(Records, records), computers, self.tasks, clock.now, self.hall.relist, limits
        )
        reckoner = Reckoner(cast(Records, records), self.tasks)
        self.house.renew = app._renewing(renown, reckoner)
        self.house.keep_every = KEEP_EVERY
        self.host = Host(self.house, clock)
        self.reception = Reception(
            cast(Accounts, accounts),
            self.house.records,
            self.host,
            self.hall,
            renown,
            reckoner,
            self.tasks,
            lambda *_: None,
            "world",
            limits,
        )
        self.gateway = Gateway(_Overheard(self.reception, received), limits)
        self.gateway.connections = cast(set[Connection], _InOrder())

    async def start(self) -> None:
        """Let clients in, and take up every room."""
        await self.host.restore()
        self.tasks.start(self.host.take_up_all())
        self.tasks.start(app._check_always(self.gateway, self.reception, self.host))
        self.tasks.start(app._look_always(self.hall, self.house, self.host))
        self.is_up = True

    def accept(self, socket: Socket) -> asyncio.Protocol:
        """A client has come: the protocol for its socket."""
        self.sockets = [known for known in self.sockets if not known.is_over]
        self.sockets.append(socket)
        return self.gateway()

    async def stop(self) -> None:
        """Stop in good order."""
        listener = cast(asyncio.Server, _Listener(self))
        server = app.Server("", None, self.gateway, self.reception, self.host, self.tasks)
        await app._stop(self.config, listener, server)
        await self.tasks.aclose()
        await self._journal.aclose()

    async def die(self) -> None:
        """Be killed: whatever was only in memory is gone, and nobody is told."""
        self.is_up = False
        for socket in self.sockets:
            socket.die()
        await self.tasks.aclose()

    def connections(self) -> list[Connection]:
        """Everyone connected."""
        return list(self.gateway.connections)


class _Listener:
    """What stops taking connections."""

    def __init__(self, node: Node) -> None:
        self._node = node

    def close(self) -> None:
        self._node.is_up = False


class _InOrder(dict[Any, None]):
    """A set that is gone through in the order things came, so that a seed tells the same story each time."""

    def add(self, connection: Connection) -> None:
        self[connection] = None

    def discard(self, connection: Connection) -> None:
        self.pop(connection, None)


class _Overheard:
    """The reception, with somebody who hears first what it is told."""

    def __init__(self, reception: Reception, received: Received) -> None:
        self._reception = reception
        self._received = received

    def arrived(self) -> Page | None:
        return self._reception.arrived()

    def received(self, connection: Connection, frame: bytes) -> None:
        self._received(cast(Socket, connection._transport).wire, frame)
        self._reception.received(connection, frame)

    def lost(self, connection: Connection) -> None:
        self._reception.lost(connection)

    def page(self, path: str, address: str) -> Page | None:
        return self._reception.page(path, address)
