"""A websocket client made by hand (RFC 6455): it costs hardly anything, and can do what a client must not do.

A Wire is read at its owner's own pace; a Listener is told of each message as it comes. Tests, proofs and benchmarks
share them.
"""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Self, cast
from urllib.parse import urlsplit

from protocol.messages import SUBPROTOCOL
from tests.support.processes import frames

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
FINAL = 0x80
NO_CLOSE_FRAME = 1006
SWITCHED = 101
"""The HTTP status of an accepted handshake."""
OPEN_LIMIT_S = 30.0


class Answer(NamedTuple):
    """The answer to an HTTP request; header names are in small letters."""

    status: int
    headers: dict[str, str]
    body: str


class Piece(NamedTuple):
    """One frame from the server."""

    opcode: int
    payload: bytes


class Closed(NamedTuple):
    """How the server closed: the code and reason of its close frame, or 1006 where it sent none."""

    code: int
    reason: str


class Wire:
    """One socket to a server."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, host: str, target: str = "/"
    ) -> None:
        """Use a connection to `host`, where a websocket is asked for at `target`."""
        self._reader = reader
        self._writer = writer
        self._host = host
        self._target = target

    @classmethod
    async def reach(cls, url: str, *, buffer_bytes: int | None = None, source: str = "") -> Wire:
        """Connect, from the address `source` of this machine where one is given.

        With `buffer_bytes`, the machine keeps hardly more than that of what is not read.
        """
        place = urlsplit(url)
        made = socket.socket()
        made.setblocking(False)  # noqa: FBT003 - the library's signature
        if source:
            made.bind((source, 0))
        if buffer_bytes is not None:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer_bytes)
        try:
            await asyncio.get_running_loop().sock_connect(made, (place.hostname, place.port))
            reader, writer = await asyncio.open_connection(sock=made, limit=buffer_bytes or 2**20)
        except BaseException:
            made.close()
            raise
        return cls(reader, writer, place.netloc, place._replace(scheme="", netloc="").geturl() or "/")

    async def upgrade(self, subprotocol: str | None = SUBPROTOCOL, **headers: str) -> Answer:
        """Ask for a websocket."""
        asked = {
            "Upgrade": "websocket",
            "Connection": "Upgrade",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
            **({"Sec-WebSocket-Protocol": subprotocol} if subprotocol is not None else {}),
            **headers,
        }
        return await self.get(self._target, **asked)

    async def turned_away(self, subprotocol: str | None = SUBPROTOCOL, **headers: str) -> Closed:
        """How the server closes a websocket that it does not want, as soon as it is open."""
        answer = await self.upgrade(subprotocol, **headers)
        assert answer.status == SWITCHED, answer
        return await self.until_closed()

    async def get(self, path: str, **headers: str) -> Answer:
        """Ask for a page."""
        lines = [f"GET {path} HTTP/1.1", f"Host: {self._host}", *(f"{name}: {text}" for name, text in headers.items())]
        self.write("".join(f"{line}\r\n" for line in [*lines, ""]).encode())
        return await self.read_answer()

    async def read_answer(self) -> Answer:
        """The next answer to an HTTP request."""
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        fields = {name.lower(): text for name, _, text in (line.partition(": ") for line in head[1:-2])}
        body = await self._reader.readexactly(int(fields.get("content-length", "0")))
        return Answer(int(head[0].split(" ")[1]), fields, body.decode())

    def write(self, raw: bytes) -> None:
        self._writer.write(raw)

    def send(self, payload: bytes, opcode: int = BINARY, *, fin: bool = True) -> None:
        self.write(frame(payload, opcode, fin=fin))

    async def drain(self) -> None:
        """Wait until the machine has taken most of what was sent."""
        await self._writer.drain()

    async def read(self) -> Piece:
        """The next frame. Raises asyncio.IncompleteReadError or ConnectionError where none comes any more."""
        first, length = await self._reader.readexactly(2)
        if length in (126, 127):
            length = int.from_bytes(await self._reader.readexactly(2 if length == 126 else 8))
        return Piece(first & 0x0F, await self._reader.readexactly(length))

    async def until_closed(self) -> Closed:
        """How the server closed, whatever else it said before."""
        try:
            while (piece := await self.read()).opcode != CLOSE:
                pass
        except (asyncio.IncompleteReadError, ConnectionError):
            return Closed(NO_CLOSE_FRAME, "")
        return Closed(int.from_bytes(piece.payload[:2]), piece.payload[2:].decode())

    async def until_ended(self) -> bytes:
        """Everything the server still sends, until there is no more."""
        try:
            return await self._reader.read()
        except ConnectionError:
            return b""

    @property
    def transport(self) -> asyncio.Transport:
        """What carries the bytes; a Listener takes it over."""
        return cast(asyncio.Transport, self._writer.transport)

    @property
    def is_lost(self) -> bool:
        return self.transport.is_closing()

    @property
    def port(self) -> int:
        return int(self._writer.get_extra_info("sockname")[1])

    async def sip(self, most: int) -> bytes:
        """At most so many bytes of what the server sends; none once there is no more."""
        return await self._reader.read(most)

    def cut(self) -> None:
        """End the connection without a word."""
        self.transport.abort()

    async def aclose(self) -> None:
        """End the connection and wait until the machine has let go of it."""
        self.cut()
        with suppress(ConnectionError):
            await self._writer.wait_closed()


@dataclass(slots=True)
class Traffic:
    """Counts what came in over many connections, which all write into it.

    Attributes:
        heard: how often bytes came.
        bytes: how many.
        tables: how many messages showed a game as it is.
        latencies: for each move, the seconds from the time it was due until it was seen to be done.
    """

    heard: int = 0
    bytes: int = 0
    tables: int = 0
    latencies: list[float] = field(default_factory=list)


class Listener(asyncio.Protocol):
    """A connection to a server, which hands each message that comes in to `hear`.

    `traffic` is where to keep count; `ended` is why the server closed the connection, when it has.
    """

    subprotocol: str | None = None

    def __init__(self, wire: Wire) -> None:
        """Take over a wire that has shaken hands, with a server that says nothing first."""
        self.traffic = Traffic()
        self.ended: str | None = None
        self._wire = wire  # which would end the connection when nobody holds it
        self._transport = wire.transport
        self._unread = b""
        self._transport.set_protocol(self)

    @classmethod
    async def open(cls, url: str) -> Self:
        """Connect and shake hands. Raises OSError when the server refuses it."""
        async with asyncio.timeout(OPEN_LIMIT_S):
            wire = await Wire.reach(url)
            try:
                answer = await wire.upgrade(cls.subprotocol)
            except BaseException as error:
                wire.cut()
                if isinstance(error, asyncio.IncompleteReadError):
                    raise ConnectionResetError("the connection was lost") from error
                raise
        if answer.status != SWITCHED:
            wire.cut()
            raise ConnectionRefusedError(f"the server answers with HTTP {answer.status}")
        return cls(wire)

    def hear(self, payload: bytes) -> None:
        """Take one message of the server."""
        raise NotImplementedError

    def send(self, payload: bytes) -> None:
        self._transport.write(frames.mask(payload))

    def cut(self) -> None:
        """End the connection without a word."""
        self._transport.abort()

    # Called by the event loop.

    def data_received(self, data: bytes) -> None:
        """Take what came apart into messages."""
        self.traffic.heard += 1
        self.traffic.bytes += len(data)
        heard, self._unread = frames.split_frames(self._unread + data if self._unread else data)
        for kind, payload in heard:
            if kind in (frames.BINARY, frames.TEXT):
                self.hear(payload)
            elif kind == frames.PING:
                self._transport.write(frames.mask(payload, frames.PONG))
            elif kind == frames.CLOSE:
                self.ended = payload[2:].decode(errors="replace") or "closed without a reason"
                self._transport.write(frames.mask(payload, frames.CLOSE))

    def connection_lost(self, exc: Exception | None) -> None:
        """Note that the socket is closed."""
        self.ended = self.ended or str(exc or "the connection was lost")


class Wires:
    """The sockets that a test has opened, closed at its end."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._made: list[Wire] = []

    async def reach(self, **options: Any) -> Wire:
        """A socket that is connected."""
        self._made.append(await Wire.reach(self.url, **options))
        return self._made[-1]

    async def open(self, forwarded_for: str | None = None, **options: Any) -> Wire:
        """A socket that has shaken hands, for the address a proxy names where that is given."""
        wire = await self.reach(**options)
        answer = await wire.upgrade(**({} if forwarded_for is None else {"X-Forwarded-For": forwarded_for}))
        assert answer.status == SWITCHED, answer
        return wire

    async def aclose(self) -> None:
        """End them all."""
        while self._made:
            await self._made.pop().aclose()


def frame(payload: bytes, opcode: int = BINARY, *, fin: bool = True) -> bytes:
    """A frame as clients send it."""
    return frames.mask(payload, opcode | (FINAL if fin else 0))
