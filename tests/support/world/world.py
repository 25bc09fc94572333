"""A whole world from one seed: clients, a network, storage and servers, what goes wrong, and whether all is kept.

    unfold(made(seed)) -> World

Every choice, be it what a person does, when a byte arrives or whether a server is killed, follows from the seed. What
worlds there are is in `alone` and `cluster.world`.
"""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from math import inf
from random import Random
from typing import Any, ClassVar, TypeVar

from server.app.server import Server
from tests.support.world.actions import Actions
from tests.support.world.audit import Audit, Logs
from tests.support.world.client import Client
from tests.support.world.ending import problems, unkept
from tests.support.world.loop import Timing, VirtualLoop
from tests.support.world.nature import WallClock, nature
from tests.support.world.oracle import Oracle
from tests.support.world.story import Story
from tests.support.world.weather import Weather
from tests.support.world.wires import Network, Wire

LASTS_S = 20.0
LOOK_EVERY_S = 0.5
HEAL_S = 30.0
"""How long it takes at most until a connection that is dead without a word is noticed, and all that follows is done."""
LOOKS = 40
NAMES = ("ann", "ben", "cleo", "dora", "emil")
PACES_S = (0.2, 0.5, 1.5)
"""How long people take from one wish to the next, on average."""


W = TypeVar("W", bound="World")


class WorldBrokenError(AssertionError):
    """A world in which a promise was broken; the message names the seed and tells the end of the story."""


Trouble = tuple[float | None, Callable[[Random], None]]
"""How often something goes wrong, in seconds on average, and what does."""


class World(ABC):
    """Runs everything that happens for one seed.

    `counts` says how often servers were killed and stopped, and the wall clock set.
    """

    program: ClassVar[str]
    audit_type: ClassVar[type[Audit]] = Audit

    def __init__(self, seed: int, loop: VirtualLoop, timing: Timing) -> None:
        """Begin with nothing but clients. `timing` is the loop for the network."""
        self.seed = seed
        self.loop = loop
        chance = Random(f"{seed} world")
        self.weather = self.draw(chance)
        self.story = Story(loop.time)
        self.wall = WallClock(loop.time)
        self.oracle = Oracle()
        self.audit = self.audit_type(self.oracle, self.story, self.weather.outbound_bytes)
        self.network = Network(timing, str(seed), self.weather)
        self.network.wrote = self.audit.sent
        self._tasks: list[asyncio.Task[None]] = []
        self._said: list[str] = []
        self.counts: Counter[str] = Counter()
        self.clients = [
            Client(name, loop, Random(f"{seed} {name} comes"), self.dial, self.story, self.audit)
            for name in NAMES[: chance.randint(2, len(NAMES))]
        ]

    # What each kind of world has.

    @abstractmethod
    def draw(self, chance: Random) -> Weather:
        """What may go wrong."""

    @abstractmethod
    def dial(self, client: Client) -> Wire | None:
        """A wire to a server, if one takes connections."""

    @abstractmethod
    def servers(self) -> Sequence[Server]:
        """All servers that run."""

    @abstractmethod
    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """What a query of accounts and records finds now."""

    @abstractmethod
    def look(self) -> None:
        """Have audited what can be seen at any moment."""

    @abstractmethod
    def lives(self) -> list[Coroutine[None, None, None]]:
        """Servers that start and end, over and over."""

    @abstractmethod
    def storage_troubles(self) -> tuple[Trouble, ...]:
        """What else goes wrong: with storage, and with whatever only this kind of world has."""

    @abstractmethod
    async def heal_servers(self) -> None:
        """Have servers that run, and whatever they need."""

    @abstractmethod
    async def restart_servers(self) -> None:
        """Stop all servers in good order, and start them again."""

    @abstractmethod
    async def kill_servers(self) -> None:
        """End all servers without a word."""

    async def unfold(self) -> None:
        """Let it all happen, then heal everything, and see whether all is as it should be."""
        self._tasks = [asyncio.create_task(each) for each in self._happening()]
        await self._watch(LASTS_S)
        await self._end_tasks()
        await self._heal()
        await self._watch(HEAL_S)
        await self._settle(problems)
        await self.restart_servers()
        await self._settle(lambda world: [*problems(world), *unkept(world)])

    async def aclose(self) -> None:
        """End everything, whatever it is in the middle of."""
        for client in self.clients:
            client.aclose()
        await self._end_tasks()
        await self.kill_servers()

    async def _end_tasks(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # What happens.

    def _happening(self) -> list[Coroutine[None, None, None]]:
        """The servers' lives, what people do, and every kind of trouble that this seed has."""
        weather = self.weather
        kinds: tuple[Trouble, ...] = (
            (weather.stall_s, self._stall),
            *self.storage_troubles(),
            (weather.jump_s, self._jump),
            (weather.restart_s, self._kill_client),
        )
        troubles = [self._now_and_then(mean_s, happen) for mean_s, happen in kinds if mean_s is not None]
        return [*self.lives(), *troubles, *map(self._wish, self.clients)]

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
            await asyncio.sleep(time_to(chance, mean_s))
            happen(chance)

    def _stall(self, chance: Random) -> None:
        """One direction of some connection takes a while."""
        if self.network.wires:
            wire = chance.choice(tuple(self.network.wires))
            seconds = chance.choice((1.0, 5.0, 20.0))
            self.story.tell("world", "{}'s connection stalls for {:g} s", wire.name, seconds)
            chance.choice((wire.up, wire.down, wire.down)).hold(seconds)

    def _jump(self, chance: Random) -> None:
        """Somebody sets the wall clock an hour forward, or back."""
        self.counts["jumps"] += 1
        self.wall.jump(chance.choice((3600.0, -3600.0)))

    def _kill_client(self, chance: Random) -> None:
        """Somebody's program ends and is started again, as from elsewhere."""
        chance.choice(self.clients).kill(silently=chance.random() < 0.5)

    # The end.

    async def _heal(self) -> None:
        """Let nothing go wrong from now on, and have servers that run."""
        self.story.tell("world", "everything is healed")
        self.network.calm()
        await self.heal_servers()

    async def _watch(self, seconds: float) -> None:
        """Let time pass. Raises Broken as soon as a promise is broken."""
        until = self.loop.time() + seconds
        while self.loop.time() < until:
            await asyncio.sleep(LOOK_EVERY_S)
            self.look()
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
        return f"seed {self.seed}: {'; '.join(broken[:5])} (python -m {self.program} {self.seed})"


def unfold(world: W) -> W:
    """Let a world happen, and return it. Raises WorldBrokenError where a promise was broken."""
    seed, loop = world.seed, world.loop
    logs = Logs(world.audit.fail, world.audit.expected_logs)
    with ExitStack() as stack:
        stack.callback(loop.close)
        stack.enter_context(nature(seed, world.wall))
        stack.enter_context(_heard(logs))
        loop.set_exception_handler(lambda _, context: world.audit.fail("the event loop met {}", context))
        stack.callback(loop.run_until_complete, world.aclose())
        loop.run_until_complete(world.unfold())
    return world


def seeds_until_broken(
    bug: Callable[[], AbstractContextManager[object]], made: Callable[[int], World], within: int, first: int = 0
) -> int | None:
    """How many seeds it takes from the first on until a promise is broken while a bug is planted; None for too many."""
    with bug():
        for count in range(within):
            try:
                unfold(made(first + count))
            except WorldBrokenError:
                return count + 1
    return None


def tell(world: World) -> int:
    """Let a world happen and print its story; the program's exit code says whether all was kept."""
    broken = ""
    weather = world.weather
    try:
        unfold(world)
    except WorldBrokenError as error:
        broken = str(error)
    print(*world.story.lines(), weather, broken, sep="\n")
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


def time_to(chance: Random, mean_s: float | None) -> float:
    """How long until something happens that does so every `mean_s` on average; None: it never does."""
    return inf if mean_s is None else chance.expovariate(1 / mean_s)
