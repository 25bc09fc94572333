"""Scripted players who play as fast as they may, lose their connection, come back, and remember everything."""

from __future__ import annotations

import asyncio
import random
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any, TypeVar

import msgspec

from engines import catalog
from protocol import messages as m
from protocol.codec import decode_event, encode
from tests.support import facts
from tests.support.processes.players import room_of
from tests.support.processes.wire import Listener

M = TypeVar("M", bound=m.Message)
R = TypeVar("R", bound="Regular")
Order = tuple[str, int, int]
"""Which move: the room, the number of its game and the seat's ply."""

ANSWER_LIMIT_S = 20.0
PAUSE_S = 0.005
"""How long to wait before the next try to connect."""
AGAIN = -1
"""In place of a ply: the wish for another game."""
UNTIL_LIMIT_S = 30.0
LOOK_EVERY_S = 0.0003
HEARD_MAX = 256
"""How many messages are kept for `next`."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What is played at a table, and by how many."""

    game: str
    options: dict[str, Any]
    seats: int


KINDS = tuple(
    Kind(name, dict(known.hosted), min(2, catalog.find(name).seats[-1])) for name, known in facts.games().items()
)
"""A table of each game, none of which the clock can end."""
WAR = next(kind for kind in KINDS if kind.game == "war")


class Line(Listener):
    """One connection of a Regular."""

    subprotocol = m.SUBPROTOCOL
    owner: Regular | None = None

    def hear(self, payload: bytes) -> None:
        """Hand on a message, unless the owner has another connection by now."""
        if self.owner is not None and self.owner.line is self:
            self.owner.hear(decode_event(payload))

    def connection_lost(self, exc: Exception | None) -> None:
        """Let the owner know."""
        super().connection_lost(exc)
        if self.owner is not None:
            self.owner.on_lost(self)


class Regular:
    """A scripted player who keeps its seat at one table, leaves and returns, and remembers what it did and saw.

    Attributes:
        eager: whether to move the moment it may.
        patience_s: how long it waits, coming back, before it tries anew.
        pace_s: how long it thinks about a move on average.
        times: how often a move is sent, decided anew for each.
        sent: how many moves were sent in all, again ones included.
        ordered: every move ever sent, with its text.
        acknowledged: those of them that a Table has shown to be made.
        seen: every Table, until somebody clears them.
        refused: every refusal.
        resumes: for each return, the seconds from the first try that got through to the Table.
    """

    def __init__(self, name: str, url: str, chance: random.Random) -> None:
        self.name = name
        self.url = url
        self.chance = chance
        self.eager = False
        self.patience_s = ANSWER_LIMIT_S
        self.pace_s = 0.0
        self.sent = 0
        self.times: Callable[[], int] = lambda: 1
        self.token: str | None = None
        self.line: Line | None = None
        self.table: m.Table | None = None
        self.ordered: dict[Order, str] = {}
        self.acknowledged: set[Order] = set()
        self.seen: list[m.Table] = []
        self.refused: list[m.Refused] = []
        self.resumes: list[float] = []
        self._unanswered: Order | None = None
        self._said: set[Order] = set()
        self._news = asyncio.Event()
        self._thought: asyncio.TimerHandle | None = None
        self._heard: deque[m.Event] = deque(maxlen=HEARD_MAX)

    # Coming and going.

    async def come(self, url: str = "") -> m.Welcome:
        """Connect and sign in, whatever it takes; the seat is taken up again with the first Table."""
        async with asyncio.timeout(ANSWER_LIMIT_S):
            while True:
                began = perf_counter()
                try:
                    async with asyncio.timeout(self.patience_s):
                        welcome = await self.visit(url or self.url)
                        if welcome.seated:
                            await self.next(m.Table)
                except OSError:  # which a TimeoutError is
                    await asyncio.sleep(PAUSE_S)
                else:
                    self.resumes.append(perf_counter() - began)
                    return welcome

    def leave(self) -> None:
        """End the connection without a word."""
        if self.line is not None:
            self.line.cut()

    def abandon(self) -> Line | None:
        """Go away from a connection that hangs, and leave it as it is."""
        line, self.line = self.line, None
        return line

    def on_lost(self, line: Line) -> None:
        if self.line is line:
            self.line = None
            self._news.set()

    async def create(self, kind: Kind) -> str:
        self.say(room_of(kind.game, "me", *["open"] * (kind.seats - 1), listed=False, **kind.options))
        return (await self.next(m.Entered)).room

    async def join(self, room: str) -> None:
        self.say(m.Join(ref=1, room=room, games=None))
        await self.next(m.Entered)

    async def watch(self, room: str) -> None:
        """Follow a table without a seat."""
        self.say(m.Watch(ref=1, room=room))
        await self.next(m.Entered)

    def say(self, command: m.Command) -> None:
        """Send a command, or lose it where there is no connection."""
        if self.line is not None:
            self.line.send(encode(command))

    async def next(self, kind: type[M]) -> M:
        """The next message of a kind. Raises OSError when the connection is lost."""
        while True:
            while self._heard:
                event = self._heard.popleft()
                if isinstance(event, kind):
                    return event
            if self.line is None:
                raise ConnectionResetError("the connection was lost")
            self._news.clear()
            await self._news.wait()

    async def visit(self, url: str) -> m.Welcome:
        """Connect and sign in. Raises OSError where that fails."""
        self.leave()
        line = await Line.open(url)
        line.owner, self.line = self, line
        self._said.clear()
        self._heard.clear()
        self.say(m.Hello(name=self.name, token=self.token, client="torture", deals=False, bot=False))
        welcome = await self.next(m.Welcome)
        self.token, self.name = welcome.token, welcome.name
        return welcome

    # Playing.

    def hear(self, event: m.Event) -> None:
        """Take what the server says."""
        match event:
            case m.Table():
                self._see(event)
            case m.Refused():
                self.refused.append(event)
        self._heard.append(event)
        self._news.set()

    def play_on(self) -> None:
        """Move whenever one may, from now on."""
        self.eager = True
        self.act()

    def repeat(self, order: Order) -> None:
        """Send a move, perhaps once more."""
        room, number, ply = order
        self.sent += 1
        self.say(m.Play(room=room, number=number, ply=ply, move=self.ordered[order]))

    @property
    def is_answered(self) -> bool:
        return self._unanswered is None

    def _see(self, table: m.Table) -> None:
        self.table = table
        self.seen.append(table)
        order = self._unanswered
        if order is not None and (table.number, table.ply) > order[1:]:
            if table.number == order[1]:  # of a game that was given up meanwhile, nothing is known any more
                self.acknowledged.add(order)
            self._unanswered = None
        if not self.eager:
            return
        if not self.pace_s:
            self.act()
        elif self._thought is None:  # one at a time, or each Table of another's move would make moves more
            thinks_s = self.chance.uniform(0, 2 * self.pace_s)
            self._thought = asyncio.get_running_loop().call_later(thinks_s, self._stop_thinking)

    def _stop_thinking(self) -> None:
        self._thought = None
        self._act_if_eager()

    def act(self) -> bool:
        """Make the move there is to make, the same as before where nobody has answered it, or agree to another game.

        Whether there was any of that to do.
        """
        table = self.table
        if table is None or table.seat is None:
            return False
        order = (table.room, table.number, AGAIN if table.phase == "over" else table.ply)
        may = table.phase == "over" or table.seat in table.turn
        if order in self._said or not may:
            return False
        self._said.add(order)
        if table.phase == "over":
            self.say(m.Rematch(room=table.room))
        else:
            self._move(order, table)
        return True

    def _act_if_eager(self) -> None:
        if self.eager:
            self.act()

    def _move(self, order: Order, table: m.Table) -> None:
        if order not in self.ordered:
            self.ordered[order] = _choose(table, self.chance)
        self._unanswered = order
        for _ in range(self.times()):
            self.repeat(order)


async def until(holds: Callable[[], bool], limit_s: float = UNTIL_LIMIT_S, look_s: float = LOOK_EVERY_S) -> None:
    """Wait until something holds. Raises TimeoutError."""
    async with asyncio.timeout(limit_s):
        while not holds():  # noqa: ASYNC110 - what is waited for happens in many places, none of which knows of it
            await asyncio.sleep(look_s)


def acknowledged(people: Iterable[Regular]) -> int:
    return sum(len(regular.acknowledged) for regular in people)


async def play_until(people: Sequence[Regular], moves: int, limit_s: float = UNTIL_LIMIT_S) -> None:
    """Let everyone play until so many moves of theirs in all are acknowledged."""
    for regular in people:
        regular.play_on()
    await until(lambda: acknowledged(people) >= moves, limit_s)


async def settle(people: Sequence[Regular]) -> None:
    """Let everyone make no move more, and wait until all are acknowledged."""
    for regular in people:
        regular.eager = False
    await until(lambda: all(regular.is_answered for regular in people))


def _choose(table: m.Table, chance: random.Random) -> str:
    game = catalog.find(table.game)
    moves = list(game.rules.legal(msgspec.convert(table.view, game.rules.View)))
    return game.rules.text(chance.choice(moves))


async def gather(url: str, chance: random.Random, kinds: tuple[Kind, ...] = KINDS, *, tables: int = 1) -> list[Regular]:
    """Seat players at so many tables of each kind and start the games."""
    return await gather_as(Regular, url, chance, kinds * tables)


async def gather_as(
    make: Callable[[str, str, random.Random], R], url: str, chance: random.Random, kinds: tuple[Kind, ...] = KINDS
) -> list[R]:
    """Seat players made by `make`, at one table of each of these kinds."""
    everyone = []
    for number, kind in enumerate(kinds):
        names = [f"p{number}-{seat}" for seat in range(kind.seats)]
        seated = [make(name, url, random.Random(f"{chance.random()} {name}")) for name in names]
        for regular in seated:
            await regular.come()
        room = await seated[0].create(kind)
        for other in seated[1:]:
            await other.join(room)
        everyone += seated
    return everyone
