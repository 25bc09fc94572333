"""A world of one server, with its disk."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from random import Random
from typing import Any

from server.app.server import Server
from tests.support.world import weather as weathers
from tests.support.world.client import Client
from tests.support.world.disk import Disk
from tests.support.world.loop import VirtualLoop
from tests.support.world.node import Node
from tests.support.world.weather import Weather
from tests.support.world.wires import Wire
from tests.support.world.world import Trouble, World, time_to


class LoneWorld(World):
    """One life of the server after the other, on one disk."""

    program = "tests.support.world"

    def __init__(self, seed: int, loop: VirtualLoop) -> None:
        super().__init__(seed, loop, loop)
        self.disk = Disk(loop, Random(f"{seed} disk"), self.weather)
        self.disk.kept, self.disk.signed_in = self.audit.kept, self.audit.signed_in
        self.node: Node | None = None
        self._lives = 0

    def draw(self, chance: Random) -> Weather:
        return weathers.drawn(chance)

    def dial(self, client: Client) -> Wire | None:
        if self.node is None or not self.node.is_up:
            return None
        return self.network.connect(client, self.node.accept, client.name)

    def servers(self) -> Sequence[Server]:
        return () if self.node is None else (self.node.server,)

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        return self.disk.rows(query)

    def look(self) -> None:
        """See nothing that is not audited as it happens."""

    def lives(self) -> list[Coroutine[None, None, None]]:
        return [self._live_and_die()]

    def storage_troubles(self) -> tuple[Trouble, ...]:
        return (self.weather.refuse_s, self._refuse), (self.weather.hang_s, self._hang)

    async def heal_servers(self) -> None:
        self.weather = self.disk.weather = weathers.CALM
        self.disk.refuses_until = self.disk.hangs_until = 0.0
        if self.node is not None and not self.node.is_up:
            await self.kill_servers()
        if self.node is None:
            await self._start_server()
        else:
            self.node.thinkers.weather = weathers.CALM

    async def restart_servers(self) -> None:
        await self._stop_server()
        await self.kill_servers()
        await self._start_server()

    async def kill_servers(self) -> None:
        if self.node is not None:
            self.counts["kills"] += 1
            self.story.tell("world", "the server is killed")
            self.disk.crash()
            await self.node.die()
            self.node = None

    # Inside.

    async def _live_and_die(self) -> None:
        """One life of the server after the other, each ended by a kill or in good order."""
        chance = Random(f"{self.seed} lives")
        while True:
            await self._start_server()
            crash_s, deploy_s = time_to(chance, self.weather.crash_s), time_to(chance, self.weather.deploy_s)
            await asyncio.sleep(min(crash_s, deploy_s))
            if deploy_s < crash_s:
                with suppress(TimeoutError):
                    async with asyncio.timeout(crash_s - deploy_s):
                        await self._stop_server()
            await self.kill_servers()
            await asyncio.sleep(chance.uniform(0.0, 3.0))

    async def _start_server(self) -> None:
        self._lives += 1
        self.story.tell("world", "life {} of the server begins", self._lives)
        chance = Random(f"{self.seed} thoughts {self._lives}")
        storage = self.disk.storage(self._lives)
        self.node = Node(self.loop, storage, chance, self.weather, self.audit.received)
        await self.node.start()

    async def _stop_server(self) -> None:
        if self.node is not None:
            self.counts["stops"] += 1
            self.story.tell("world", "the server is told to stop")
            await self.node.stop()
            self.story.tell("world", "the server has stopped")

    def _refuse(self, chance: Random) -> None:
        """The disk is full for a while."""
        seconds = chance.uniform(0.1, 3.0)
        self.story.tell("world", "the disk refuses for {:g} s", seconds)
        self.disk.refuses_until = self.loop.time() + seconds

    def _hang(self, chance: Random) -> None:
        """The disk takes its time for once."""
        seconds = chance.uniform(0.1, 3.0)
        self.story.tell("world", "the disk hangs for {:g} s", seconds)
        self.disk.hangs_until = self.loop.time() + seconds


def made(seed: int) -> LoneWorld:
    """The world of a seed, in which nothing has happened yet."""
    return LoneWorld(seed, VirtualLoop())
