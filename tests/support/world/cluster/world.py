"""A world of several nodes that share one engine, to any of which clients come."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from math import inf
from random import Random
from typing import Any

from server.app.server import Server
from server.room.journal import StorageUnavailableError
from tests.support.world.client import Client
from tests.support.world.cluster import weather as weathers
from tests.support.world.cluster.audit import ClusterAudit
from tests.support.world.cluster.cluster_node import SimulatedNode
from tests.support.world.cluster.engine import Engine
from tests.support.world.cluster.process import OutsideTiming, ProcessLoop
from tests.support.world.cluster.weather import ClusterWeather
from tests.support.world.wires import Wire
from tests.support.world.world import Trouble, World, time_to

STOP_WITHIN_S = 30.0
"""How long a node that is told to stop may take, with up to 8 s in which it stands still."""
RETRY_S = 1.0
"""How long it takes until a process that has ended is started again."""


class ClusterWorld(World):
    """Nodes by their places, each of which has one life after the other."""

    program = "tests.support.world.cluster"
    audit_type = ClusterAudit
    audit: ClusterAudit
    weather: ClusterWeather

    def __init__(self, seed: int, loop: ProcessLoop) -> None:
        """Begin with an engine alone."""
        timing = OutsideTiming(loop)
        super().__init__(seed, loop, timing)
        self.engine = self.audit.engine = Engine(timing, Random(f"{seed} engine"), self.weather)
        self.engine.kept, self.engine.evicted = self.audit.kept, self.audit.evicted
        self.engine.swamped = self.audit.swamped
        self.nodes: dict[int, SimulatedNode] = {}
        self._places = range(self.weather.nodes)
        self._lives = 0
        self._balancer = Random(f"{seed} balancer")

    def draw(self, chance: Random) -> ClusterWeather:
        return weathers.drawn(chance)

    def dial(self, client: Client) -> Wire | None:
        open_ = [node for _, node in sorted(self.nodes.items()) if node.is_up]
        if not open_:
            return None
        node = self._balancer.choice(open_)
        self.story.tell(client.name, "comes to node {}", node.number)
        return self.network.connect(client, node.accept, client.name)

    def servers(self) -> Sequence[Server]:
        return [node.server for _, node in sorted(self.nodes.items())]

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        return self.engine.rows(query)

    def look(self) -> None:
        """Nobody is taken to be connected at a node that is not taken to live."""
        players = [client.wire.player for client in self.clients if client.wire is not None]
        for node in (server.node for server in self.servers() if server.node is not None):
            for there in {node.presence.node_of(player) for player in players if player is not None}:
                if there not in (None, *node.heartbeat.nodes):
                    self.audit.fail("node {} has players at node {}, which has gone", node.number, there)

    def lives(self) -> list[Coroutine[None, None, None]]:
        return [self._live_and_die(place) for place in self._places]

    def storage_troubles(self) -> tuple[Trouble, ...]:
        weather = self.weather
        return (
            (weather.refuse_s, self._refuse),
            (weather.hang_s, self._hang),
            (weather.halt_s, self._halt),
            (weather.cut_s, self._cut_off),
            (weather.away_s, self._take_engine_away),
        )

    async def heal_servers(self) -> None:
        self.weather = self.engine.weather = weathers.calm(len(self._places))
        self.engine.heal()
        for place, node in tuple(self.nodes.items()):
            node.process.go_on()
            node.thinkers.weather = self.weather
            if not node.is_up:
                await self._kill(place)
        self._tasks = [asyncio.create_task(life) for life in self.lives()]

    async def restart_servers(self) -> None:
        await self._end_tasks()
        await asyncio.gather(*map(self._stop, tuple(self.nodes)))
        await self.kill_servers()
        for place in self._places:
            await self._start(place)

    async def kill_servers(self) -> None:
        for place in tuple(self.nodes):
            await self._kill(place)

    # Inside.

    async def _live_and_die(self, place: int) -> None:
        """One life of a node after the other, each ended by a kill, in good order, or by itself."""
        chance = Random(f"{self.seed} lives {place}")
        while True:
            if place not in self.nodes:
                await self._start(place)
            if (node := self.nodes.get(place)) is not None:
                crash_s, deploy_s = time_to(chance, self.weather.crash_s), time_to(chance, self.weather.deploy_s)
                is_over = await _comes_in(min(crash_s, deploy_s), node.unfit())
                if is_over or deploy_s < crash_s:
                    await _comes_in(inf if is_over else crash_s - deploy_s, self._stop(place))
                await self._kill(place)
            await asyncio.sleep(chance.uniform(0.0, 3.0))

    async def _start(self, place: int) -> None:
        """Start a node, unless the engine is away."""
        self._lives += 1
        seed = f"{self.seed} life {self._lives}"
        try:
            node = SimulatedNode(
                self.loop, self.engine, seed, self.engine.weather, self.audit.received, self.audit.signed_in
            )
            self.story.tell("world", "node {} begins at place {}", node.number, place)
            self.nodes[place] = node
            await node.start()
        except StorageUnavailableError:
            await self._kill(place)
            await asyncio.sleep(RETRY_S)

    async def _stop(self, place: int) -> None:
        if (node := self.nodes.get(place)) is not None:
            self.counts["stops"] += 1
            self.story.tell("world", "node {} is told to stop", node.number)
            if await _comes_in(STOP_WITHIN_S, node.stop()):
                self.story.tell("world", "node {} has stopped", node.number)
            else:
                self.audit.fail("node {} has not stopped within {:g} s", node.number, STOP_WITHIN_S)

    async def _kill(self, place: int) -> None:
        if (node := self.nodes.pop(place, None)) is not None:
            self.counts["kills"] += 1
            self.story.tell("world", "node {} is killed", node.number)
            await asyncio.shield(asyncio.create_task(node.die()))  # the end of trouble is no reason to leave off

    # What goes wrong.

    def _refuse(self, chance: Random) -> None:
        """The engine's disk is full for a while."""
        seconds = chance.uniform(0.1, 3.0)
        self.story.tell("world", "the engine refuses for {:g} s", seconds)
        self.engine.refuses_until = self.loop.time() + seconds

    def _hang(self, chance: Random) -> None:
        """The engine's disk takes its time for once."""
        seconds = chance.uniform(0.1, 3.0)
        self.story.tell("world", "the engine hangs for {:g} s", seconds)
        self.engine.hangs_until = self.loop.time() + seconds

    def _halt(self, chance: Random) -> None:
        """Some node's process stands still for a while, perhaps until it is taken for dead."""
        if (node := self._any(chance)) is not None and not node.process.is_stopped:
            seconds = chance.choice((0.3, 1.5, chance.uniform(2.5, 3.5), 8.0))
            self.story.tell("world", "node {} stands still for {:g} s", node.number, seconds)
            node.process.stop()
            self.engine.timing.call_later(seconds, node.process.go_on)

    def _cut_off(self, chance: Random) -> None:
        """Nothing passes between some node and the engine for a while."""
        if (node := self._any(chance)) is not None:
            seconds = chance.choice((0.3, 1.5, 4.0, 12.0))
            self.story.tell("world", "node {} is cut off for {:g} s", node.number, seconds)
            self.engine.cut_off(node.number, seconds)

    def _take_engine_away(self, chance: Random) -> None:
        """The engine ends, and is started again after a while."""
        seconds = chance.choice((0.3, 1.5, 4.0, 12.0))
        self.story.tell("world", "the engine is away for {:g} s", seconds)
        self.engine.leave(seconds)

    def _any(self, chance: Random) -> SimulatedNode | None:
        there = [node for _, node in sorted(self.nodes.items()) if node.is_up]
        return chance.choice(there) if there else None


async def _comes_in(seconds: float, what: Coroutine[None, None, None]) -> bool:
    """Whether something happens in so many seconds, which may be infinitely many; otherwise it is left off."""
    try:
        async with asyncio.timeout(None if seconds == inf else seconds):
            await what
    except TimeoutError:
        return False
    return True


def made(seed: int) -> ClusterWorld:
    """The world of a seed, in which nothing has happened yet."""
    return ClusterWorld(seed, ProcessLoop())
