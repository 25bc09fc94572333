"""People at three nodes seek games by quick matches and challenges, or think better of it, while nodes are killed."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence

from protocol import messages as m
from tests.support.postgres.server import PostgresServer
from torture.cluster.nomads import Nomad
from torture.cluster.running import RunningCluster, running_cluster
from torture.finding import Finding
from torture.scale import Scale
from torture.tools.regulars import Line, until

WISHES, EVERYDAY_WISHES = 2_000, 60
PEOPLE, EVERYDAY_PEOPLE = 60, 12
KILLS, EVERYDAY_KILLS = 3, 1
WAIT_AT_MOST_S = 25.0
LIMIT_S = 60.0
PATIENCE_S = 4.0
"""After how long whoever challenges somebody, or waits to be challenged, thinks better of it at most."""
TAKEN_OVER_S = 8.0
"""How long after a connection was lost every table has a node again."""
LOOK_EVERY_S = 0.02


class Wisher(Nomad):
    """Somebody who has one wish at a time: a quick match, a challenge, or to be challenged.

    Attributes:
        seats: the tables where they sit.
        entered: the tables that each wish has led to, by the number of its command.
        longest_s: the longest wait for what becomes of a quick match.
        met: how many tables were with a person.
        wished: how many wishes there were.
    """

    def __init__(self, name: str, urls: Sequence[str], chance: random.Random, others: Sequence[str]) -> None:
        super().__init__(name, urls, chance)
        self.seats: set[str] = set()
        self.entered: dict[int, set[str]] = {}
        self.met = self.wished = self.losses = 0
        self.longest_s = 0.0
        self._others = others
        self._known: set[str] = set()
        self._ref = 0
        self._is_open = self._is_here = False
        self._over = asyncio.Event()

    @property
    def doubled(self) -> int:
        """How many wishes have led to two tables."""
        return sum(len(rooms) > 1 for rooms in self.entered.values())

    @property
    def is_excessive(self) -> bool:
        """Whether there were more tables than wishes, those of a node included that was killed before it said so."""
        return len(self._known) > len(self.entered)

    def hear(self, event: m.Event) -> None:
        super().hear(event)
        match event:
            case m.Welcome(seated=seated):
                self.seats, self._is_here = set(seated), True
            case m.Entered(ref=ref, room=room):
                self.entered[ref].add(room)
                if ref == self._ref:
                    self._over.set()
            case m.Table(seat=int(), room=room, chairs=chairs):
                if room not in self._known:
                    self.met += all(chair.kind == "person" for chair in chairs)
                    if all(room not in rooms for rooms in self.entered.values()):
                        self._over.set()  # its node was killed before it could say so
                self._known.add(room)
                self.seats.add(room)
            case m.Left(room=room) | m.Refused(about="leave", code="unknown-room" | "not-seated", room=str(room)):
                self.seats.discard(room)
            case m.Refused(ref=ref) if ref == self._ref:
                self._over.set()
            case m.Matching(challenges=challenges):
                for each in challenges:
                    ref = self._ref if self._is_open else 0
                    self.say(m.Respond(ref=ref, challenge=each.challenge, agree=self._is_open))
                    self._is_open = False

    def on_lost(self, line: Line) -> None:
        super().on_lost(line)
        self.losses += 1
        self._is_here = self._is_here and self.line is not None
        self._over.set()

    async def wish(self) -> None:
        """Have a wish, wait for what becomes of it or think better of it, and leave the tables. Raises OSError."""
        began, losses = self._now(), self.losses
        self.wished += 1
        self._ref += 1
        self.entered[self._ref] = set()
        self._over.clear()
        kind = self.chance.choice(("quick", "quick", "withdrawn", "challenge", "open"))
        self._is_open = kind == "open"
        if kind in ("quick", "withdrawn"):
            self.say(m.Quick(ref=self._ref, games=("war",)))
        elif kind == "challenge":
            whom = self.chance.choice(self._others)
            self.say(m.Challenge(ref=self._ref, whom=whom, game="war", options={}, serious=False, clock=m.NO_CLOCK))
        patience_s = {"withdrawn": self.chance.uniform(0, 0.3), "quick": LIMIT_S}.get(kind, PATIENCE_S)
        if not await self._answered(patience_s):
            self._is_open = False
            self.say(m.Withdraw())
        if losses != self.losses:
            await self._settle()
        elif kind == "quick":
            self.longest_s = max(self.longest_s, self._now() - began)
        await self._leave_tables()

    async def _settle(self) -> None:
        """Come back, and wait until all tables have a node again."""
        await until(lambda: self.line is not None and self._is_here, LIMIT_S, LOOK_EVERY_S)
        await asyncio.sleep(TAKEN_OVER_S)

    async def _answered(self, limit_s: float) -> bool:
        try:
            async with asyncio.timeout(limit_s):
                await self._over.wait()
        except TimeoutError:
            return False
        return True

    async def _leave_tables(self) -> None:
        for _ in range(round(LIMIT_S / 0.5)):
            for room in self.seats:
                self.say(m.Leave(room=room))
            try:
                await until(lambda: not self.seats and self.line is not None, 0.5, LOOK_EVERY_S)
            except TimeoutError:
                continue
            return
        raise TimeoutError(f"{self.name} cannot leave {self.seats}: {self.refused[-2:]}")

    async def wish_until(self, is_enough: Callable[[], bool]) -> None:
        """Have one wish after the other, and begin anew where the connection is lost."""
        while not is_enough():
            try:
                await self.wish()
            except OSError:
                await self._settle()
                await self._leave_tables()


async def prove_matches(scale: Scale, engine: PostgresServer) -> list[Finding]:
    """Let everybody look for games again and again, and kill nodes meanwhile."""
    wishes, kills = scale.of(EVERYDAY_WISHES, WISHES), scale.of(EVERYDAY_KILLS, KILLS)
    names = [f"w{each}" for each in range(EVERYDAY_PEOPLE if scale.size == "everyday" else PEOPLE)]
    chance = scale.chance("nodes match")
    with scale.folder() as folder, running_cluster(folder, engine) as cluster:
        for _ in range(3):
            await cluster.start()
        people = [Wisher(name, cluster.urls, random.Random(f"{chance.random()}"), names) for name in names]
        try:
            await asyncio.gather(*(each.come() for each in people))
            await _wish_and_kill(cluster, people, wishes, kills)
        finally:
            for each in people:
                each.retire()
    wished, met = sum(each.wished for each in people), sum(each.met for each in people)
    longest_s = max(each.longest_s for each in people)
    return [
        Finding(
            "P16",
            "quick matches, challenges and their withdrawal at three nodes, of which some are killed",
            f"{wished:,} wishes, {kills} kills, {met:,} seats at tables with somebody, "
            f"{sum(each.doubled for each in people)} wishes that led to two tables",
            f"{wishes:,} wishes, {kills} kills, 0 that led to two tables",
            holds=wished >= wishes and met > 0 and not any(each.doubled or each.is_excessive for each in people),
        ),
        Finding(
            "P16",
            "the longest that anybody waits there for a quick match, beside those whose own node was killed",
            f"{longest_s:.1f} s",
            f"{WAIT_AT_MOST_S:g} s",
            holds=longest_s <= WAIT_AT_MOST_S * scale.patience,
        ),
    ]


async def _wish_and_kill(cluster: RunningCluster, people: Sequence[Wisher], wishes: int, kills: int) -> None:
    """Kill a node each time that another part of the wishes was made."""

    def wished() -> int:
        return sum(each.wished for each in people)

    wishing = [asyncio.create_task(each.wish_until(lambda: wished() >= wishes)) for each in people]
    for kill in range(1, kills + 1):
        await until(lambda part=kill: wished() >= wishes * part / (kills + 1), 600.0, LOOK_EVERY_S)  # type: ignore[misc]
        node = cluster.nodes[kill % len(cluster.nodes)]
        await cluster.kill(node)
        await cluster.start_again(node)
    await asyncio.gather(*wishing)
