"""The network of a world: streams of bytes that come late, in pieces, in part, or no more at all."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any, Protocol

from tests.support.world.loop import Timing
from tests.support.world.weather import CALM, Weather

NOTICE_S = 0.5
"""How long it takes at most until a side hears that its connection is cut, if it does."""


class End(Protocol):
    """The client's end of a wire."""

    def heard(self, data: bytes) -> None:
        """Bytes came."""

    def lost(self) -> None:
        """The wire is no more."""


class Pipe:
    """One direction of a wire: bytes on their way, in order.

    `left` is how many bytes go through before the wire is cut.
    """

    def __init__(
        self,
        loop: Timing,
        chance: Random,
        weather: Weather,
        deliver: Callable[[bytes], None],
        cut: Callable[[], None],
    ) -> None:
        self.unsent = bytearray()
        self.left: int | None = None
        self.weather = weather
        self.flowed: Callable[[], None] = lambda: None
        self._loop = loop
        self._chance = chance
        self._deliver = deliver
        self._cut = cut
        self._flow: asyncio.TimerHandle | None = None
        self._held_until = 0.0
        self._is_shut = False

    def write(self, data: bytes) -> None:
        """Send bytes; what goes into a pipe that is shut stays there."""
        self.unsent += data
        self._flow_soon()

    def hold(self, seconds: float) -> None:
        """Let nothing through for so long from now."""
        self._held_until = self._loop.time() + seconds
        if self._flow is not None:
            self._flow.cancel()
            self._flow = None
        self._flow_soon()

    def shut(self) -> None:
        """Let nothing through any more."""
        self._is_shut = True

    def _flow_soon(self) -> None:
        if self._flow is None and self.unsent and not self._is_shut:
            self._flow = self._loop.call_later(self._delay_s(), self._flow_now)

    def _delay_s(self) -> float:
        held_s = max(0.0, self._held_until - self._loop.time())
        return held_s + self._chance.uniform(0, self.weather.delay_s)

    def _flow_now(self) -> None:
        self._flow = None
        if self._is_shut:
            return
        size = len(self.unsent)
        if self._chance.random() < self.weather.piece:
            size = self._chance.randint(1, size)
        if self.left is not None:
            size = min(size, self.left)
            self.left -= size
        piece = bytes(self.unsent[:size])
        del self.unsent[:size]
        self._deliver(piece)
        if self.left == 0:
            self._cut()
        else:
            self._flow_soon()
            self.flowed()


class Wire:
    """A connection between a client and one run of the server, which can be cut.

    `player` is who the server said the client is, by the account's number.
    """

    def __init__(self, network: Network, end: End, accept: Callable[[Socket], asyncio.Protocol], name: str) -> None:
        loop, chance, weather = network.loop, network.chance_of_its_own(), network.weather
        self.name = name
        self.player: int | None = None
        self.newest: dict[str, int] = {}
        self.tables: dict[str, dict[str, Any]] = {}
        self._network = network
        self._loop = loop
        self._chance = chance
        self._end: End | None = end
        self.up = Pipe(loop, chance, weather, self._reach_server, self.cut)
        self.down = Pipe(loop, chance, weather, self._reach_client, self.cut)
        self.socket = Socket(self)
        if weather.cut_bytes is not None:
            chance.choice((self.up, self.down, self.down)).left = chance.randint(1, weather.cut_bytes)
        self._server = accept(self.socket)
        self.socket.begin(self._server, loop)

    def wrote(self, data: bytes) -> None:
        """The server has written bytes; nobody has got them yet."""
        self._network.wrote(self, data)

    def hang_up(self) -> None:
        """The client closes its end, or its process ends."""
        self._end = None
        self.down.shut()
        if not self.socket.is_over:
            self._loop.call_later(self._notice_s(), self.socket.lose)

    def vanish(self) -> None:
        """The client is gone and the server does not hear of it."""
        self._end = None
        self.up.shut()
        self.down.shut()

    def cut(self) -> None:
        """Somebody trips over the cable. One side may take long to notice."""
        self.up.shut()
        self.down.shut()
        silent = self._chance.random() < self._network.weather.silent
        deaf = self._chance.choice(("client", "server")) if silent else ""
        if deaf != "server":
            self._loop.call_later(self._notice_s(), self.socket.lose)
        if deaf != "client":
            self.lose_client()

    def lose_client(self) -> None:
        """The client hears soon that the connection is over."""
        self._loop.call_later(self._notice_s(), self._tell_client)

    def _tell_client(self) -> None:
        end, self._end = self._end, None
        self.down.shut()
        self._network.forget(self)
        if end is not None:
            end.lost()

    def _notice_s(self) -> float:
        return self._chance.uniform(0, min(NOTICE_S, 10 * self._network.weather.delay_s))

    def _reach_server(self, data: bytes) -> None:
        if not self.socket.is_over:
            self._server.data_received(data)

    def _reach_client(self, data: bytes) -> None:
        if self._end is not None:
            self._end.heard(data)


class Socket(asyncio.Transport):
    """The server's end of a wire, as the event loop would give it.

    `is_over` says that the server has been told, or has decided, that it is no more.
    """

    def __init__(self, wire: Wire) -> None:
        super().__init__()
        self.wire = wire
        self.is_over = False
        self._is_closing = False
        self._is_paused = False
        self._is_reading = True
        self._high = 1 << 16
        wire.down.flowed = self._drained

    def begin(self, protocol: asyncio.Protocol, loop: Timing) -> None:
        """Let the server have it."""
        self._protocol = protocol
        self._loop = loop
        protocol.connection_made(self)

    def die(self) -> None:
        """The server's process is killed: it hears of nothing any more."""
        self.is_over = self._is_closing = True
        self.wire.lose_client()

    def lose(self) -> None:
        """The server hears that the connection is over."""
        if not self.is_over:
            self.is_over = True
            self._is_closing = True
            self._protocol.connection_lost(None)
            self.wire.lose_client()

    # What a transport does.

    def get_extra_info(self, name: str, default: object = None) -> object:
        """Where the client is."""
        return ("192.0.2.1", 1) if name == "peername" else default

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """Ask to wait at `high` bytes, or earlier where the world's sockets are small."""
        self._high = min(high or 1 << 16, self.wire.down.weather.buffer_bytes)

    def get_write_buffer_size(self) -> int:
        return len(self.wire.down.unsent)

    def is_closing(self) -> bool:
        return self._is_closing

    def write(self, data: bytes | bytearray | memoryview) -> None:
        if self.is_over or self._is_closing:
            return
        self.wire.wrote(bytes(data))
        self.wire.down.write(bytes(data))
        if not self._is_paused and self.get_write_buffer_size() > self._high:
            self._is_paused = True
            self._protocol.pause_writing()

    def can_write_eof(self) -> bool:
        return True

    def write_eof(self) -> None:
        """Send no more; the client, which has nothing to say after that, hangs up."""
        self.close()

    def close(self) -> None:
        """End the connection once everything is sent."""
        if not self._is_closing:
            self._is_closing = True
            self._drained()

    def abort(self) -> None:
        self._is_closing = True
        self.wire.down.shut()
        self._loop.call_soon(self.lose)

    def is_reading(self) -> bool:
        return self._is_reading

    def pause_reading(self) -> None:
        self._is_reading = False
        self.wire.up.hold(1e9)

    def resume_reading(self) -> None:
        self._is_reading = True
        self.wire.up.hold(0.0)

    def _drained(self) -> None:
        if self._is_closing and not self.wire.down.unsent:
            self._loop.call_soon(self.lose)
        elif self._is_paused and self.get_write_buffer_size() <= self._high // 4:
            self._is_paused = False
            self._protocol.resume_writing()


class Network:
    """Every wire that is open.

    `made` counts them; `wrote` hears of whatever a server writes into one.
    """

    def __init__(self, loop: Timing, seed: str, weather: Weather) -> None:
        self.loop = loop
        self.weather = weather
        self.wires: dict[Wire, None] = {}
        self.wrote: Callable[[Wire, bytes], None] = lambda *_: None
        self._seed = seed
        self.made = 0

    def chance_of_its_own(self) -> Random:
        """Randomness that nobody else draws from, so that wires do not depend on each other's order."""
        self.made += 1
        return Random(f"{self._seed} wire {self.made}")

    def connect(self, end: End, accept: Callable[[Socket], asyncio.Protocol], name: str) -> Wire:
        wire = Wire(self, end, accept, name)
        self.wires[wire] = None
        return wire

    def forget(self, wire: Wire) -> None:
        self.wires.pop(wire, None)

    def calm(self) -> None:
        """Let nothing go wrong from now on."""
        self.weather = CALM
        for wire in self.wires:
            for pipe in (wire.up, wire.down):
                pipe.weather, pipe.left = CALM, None
                pipe.hold(0.0)
