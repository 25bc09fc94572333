"""Connected players without a socket, who keep every message they get."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from client.net.following.held_tables import HeldTables
from protocol import messages as m
from protocol.codec import decode_event
from server.limits.addresses import AddressUsage
from server.limits.settings import ServerLimits
from server.net.outbox import Outbox

M = TypeVar("M", bound=m.Message)

LIMIT_BYTES = 256 * 1024
EVERYWHERE = "everywhere"


class Visitor:
    """A connected player that reads at once: a `server.net.recipient.Requester`.

    `heard` is everything told so far, in order.
    """

    def __init__(self, player: int, name: str = "", *, takes_updates: bool = False) -> None:
        self.player = player
        self.takes_updates = takes_updates
        self.name = name or f"player{player}"
        self.is_cut = self.is_stranded = False
        self.address_usage = AddressUsage(ServerLimits())
        self.following: set[str] = set()
        self.looks: str | None = EVERYWHERE
        self.heard: list[m.Event] = []
        self.outbox = Outbox(self._write, self._cut, LIMIT_BYTES)
        self._read = 0
        self._news = asyncio.Event()

    @property
    def tables(self) -> list[m.Table]:
        return [event for event in self.heard if isinstance(event, m.Table)]

    async def next(self, kind: type[M], fits: Callable[[M], bool] = lambda _: True) -> M:
        """The next message of a kind that fits, passing over others."""
        while True:
            while self._read < len(self.heard):
                event = self.heard[self._read]
                self._read += 1
                if isinstance(event, kind) and fits(event):
                    return event
            self._news.clear()
            await self._news.wait()

    async def table(self, **seen: Any) -> m.Table:
        """The next Table that shows all this."""
        return await self.next(m.Table, lambda told: all(getattr(told, name) == seen[name] for name in seen))

    def look_at(self, room: str | None) -> None:
        self.looks = room

    def looks_at(self, room: str) -> bool:
        return self.looks in (EVERYWHERE, room)

    def tell(self, event: m.Event) -> None:
        self.heard.append(event)
        self._news.set()

    def _write(self, frame: bytes) -> None:
        self.tell(decode_event(payload(frame)))

    def _cut(self) -> None:
        self.is_cut = True


class Follower(Visitor):
    """A visitor whose client takes updates; `newest` is the Table that it has made of all it heard.

    `asked` has the tables that it asks for anew, as it got an update that builds on what it lacks.
    """

    def __init__(self, player: int) -> None:
        super().__init__(player, takes_updates=True)
        self.asked: list[str] = []
        self._tables = HeldTables(self.asked.append)
        self._folded = 0
        self._newest: m.Table | None = None

    @property
    def updates(self) -> list[m.TableUpdate]:
        return [event for event in self.heard if isinstance(event, m.TableUpdate)]

    @property
    def newest(self) -> m.Table | None:
        for event in self.heard[self._folded :]:
            told = self._tables.hear(event)
            self._newest = told if isinstance(told, m.Table) else self._newest
        self._folded = len(self.heard)
        return self._newest


def payload(frame: bytes) -> bytes:
    """What is inside a server's frame (RFC 6455 section 5.2: a length of 126 or 127 stands for one that follows)."""
    match frame[1]:
        case 126:
            return frame[4:]
        case 127:
            return frame[10:]
    return frame[2:]
