"""One life of a server in a process of its own: its session with the engine, and its row and its bus as a node."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random

from server.app.serving import leave_cluster
from server.cluster.links import ClusterLinks
from server.cluster.rooms.directory import SPEAKS
from server.players.accounts.accounts import Account
from server.storage.postgres.cluster.directory import NodeJournal, PostgresDirectory
from server.storage.postgres.cluster.stores import NodeAccounts, NodeResultStore
from server.storage.sql.records import GATHER_S
from server.storage.stores import Storage
from tests.support.world.cluster.bus import ModelBus
from tests.support.world.cluster.database import ModelDatabase
from tests.support.world.cluster.engine import Engine
from tests.support.world.cluster.membership import ModelMembership
from tests.support.world.cluster.process import Process
from tests.support.world.cluster.weather import ClusterWeather
from tests.support.world.node import Node, Received
from tests.support.world.wires import Socket


class SimulatedNode(Node):
    """One process of a cluster, from its start until it ends, be it one node or, once evicted, another."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        engine: Engine,
        seed: str,
        weather: ClusterWeather,
        received: Received,
        signed_in: Callable[[Account], None],
    ) -> None:
        """Put a node together. Raises StorageUnavailableError."""
        self.process = process = Process(loop)
        self._engine = engine
        self._seed = seed
        self._database = database = ModelDatabase(engine, process, Random(f"{seed} database"))
        storage = Storage(
            NodeJournal(database),  # type: ignore[arg-type]
            HeardAccounts(database, signed_in),
            NodeResultStore(database, gather_s=GATHER_S),
            cluster=self._link(),
        )
        process.make(lambda: Node.__init__(self, loop, storage, Random(f"{seed} thoughts"), weather, received))

    @property
    def number(self) -> int:
        """Its own among the cluster's nodes."""
        return self._database.writer

    def _link(self) -> ClusterLinks:
        """What the server has of its cluster as the node that it is now."""
        engine, process, database = self._engine, self.process, self._database
        number, name = database.writer, database.name
        self._membership = ModelMembership(engine, process, Random(f"{self._seed} beats {number}"), number, name)
        self._bus = ModelBus(engine, process, Random(f"{self._seed} bus {number}"), number)
        directory = PostgresDirectory(database, SPEAKS)  # type: ignore[arg-type]
        self._incarnation = ModelIncarnation(database, self._membership, self._link)
        return ClusterLinks(number, SPEAKS, self._membership, directory, self._bus, self._incarnation)

    async def start(self) -> None:
        """Join the cluster, and let clients in. Raises StorageUnavailableError."""
        await self.process.start(self._start())

    async def unfit(self) -> None:
        """Return once the process ends by itself."""
        assert self.server.member is not None
        await self.server.member.is_lost.wait()

    def accept(self, socket: Socket) -> asyncio.Protocol:
        self.sockets = [known for known in self.sockets if not known.is_over]
        self.sockets.append(socket)
        return _Doorway(self.process, self.server.gateway)

    async def stop(self) -> None:
        await self.process.start(self._stop())

    async def die(self) -> None:
        """Be killed, perhaps while standing still."""
        assert self.server.member is not None
        self.is_up = False
        self._engine.gone.add(self.number)
        self._database.crash()
        self._bus.crash()
        self._membership.crash()
        for socket in self.sockets:
            socket.die()
        self.server.services.scheduler.close()
        self.process.go_on()
        while self.server.tasks._running or self.server.member._tasks._running:  # some are started while others end
            await self.process.start(super().die())
            await self.process.start(self.server.member.aclose())
        self.process.end()

    # In the process.

    async def _start(self) -> None:
        assert self.server.node is not None
        assert self.server.member is not None
        await self.server.node.start()
        self.server.work()
        self.server.tasks.start(self.server.member.run())
        self.is_up = True

    async def _stop(self) -> None:
        self.is_up = False
        await self.server.stop()
        await self.server.aclose()
        await self._database.aclose()
        await leave_cluster(self._incarnation)


class ModelIncarnation:
    """What a server is to the engine; `link` makes what it has of its cluster as the node that it is now."""

    def __init__(self, database: ModelDatabase, membership: ModelMembership, link: Callable[[], ClusterLinks]) -> None:
        self._database = database
        self._membership = membership
        self._link = link
        self.failed = database.failed

    @property
    def is_fenced(self) -> bool:
        return self._database.is_fenced

    def end(self) -> None:
        self._database.end()

    async def begin_anew(self) -> ClusterLinks:
        await self._database.begin_anew()
        return self._link()

    async def leave(self) -> None:
        await self._membership.leave()


class HeardAccounts(NodeAccounts):
    """Accounts that say who has signed in before the server knows."""

    def __init__(self, database: ModelDatabase, signed_in: Callable[[Account], None]) -> None:
        super().__init__(database)
        self._signed_in = signed_in

    async def sign_in(self, token: str | None, name: str, *, may_create: bool = True) -> Account:
        account = await super().sign_in(token, name, may_create=may_create)
        self._signed_in(account)
        return account


class _Doorway(asyncio.Protocol):
    """Takes to a process what happens to a socket; a process that stands still has its connections made later."""

    def __init__(self, process: Process, make: Callable[[], asyncio.Protocol]) -> None:
        self._process = process
        self._make = make
        self._protocol: asyncio.Protocol | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._process.enter(self._begin, transport)

    def data_received(self, data: bytes) -> None:
        self._process.enter(self._pass_on, "data_received", data)

    def connection_lost(self, exc: Exception | None) -> None:
        self._process.enter(self._pass_on, "connection_lost", exc)

    def pause_writing(self) -> None:
        self._process.enter(self._pass_on, "pause_writing")

    def resume_writing(self) -> None:
        self._process.enter(self._pass_on, "resume_writing")

    def _begin(self, transport: asyncio.BaseTransport) -> None:
        if not transport.is_closing():
            self._protocol = self._make()
            self._protocol.connection_made(transport)

    def _pass_on(self, name: str, *arguments: object) -> None:
        if self._protocol is not None:
            getattr(self._protocol, name)(*arguments)
