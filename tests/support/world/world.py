"""A whole world from one seed: clients, a network, a disk and a server, what goes wrong, and whether all is kept.

    unfold(seed) -> World

Every choice, be it what a person does, when a byte arrives or whether the server is killed, follows from the seed.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from math import inf
from random import Random

from tests.support.world import weather as weathers
from tests.support.world.actions import Actions
from tests.support.world.audit import Audit, Logs
from tests.support.world.client import Client
from tests.support.world.disk import Disk
from tests.support.world.ending import problems, unkept
from tests.support.world.loop import VirtualLoop
from tests.support.world.nature import WallClock, nature
from tests.support.world.node import Node
from tests.support.world.oracle import Oracle
from tests.support.world.story import Story
from tests.support.world.wires import Network, Wire

LASTS_S = 20.0
LOOK_EVERY_S = 0.5
HEAL_S = 30.0
"""How long it takes at most until a connection that is dead without a word is noticed, and all that follows is done."""
LOOKS = 40
NAMES = ("ann", "ben", "cleo", "dora", "emil")
PACES_S = (0.2, 0.5, 1.5)
"""How long people take from one wish to the next, on average."""


class WorldBrokenError(AssertionError):
    """A world in which a promise was broken; the message names the seed and tells the end of the story."""


class World:
    """Runs everything that happens for one seed.

    `counts` says how often the server was killed and stopped, and the wall clock set.
    """

    def __init__(self, seed: int, loop: VirtualLoop) -> None:
        self.seed = seed
        self.loop = loop
        chance = Random(f"{seed} world")
        self.weather = weathers.drawn(chance)
        self.story = Story(loop.time)
        self.wall = WallClock(loop.time)
        self.oracle = Oracle()
        self.audit = Audit(self.oracle, self.story, self.weather.outbound_bytes)
        self.disk = Disk(loop, Random(f"{seed} disk"), self.weather)
        self.disk.kept, self.disk.signed_in = self.audit.kept, self.audit.signed_in
        self.network = Network(loop, str(seed), self.weather)
        self.network.wrote = self.audit.sent
        self.node: Node | None = None
        self._lives = 0
        self._chance = chance
        self._said: list[str] = []
        self.counts: Counter[str] = Counter()
        self.clients = [
            Client(name, loop, Random(f"{seed} {name} comes"), self.dial, self.story, self.audit)
            for name in NAMES[: chance.randint(2, len(NAMES))]
        ]

    def dial(self, client: Client) -> Wire | None:
        """A wire to the server, if it takes connections."""
        if self.node is None or not self.node.is_up:
            return None
        return self.network.connect(client, self.node.accept, client.name)

    async def unfold(self) -> None:
        """Let it all happen, then heal everything, and see whether all is as it should be."""
        happening = [asyncio.create_task(each) for each in self._happening()]
        await self._watch(LASTS_S)
        for task in happening:
            task.cancel()
        await asyncio.gather(*happening, return_exceptions=True)
        await self._heal()
        await self._watch(HEAL_S)
        await self._settle(problems)
        await self._stop_server()
        await self._kill_server()
        await self._start_server()
        await self._settle(lambda world: [*problems(world), *unkept(world)])

    async def aclose(self) -> None:
        """End everything, whatever it is in the middle of."""
        for client in self.clients:
            client.aclose()
        await self._kill_server()

    # What happens.

    def _happening(self) -> list[Coroutine[None, None, None]]:
        """The server's lives, what people do, and every kind of trouble that this seed has."""
        weather = self.weather
        kinds: tuple[tuple[float | None, Callable[[Random], None]], ...] = (
            (weather.stall_s, self._stall),
            (weather.refuse_s, self._refuse),
            (weather.hang_s, self._hang),
            (weather.jump_s, self._jump),
            (weather.restart_s, self._kill_client),
        )
        troubles = [self._now_and_then(mean_s, happen) for mean_s, happen in kinds if mean_s is not None]
        return [self._live_and_die(), *troubles, *map(self._wish, self.clients)]

    async def _live_and_die(self) -> None:
        """One life of the server after the other, each ended by a kill or in good order."""
        chance = Random(f"{self.seed} lives")
        while True:
            await self._start_server()
            crash_s, deploy_s = _time_to(chance, self.weather.crash_s), _time_to(chance, self.weather.deploy_s)
            await asyncio.sleep(min(crash_s, deploy_s))
            if deploy_s < crash_s:
                with suppress(TimeoutError):
                    async with asyncio.timeout(crash_s - deploy_s):
                        await self._stop_server()
            await self._kill_server()
            await asyncio.sleep(chance.uniform(0.0, 3.0))

    async def _start_server(self) -> None:
        self._lives += 1
        self.story.tell("world", "life {} of the server begins", self._lives)
        chance = Random(f"{self.seed} thoughts {self._lives}")
        self.node = Node(self._lives, self.loop, self.disk, chance, self.weather, self.audit.received)
        await self.node.start()

    async def _stop_server(self) -> None:
        if self.node is not None:
            self.counts["stops"] += 1
            self.story.tell("world", "the server is told to stop")
            await self.node.stop()
            self.story.tell("world", "the server has stopped")

    async def _kill_server(self) -> None:
        if self.node is not None:
            self.counts["kills"] += 1
            self.story.tell("world", "the server is killed")
            self.disk.crash()
            await self.node.die()
            self.node = None

    async def _wish(self, client: Client) -> None:
        """What a person does, at their own pace, some of it twice."""
        chance = Random(f"{self.seed} {client.name} acts")
        pace_s = chance.choice(PACES_S)
        actions = Actions(Random(f"{self.seed} {client.name} wishes"), self._said)
        while True:
            await asyncio.sleep(chance.expovariate(1 / pace_s))
            command = actions.next(client.store)
            if command is not None:
                client.send(command)
                if chance.random() < self.weather.twice:
                    await asyncio.sleep(chance.choice((0.0, 1.0)))
                    client.send(command)

    async def _now_and_then(self, mean_s: float, happen: Callable[[Random], None]) -> None:
        chance = Random(f"{self.seed} {happen.__name__}")
        while True:
            await asyncio.sleep(_time_to(chance, mean_s))
            happen(chance)

    def _stall(self, chance: Random) -> None:
        """One direction of some connection takes a while."""
        if self.network.wires:
            wire = chance.choice(tuple(self.network.wires))
            seconds = chance.choice((1.0, 5.0, 20.0))
            self.story.tell("world", "{}'s connection stalls for {:g} s", wire.name, seconds)
            chance.choice((wire.up, wire.down, wire.down)).hold(seconds)

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

    def _jump(self, chance: Random) -> None:
        """Somebody sets the wall clock an hour forward, or back."""
        self.counts["jumps"] += 1
        self.wall.jump(chance.choice((3600.0, -3600.0)))

    def _kill_client(self, chance: Random) -> None:
        """Somebody's program ends and is started again, as from elsewhere."""
        chance.choice(self.clients).kill(silently=chance.random() < 0.5)

    # The end.

    async def _heal(self) -> None:
        """Let nothing go wrong from now on, and have a server that runs."""
        self.story.tell("world", "everything is healed")
        self.weather = self.disk.weather = weathers.CALM
        self.disk.refuses_until = self.disk.hangs_until = 0.0
        self.network.calm()
        if self.node is not None and not self.node.is_up:
            await self._kill_server()
        if self.node is None:
            await self._start_server()
        elif self.node is not None:
            self.node.thinkers.weather = weathers.CALM

    async def _watch(self, seconds: float) -> None:
        """Let time pass. Raises Broken as soon as a promise is broken."""
        until = self.loop.time() + seconds
        while self.loop.time() < until:
            await asyncio.sleep(LOOK_EVERY_S)
            if self.audit.broken:
                raise WorldBrokenError(self._told(self.audit.broken))

    async def _settle(self, problems: Callable[[World], list[str]]) -> None:
        """Wait until everybody sees what is. Raises Broken where that does not come about."""
        found: list[str] = []
        for _ in range(LOOKS):
            await self._watch(LOOK_EVERY_S)
            found = problems(self)
            if not found:
                return
        raise WorldBrokenError(self._told(found))

    def _told(self, broken: list[str]) -> str:
        """What is wrong with this world, and how to see it again."""
        return f"seed {self.seed}: {'; '.join(broken[:5])} (python -m tests.support.world {self.seed})"


def unfold(seed: int) -> World:
    """The world of a seed, once it has ended. Raises Broken where a promise was broken."""
    world = made(seed)
    run(world)
    return world


def seeds_until_broken(bug: Callable[[], AbstractContextManager[object]], within: int, first: int = 0) -> int | None:
    """How many seeds it takes from the first on until a promise is broken while a bug is planted; None for too many."""
    with bug():
        for count in range(within):
            try:
                unfold(first + count)
            except WorldBrokenError:
                return count + 1
    return None


def made(seed: int) -> World:
    """The world of a seed, in which nothing has happened yet."""
    return World(seed, VirtualLoop())


def tell(seed: int) -> int:
    """Print the story of a seed; the program's exit code says whether all was kept."""
    world = made(seed)
    try:
        run(world)
    except WorldBrokenError as error:
        return _print(world, str(error))
    return _print(world, "")


def run(world: World) -> None:
    """Let a world happen. Raises Broken where a promise was broken."""
    seed, loop = world.seed, world.loop
    logs = Logs(world.audit.fail)
    with ExitStack() as stack:
        stack.callback(loop.close)
        stack.enter_context(nature(seed, world.wall))
        stack.enter_context(_heard(logs))
        loop.set_exception_handler(lambda _, context: world.audit.fail("the event loop met {}", context))
        stack.callback(loop.run_until_complete, world.aclose())
        loop.run_until_complete(world.unfold())


def _print(world: World, broken: str) -> int:
    print(*world.story.lines(), world.weather, broken, sep="\n")
    return 1 if broken else 0


@contextmanager
def _heard(logs: Logs) -> Iterator[None]:
    """Hear what the server logs, and keep it from whoever else listens."""
    log = logging.getLogger("parlour")
    was = log.propagate
    log.addHandler(logs)
    log.propagate = False
    try:
        yield
    finally:
        log.removeHandler(logs)
        log.propagate = was


def _time_to(chance: Random, mean_s: float | None) -> float:
    """How long until something happens that does so every `mean_s` on average; None: it never does."""
    return inf if mean_s is None else chance.expovariate(1 / mean_s)
