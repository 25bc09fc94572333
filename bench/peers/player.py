"""Players of War at other servers: each flips as soon as it may, and reads of what comes only how far the game is."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from time import perf_counter
from typing import Any, ClassVar, Self
from urllib.request import Request, urlopen

from tests.support.processes import frames
from tests.support.processes.wire import Listener, Wire

ANSWER_LIMIT_S = 30.0


class PeerPlayer(Listener):
    """A connection that plays in one seat of a room, where both flip once a round and either may be the first.

    Attributes:
        eager: whether to flip the moment it may. Otherwise it does so only when `act` is called.
        seat: 0 or 1.
    """

    def __init__(self, wire: Wire) -> None:
        super().__init__(wire)
        self.eager = False
        self.seat = 0
        self.begun = asyncio.get_running_loop().create_future()
        self._flips = [0, 0]
        self._sent = -1
        self._due = 0.0

    @classmethod
    async def pair(cls, url: str, number: int) -> tuple[Self, Self]:
        """Seat two players in a room of their own, the `number`-th, and wait until both have seen the game."""
        raise NotImplementedError

    def flip(self, count: int) -> None:
        """Ask the server to flip for the `count`-th time, from 0."""
        raise NotImplementedError

    def act(self, due: float) -> None:
        """Flip if it may; how long that takes counts from `due`."""
        mine = self._flips[self.seat]
        if mine <= self._flips[1 - self.seat] and mine != self._sent:
            self._sent, self._due = mine, due
            self.flip(mine)

    def look(self, seat: int, flips: int) -> None:
        """Note how often a seat has flipped; a flip of its own is done once it is counted."""
        self._flips[seat] = flips
        if seat == self.seat and self._due and flips > self._sent:
            self.traffic.latencies.append(perf_counter() - self._due)
            self._due = 0.0

    def go_on(self) -> None:
        """Act on what was shown."""
        self.traffic.tables += 1
        if not self.begun.done():
            self.begun.set_result(None)
        if self.eager:
            self.act(perf_counter())

    async def until_begun(self) -> None:
        async with asyncio.timeout(ANSWER_LIMIT_S):
            await self.begun


class ColyseusPlayer(PeerPlayer):
    """Speaks the protocol of Colyseus 0.16: a byte for the kind of message, then a schema's fields."""

    JOINED, MESSAGE, STATE, PATCH = 10, 13, 14, 15
    REPLACED: ClassVar[dict[int, int]] = {0x80: 0, 0x81: 1}
    """What begins the number of a seat's flips: the field is replaced, or set for the first time."""
    FLIP = bytes([MESSAGE, 0xA0 + len("flip")]) + b"flip"

    @classmethod
    async def pair(cls, url: str, number: int) -> tuple[Self, Self]:  # noqa: ARG003 - rooms get their names there
        first = await asyncio.to_thread(_post, url, "/matchmake/create/war")
        room = first["room"]
        second = await asyncio.to_thread(_post, url, f"/matchmake/joinById/{room['roomId']}")
        place = f"{url}/{room['processId']}/{room['roomId']}?sessionId="
        players = [await cls.open(place + seat["sessionId"]) for seat in (first, second)]
        for seat, player in enumerate(players):
            player.seat = seat
            player.send(bytes([cls.JOINED]))
            await player.until_begun()
        return players[0], players[1]

    def hear(self, payload: bytes) -> None:
        """The fields of both seats' flips stand before all others, in any order."""
        if payload[0] in (self.STATE, self.PATCH):
            for seat, flips in self._counts(payload):
                self.look(seat, flips)
            self.go_on()

    def flip(self, count: int) -> None:
        self.send(self.FLIP + _packed(count))

    def _counts(self, payload: bytes) -> Iterator[tuple[int, int]]:
        place = 1
        while place < len(payload) and (seat := self.REPLACED.get(payload[place])) is not None:
            yield seat, int.from_bytes(payload[place + 1 : place + 5], "little")
            place += 5


class BoardgamePlayer(PeerPlayer):
    """Speaks socket.io 4 over one websocket, as boardgame.io does: JSON behind a few digits."""

    PING, PONG = b"2", b"3"
    ENTER, ENTERED = b"40/war,", b"40/war,"
    EVENT = b"42/war,"
    FLIPS = re.compile(rb'"flips":\[(\d+),(\d+)\]')

    def __init__(self, wire: Wire) -> None:
        super().__init__(wire)
        self.match = ""

    @classmethod
    async def pair(cls, url: str, number: int) -> tuple[Self, Self]:
        players = [await cls.open(f"{url}/socket.io/?EIO=4&transport=websocket") for _ in range(2)]
        for seat, player in enumerate(players):
            player.seat, player.match = seat, f"match{number}"
            player.write(cls.ENTER)
            await player.until_begun()
        return players[0], players[1]

    def hear(self, payload: bytes) -> None:
        """Every state of a game holds how often each seat has flipped."""
        if payload == self.PING:
            self.write(self.PONG)
        elif payload.startswith(self.ENTERED):
            self._emit("sync", self.match, str(self.seat), None, 2)
        elif found := self.FLIPS.search(payload):
            for seat, flips in enumerate(found.groups()):
                self.look(seat, int(flips))
            self.go_on()

    def flip(self, count: int) -> None:
        move = {"type": "flip", "args": [count], "playerID": str(self.seat), "credentials": None}
        self._emit("update", {"type": "MAKE_MOVE", "payload": move}, 0, self.match, str(self.seat))

    def write(self, text: bytes) -> None:
        self._transport.write(frames.mask(text, frames.TEXT))

    def _emit(self, *event: object) -> None:
        self.write(self.EVENT + json.dumps(event).encode())


def _packed(number: int) -> bytes:
    """A number as msgpack, which Colyseus puts behind a message's name."""
    return bytes([number]) if number < 128 else b"\xce" + number.to_bytes(4)


def _post(url: str, path: str) -> Any:  # noqa: ANN401 - whatever JSON holds
    """The answer to an empty JSON request."""
    request = Request(url.replace("ws:", "http:") + path, b"{}", {"Content-Type": "application/json"})
    with urlopen(request, timeout=ANSWER_LIMIT_S) as answer:
        return json.load(answer)
