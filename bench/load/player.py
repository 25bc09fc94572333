"""A scripted player: signs in, sits down, flips when it may, and asks for another game when one is over."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Mapping
from time import perf_counter
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from protocol import messages as m
from protocol.codec import decode_event, encode
from tests.support.processes.players import room_of
from tests.support.processes.wire import Listener, Wire

M = TypeVar("M", bound=m.Message)

ANSWER_LIMIT_S = 30.0
GAME = "war"
OPTIONS = {"variant": "normal", "auto_flip_s": 0}
MOVE = "flip"


class RefusedError(Exception):
    """The server refused what the benchmark needs; the text is the server's."""


class Glance(msgspec.Struct, frozen=True):
    """What of a server's message decides what to do next. The rest of its bytes is skipped, not decoded."""

    kind: str = msgspec.field(name="type")
    number: int = 0
    phase: str = ""
    seat: int | None = None
    ply: int = 0
    plies: tuple[int, ...] = ()
    turn: tuple[int, ...] = ()
    rematch: tuple[int, ...] = ()


glance = msgspec.msgpack.Decoder(Glance).decode


class Player(Listener):
    """A connection that plays at one table and remembers the newest Table.

    Attributes:
        eager: whether to act the moment it may. Otherwise it acts only when `act` is called.
        game: what it plays, with `options`.
        move: the text of the one move it ever makes.
    """

    subprotocol = m.SUBPROTOCOL
    game = GAME
    options: Mapping[str, Any] = OPTIONS
    move = MOVE

    def __init__(self, wire: Wire) -> None:
        super().__init__(wire)
        self.eager = False
        self.room = ""
        self._seen: Glance | None = None
        self._sent = (0, -1)
        self._due = 0.0
        self._owed: float | None = None
        self._asked_for = 0
        self._events: deque[bytes] = deque()
        self._waiter: asyncio.Future[None] | None = None

    # Sitting down.

    async def sign_in(self, name: str) -> None:
        """Become a player."""
        self.say(m.Hello(name=name, token=None, client="bench", deals=False, bot=False, updates=True))
        await self._answer(m.Welcome)

    async def create(self, partner: str = "open") -> None:
        self.say(room_of(self.game, "me", partner, listed=False, **self.options))
        self.room = (await self._answer(m.Entered)).room

    async def join(self, room: str) -> None:
        self.say(m.Join(ref=1, room=room, games=None))
        self.room = (await self._answer(m.Entered)).room

    def say(self, command: m.Command) -> None:
        self.send(encode(command))

    async def _answer(self, kind: type[M]) -> M:
        """The next message of a kind. Raises Refused, or TimeoutError when nothing comes."""
        async with asyncio.timeout(ANSWER_LIMIT_S):
            while True:
                while self._events:
                    event = decode_event(self._events.popleft())
                    if isinstance(event, kind):
                        return event
                    if isinstance(event, m.Refused):
                        raise RefusedError(event.text)
                self._waiter = asyncio.get_running_loop().create_future()
                await self._waiter

    # Playing.

    def hear(self, payload: bytes) -> None:
        """Act on a Table, whole or as an update; keep any other message for `_answer`."""
        seen = glance(payload)
        if seen.kind == "table":
            self._look(seen)
        elif seen.kind == "update" and self._seen is not None and self._seen.seat is not None:
            self._look(replace(self._seen, ply=seen.plies[self._seen.seat], turn=seen.turn))
        elif seen.kind == "refused" and self.room:
            self.ended = f"refused: {payload!r}"
        elif seen.kind != "presence":
            self._events.append(payload)
            if self._waiter is not None and not self._waiter.done():
                self._waiter.set_result(None)

    def act(self, due: float) -> None:
        """Move, or ask for the next game, as soon as the rules allow; its latency counts from `due`."""
        seen = self._seen
        if seen is None or (seen.number, seen.ply) == self._sent or (seen.phase == "playing" and not self._on_turn):
            self._owed = due
        elif seen.phase == "playing":
            self._owed = None
            self._due = due
            self._sent = (seen.number, seen.ply)
            self.say(m.Play(room=self.room, number=seen.number, ply=seen.ply, move=self.move))
        elif seen.phase == "over" and self._asked_for != seen.number:
            self._owed = None
            self._asked_for = seen.number
            self.say(m.Rematch(room=self.room))

    @property
    def _on_turn(self) -> bool:
        return self._seen is not None and self._seen.seat in self._seen.turn

    def _look(self, seen: Glance) -> None:
        self._seen = seen
        self.traffic.tables += 1
        if self._due and (seen.number, seen.ply) > self._sent:
            self.traffic.latencies.append(perf_counter() - self._due)
            self._due = 0.0
        if self.eager:
            self.act(perf_counter())
        elif self._owed is not None:
            self.act(self._owed)
