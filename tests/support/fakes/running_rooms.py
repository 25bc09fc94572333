"""Running rooms for tests: over a journal that can be held up, on a clock that a test sets."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from engines.chance import Chance
from engines.war.game import GAME as WAR
from protocol import messages as m
from server.app.server import Server
from server.computers.players import ThinkingLimits
from server.config import Config
from server.hosting.inbox import QueuedInput
from server.ops.server_clock import ServerClock
from server.players.sessions.routing import Request
from server.room import replay
from server.room.inputs import Input, Open, Play, Sit
from server.room.match.occupants import Person
from server.room.step import Room
from server.storage.sql.players import accounts
from server.storage.sql.players.accounts import SqlAccounts
from server.storage.sqlite.database import MemoryDatabase
from server.storage.stores import Storage
from tests.support.builders.changed_games import with_rules
from tests.support.builders.rooms import CODE, NAMES, opened, person
from tests.support.fakes.held_stores import HeldJournal, HeldRecords
from tests.support.fakes.visitors import Visitor

HELLO = m.Hello(name="ann", token=None, client="", deals=False, bot=False)


class HandClock(ServerClock):
    """A clock that stands still until a test sets it."""

    def __init__(self) -> None:
        super().__init__()
        self.at = 0.0

    def now(self) -> float:
        return self.at

    def go_on_from(self, at: float) -> None:
        self.at = max(self.at, at)


class World:
    """A host with its journal, results, clock and visitors.

    `relisted` is all that the lobby heard: the codes of rooms that changed, with None for those that are no more.
    """

    def __init__(self, journal: HeldJournal, records: HeldRecords) -> None:
        self.journal = journal
        self.records = records
        self.clock = HandClock()
        self.relisted: list[tuple[str, Room | Open | None]] = []
        storage = Storage(journal, SqlAccounts(MemoryDatabase(accounts.SCHEMA)), records)
        self.server = Server(Config(computers=ThinkingLimits(pace_s=(0.0, 0.0))), storage, self.clock)
        self.house, self.host = self.server.services, self.server.host
        self.house.relist = self._relist
        self.house.keep_every = 1

    async def restart(self) -> None:
        """Start as a server does, and have every room taken up."""
        await self.host.restore()
        await self.host.hibernation.take_up_all()
        await self.until_idle()

    @property
    def listed(self) -> list[str]:
        """The codes of the rooms that the lobby lists, in the order it first heard of them."""
        return [code for code, room in dict(self.relisted).items() if isinstance(room, Room)]

    def visitor(self, player: int) -> Visitor:
        """A player who has just connected."""
        visitor = Visitor(player)
        self.host.connect(visitor, HELLO)
        return visitor

    async def open(self, making: Open) -> Visitor:
        """The room's maker, sitting there and following."""
        maker = self.visitor(next(chair.player for chair in making.chairs if isinstance(chair, Person)))
        self.make(maker, making, ref=1)
        await maker.next(m.Table)
        return maker

    async def between(self, first: int, second: int, **changes: Any) -> tuple[Visitor, Visitor]:
        """Two who have a game before them, both following."""
        maker = await self.open(opened(person(first), person(second), **changes))
        other = self.visitor(second)
        self.ask(other, Sit(second, NAMES[second]), changes.get("code", CODE))
        await other.next(m.Table)
        return maker, other

    def ask(self, visitor: Visitor, event: Input, code: str = CODE) -> None:
        """What a visitor asks of a room."""
        self.host.submit(code, QueuedInput(event, Request(visitor, command_of(event, code), code)))

    def make(self, visitor: Visitor, making: Open, ref: int) -> None:
        """What a visitor asks for, and nobody waits for."""
        seats, clock = ("me",) * len(making.chairs), m.NO_CLOCK
        create = m.Create(
            ref=ref, game=making.game, options={}, seats=seats, listed=True, serious=False, watch="anyone", clock=clock
        )
        self.host.open(making, Request(visitor, create))

    def watch(self, visitor: Visitor, code: str = CODE, ref: int = 3) -> None:
        """A visitor asks to watch a room."""
        self.host.ask(code, Request(visitor, m.Watch(ref=ref, room=code), code))

    async def store(self, visitor: Visitor, event: Input) -> None:
        """What a visitor asks of a room comes to a disk that takes its time, until the journal is released."""
        self.journal.hold()
        asked = self.journal.asked
        self.ask(visitor, event)
        await self.journal.until_asked(asked + 1)

    def watcher(self, player: int, code: str = CODE) -> Visitor:
        """A player who has just come to watch a room."""
        visitor = self.visitor(player)
        self.watch(visitor, code)
        return visitor

    def disconnect(self, *visitors: Visitor) -> None:
        """End some connections."""
        for visitor in visitors:
            self.host.disconnect(visitor)

    async def entries(self, code: str = CODE) -> list[tuple[float, Open | Input]]:
        """What is stored of an open room, with the times."""
        (name,) = [name for name in await self.journal.open_rooms() if name.startswith(code)]
        return [replay.unpack(entry) for entry in await self.journal.read(name)]

    async def kinds(self, code: str = CODE) -> list[type[Open | Input]]:
        """The kinds of what is stored of an open room."""
        return [type(event) for _, event in await self.entries(code)]

    async def flip(self, visitor: Visitor, ply: int, code: str = CODE) -> m.Table:
        """A visitor's flip in the room's first game, and the Table that answers it."""
        self.ask(visitor, Play(visitor.player, 1, ply, "flip"), code)
        return await visitor.next(m.Table, lambda table: table.ply == ply + 1)

    def _relist(self, code: str, room: Room | Open | None) -> None:
        self.relisted.append((code, room))

    async def until_idle(self) -> None:
        """Let everything that can happen now happen, until the loop has nothing to call any more."""
        loop: Any = asyncio.get_running_loop()
        while loop._ready or any(timer.when() <= loop.time() for timer in loop._scheduled):  # noqa: ASYNC110 - nothing tells
            await asyncio.sleep(0)


def command_of(event: Input, room: str, ref: int = 7) -> m.Command:
    """The command of which a room's input comes."""
    kind: Any = m.Join if isinstance(event, Sit) else getattr(m, type(event).__name__)
    fields = {name: getattr(event, name, None) for name in kind.__struct_fields__}
    given = {name: value for name, value in (("room", room), ("ref", ref)) if name in fields}
    command: m.Command = kind(**{**fields, **given})
    return command


@asynccontextmanager
async def world(journal: HeldJournal | None = None, records: HeldRecords | None = None) -> AsyncIterator[World]:
    """A world that ends on the way out as a killed server does: nothing is tidied up."""
    made = World(journal or HeldJournal(), records or HeldRecords())
    try:
        yield made
    finally:
        await made.server.aclose()


async def stored(
    *entries: tuple[float, Open | Input], name: str = f"{CODE}-1", journal: HeldJournal | None = None
) -> HeldJournal:
    """A journal that holds these inputs of a room, with their times."""
    journal = journal or HeldJournal()
    for seq, (at, event) in enumerate(entries, start=1):
        await journal.append(name, seq, replay.pack(at, event), in_summary=isinstance(event, Sit))
    return journal


class Brittle:
    """War under the name "brittle", which fails wherever a test says.

    `bad` are the numbers of the entries whose moves fail; `blind` says how often nobody can be shown anything.
    """

    def __init__(self) -> None:
        self.bad: set[int] = set()
        self.blind: float = 0
        changes = {"apply": self._failing(WAR.rules.apply), "view": self._unseen(WAR.rules.view)}
        self.game = with_rules(WAR, name="brittle", **changes)

    def making(self, code: str, *players: int) -> Open:
        """A room of this game."""
        chairs = tuple(map(person, players))
        return Open(code, "brittle", WAR.version, {"auto_flip_s": 0}, True, "ann", chairs, secrets.token_bytes(32))  # noqa: FBT003 - listed

    def _failing(self, apply: Callable[..., Any]) -> Callable[..., Any]:
        def fails(state: Any, seat: int, move: Any, chance: Chance) -> Any:
            if chance.number + 1 in self.bad:  # the first entry opens the room and begins the game
                raise RuntimeError("a fault in the game")
            return apply(state, seat, move, chance)

        return fails

    def _unseen(self, view: Callable[..., Any]) -> Callable[..., Any]:
        def fails(state: Any, seat: int | None) -> Any:
            if self.blind:
                self.blind -= 1
                raise RuntimeError("a fault in the view")
            return view(state, seat)

        return fails
