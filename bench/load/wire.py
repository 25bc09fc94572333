"""One websocket connection of the load, on an asyncio transport: the handshake and frames, without a library's cost."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Self, cast
from urllib.parse import urlsplit

from bench.load import frames

OPEN_LIMIT_S = 30.0
HANDSHAKE = (
    "GET / HTTP/1.1\r\nHost: {place}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n{more}\r\n"
)
END_OF_HEAD = b"\r\n\r\n"


@dataclass(slots=True)
class Traffic:
    """Counts what came in over many connections, which all write into it.

    Attributes:
        heard: how often bytes came.
        latencies: for each move, the seconds from the time it was due until it was seen to be done.
    """

    heard: int = 0
    latencies: list[float] = field(default_factory=list)


class Wire(asyncio.Protocol):
    """A connection to a server, which hands each message that comes in to `hear`.

    `traffic` is where to keep count; `ended` is why the server closed the connection, when it has.
    """

    subprotocol: str | None = None

    def __init__(self, place: str) -> None:
        self.traffic = Traffic()
        self.ended: str | None = None
        self._place = place
        self._unread = b""
        self._is_open = False
        self._opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._transport: asyncio.Transport = cast(asyncio.Transport, None)

    @classmethod
    async def open(cls, url: str) -> Self:
        """Open a connection. Raises OSError when the server refuses it."""
        address = urlsplit(url)
        loop = asyncio.get_running_loop()
        _, wire = await loop.create_connection(lambda: cls(address.netloc), address.hostname or "", address.port or 0)
        try:
            async with asyncio.timeout(OPEN_LIMIT_S):
                await wire._opened
        except BaseException:
            wire.close()
            raise
        return wire

    def hear(self, payload: bytes) -> None:
        """Take one message of the server."""
        raise NotImplementedError

    def send(self, payload: bytes) -> None:
        self._transport.write(frames.mask(payload))

    def close(self) -> None:
        """Close the socket without a closing handshake."""
        self._transport.abort()

    # Called by the event loop.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        more = f"Sec-WebSocket-Protocol: {self.subprotocol}\r\n" if self.subprotocol else ""
        self._transport.write(HANDSHAKE.format(place=self._place, more=more).encode())

    def data_received(self, data: bytes) -> None:
        """Take what came apart into messages."""
        self.traffic.heard += 1
        stream = self._unread + data if self._unread else data
        if not self._is_open:
            stream = self._shaken(stream)
        heard, self._unread = frames.split_frames(stream) if self._is_open else ([], stream)
        for kind, payload in heard:
            if kind == frames.BINARY:
                self.hear(payload)
            elif kind == frames.PING:
                self._transport.write(frames.mask(payload, frames.PONG))
            elif kind == frames.CLOSE:
                self.ended = payload[2:].decode(errors="replace") or "closed without a reason"
                self._transport.write(frames.mask(payload, frames.CLOSE))

    def connection_lost(self, exc: Exception | None) -> None:
        """Note that the socket is closed."""
        self.ended = self.ended or str(exc or "the connection was lost")
        if not self._opened.done():
            self._opened.set_exception(OSError(self.ended))

    def _shaken(self, stream: bytes) -> bytes:
        """What follows the server's answer to the handshake, once that is all here."""
        head, end, rest = stream.partition(END_OF_HEAD)
        if not end:
            return stream
        if not head.startswith(b"HTTP/1.1 101"):
            self.ended = head.partition(b"\r\n")[0].decode(errors="replace")
            self._transport.abort()
            return b""
        self._is_open = True
        self._opened.set_result(None)
        return rest
