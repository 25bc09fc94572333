"""Sockets: the websocket protocol on `websockets`' Sans-I/O layer, over an asyncio transport.

The Sans-I/O layer leaves the sockets to us, and with them the write buffers, pings, time limits and the abort of a
client that does not read. What a connection hears goes to its `Receiver`; nothing here knows what frames mean.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Callable
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Protocol, cast

from websockets.frames import Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import OPEN
from websockets.server import ServerProtocol
from websockets.typing import Subprotocol

from protocol.codec import MAX_COMMAND_BYTES
from protocol.errors import CloseCode
from protocol.messages import SUBPROTOCOL
from server.limits.addresses import AddressQuotas, AddressUsage, TrustedProxies
from server.limits.settings import ServerLimits
from server.limits.token_bucket import TokenBucket
from server.net.outbox import Outbox
from server.net.tls import TlsStream

UNSUPPORTED = 1003
"""The close code for text frames (RFC 6455 section 7.4.1)."""
TURNED_AWAY = 64
"""How many clients at a time a full server explains itself to."""
FLOOD_WORD_S = 0.5
"""How long a client that floods us has to read why it is cut off."""
CROWDED = "Too many connections come from your address. Close some, or wait a moment."
BUFFER_HIGH_BYTES = 64 * 1024
MAX_REASON_BYTES = 120
"""A close frame carries at most 123 bytes of reason (RFC 6455 section 5.5.1)."""


@dataclass(frozen=True, slots=True)
class ListenerPolicy:
    """Whom a gateway believes what.

    Attributes:
        proxies: who may say for whom they speak.
        origins: the web pages that may connect; no other page's browser is let in.
        tls: what to encrypt connections with, or None for plain ones.
    """

    proxies: TrustedProxies = field(default_factory=TrustedProxies)
    origins: frozenset[str] = frozenset()
    tls: ssl.SSLContext | None = None


@dataclass(frozen=True, slots=True)
class HttpResponse:
    """An answer to a plain HTTP request."""

    status: HTTPStatus
    text: str
    content_type: str = "text/plain; charset=utf-8"


class FrameHandler(Protocol):
    """Whoever a connection's frames are for."""

    def arrived(self) -> HttpResponse | None:
        """A client asks in. A Page turns it away."""

    def received(self, connection: ServerConnection, frame: bytes) -> None:
        """One binary frame came."""

    def lost(self, connection: ServerConnection) -> None:
        """The connection is over; called once for each that arrived and was not turned away."""

    def page(self, path: str, address: str) -> HttpResponse | None:
        """The page at a path for who asks from an address, or None where a websocket is served."""


class Gateway:
    """Every socket there is. Mutable: sockets come and go."""

    def __init__(self, receiver: FrameHandler, limits: ServerLimits, trust: ListenerPolicy | None = None) -> None:
        """Let clients in for `receiver`."""
        self.receiver = receiver
        self.limits = limits
        self.trust = trust or ListenerPolicy()
        self.addresses = AddressQuotas(limits)
        self.connections: set[ServerConnection] = set()
        self._empty = asyncio.Event()

    async def emptied(self) -> None:
        """Wait until there is no connection."""
        while self.connections:
            self._empty.clear()
            await self._empty.wait()

    @property
    def is_full(self) -> bool:
        """Whether there are more sockets than clients can be let in with."""
        return len(self.connections) > self.limits.connections

    def add(self, connection: ServerConnection) -> bool:
        """A socket is here; whether there is a place for it. A few beyond the limit are let in to be told so."""
        if len(self.connections) >= self.limits.connections + TURNED_AWAY:
            return False
        self.connections.add(connection)
        return True

    def remove(self, connection: ServerConnection) -> None:
        """A socket is gone."""
        self.connections.discard(connection)
        if not self.connections:
            self._empty.set()

    def __call__(self) -> ServerConnection:
        """A connection for a socket about to be accepted: what `loop.create_server` asks for."""
        return ServerConnection(self, self.trust.tls)

    def encrypted(self, tls: ssl.SSLContext) -> Callable[[], ServerConnection]:
        """The same for a second way in, which encrypts whatever the first does; all else is one, limits included."""
        return lambda: ServerConnection(self, tls)


class ServerConnection(asyncio.Protocol):
    """One client's socket. Mutable: it is a connection."""

    __slots__ = (
        "_arrived", "_cipher", "_closing", "_gateway", "_inbound", "_limits", "_loop", "_partial", "_pinged_at",
        "_protocol", "_receiver", "_transport", "address", "heard_at", "household", "opened_at", "outbox",
    )  # fmt: skip

    def __init__(self, gateway: Gateway, tls: ssl.SSLContext | None) -> None:
        """Wait for a transport; without `tls` it is plain."""
        self._gateway = gateway
        self._receiver = gateway.receiver
        self._limits = limits = gateway.limits
        self._loop = asyncio.get_running_loop()
        self._protocol = ServerProtocol(
            subprotocols=[Subprotocol(SUBPROTOCOL)],
            select_subprotocol=lambda _, offered: Subprotocol(SUBPROTOCOL) if SUBPROTOCOL in offered else None,
            max_size=MAX_COMMAND_BYTES,
        )
        self._transport: asyncio.Transport = cast(asyncio.Transport, None)
        self._cipher = TlsStream(tls) if tls else None
        self._inbound = TokenBucket(limits.inbound)
        self._partial: bytearray | None = None
        self._arrived = False
        self._closing = False
        self.opened_at = self.heard_at = self._loop.time()
        self._pinged_at: float | None = None
        self.outbox = Outbox(self._send, self.abort, limits.outbound_bytes)
        self.address = "?"
        """The client's address, without its port; a proxy's until it says for whom it speaks."""
        self.household: AddressUsage | None = None
        """What everybody at that address takes, as soon as this connection is counted there."""

    @property
    def is_encrypted(self) -> bool:
        """Whether nobody in between can read along."""
        return self._cipher is not None

    def close(self, code: int, reason: str) -> None:
        """Begin to close, telling the client why; a client that does not answer is cut off soon."""
        if self._closing:
            return
        self._closing = True
        if self._protocol.state is OPEN:
            self._protocol.send_close(code, _shortened(reason))
            self._flush()
        else:
            self._transport.close()
        self._loop.call_later(self._limits.close_within_s, self.abort)

    def abort(self) -> None:
        """End the connection now, whatever is unsent."""
        self._transport.abort()

    def check(self, now: float) -> None:
        """Hold the connection to its time limits at `now`, in seconds of the event loop's clock."""
        limits = self._limits
        if not self._arrived:
            if now - self.opened_at > limits.handshake_s:
                self.abort()
        elif self._pinged_at is not None:
            if now - self._pinged_at > limits.pong_within_s:
                self.abort()
        elif now - self.heard_at > limits.ping_every_s and not self._closing:
            self._pinged_at = now
            self._protocol.send_ping(b"")
            self._flush()

    # Called by the event loop.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The socket is here."""
        self._transport = cast(asyncio.Transport, transport)
        self._transport.set_write_buffer_limits(high=BUFFER_HIGH_BYTES)
        _cut_when_unread(transport, self._limits.unread_s)
        peer = transport.get_extra_info("peername")
        self.address = str(peer[0]) if peer else "?"
        if not self._gateway.add(self):
            self.abort()
        elif self.address not in self._gateway.trust.proxies and not self._is_counted():
            self._crowd_out()

    def data_received(self, data: bytes) -> None:
        """Bytes came."""
        self.heard_at = now = self._loop.time()
        if self._inbound.take(now, len(data)):
            self._flooded()
            return
        self._pinged_at = None
        if self._cipher is not None:
            data = self._decrypted(self._cipher, data)
        self._protocol.receive_data(data)
        for event in self._protocol.events_received():
            if isinstance(event, Frame):
                self._frame(event)
            elif isinstance(event, Request):
                self._request(event)
        self._flush()

    def eof_received(self) -> None:
        """The client sends no more; the socket is closed on return."""
        self._protocol.receive_eof()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - the reason does not change what to do
        """The socket is gone."""
        self._closing = True
        self._gateway.remove(self)
        if self.household is not None:
            self.household.connections -= 1
            self.household = None
        if self._arrived:
            self._arrived = False
            self._receiver.lost(self)

    def pause_writing(self) -> None:
        """The client reads slower than we write."""
        self.outbox.pause()

    def resume_writing(self) -> None:
        """The client has caught up."""
        self.outbox.resume()

    # Inside.

    def _is_counted(self) -> bool:
        """Count the connection among those of its address; whether there is a place for it there."""
        self.household = self._gateway.addresses.enter(self.address, self._loop.time())
        return self.household is not None

    def _crowd_out(self) -> None:
        """Answer before anything is asked, since to wait for the question would take a place."""
        if self._cipher is None:
            self._protocol.send_response(self._rejection(HttpResponse(HTTPStatus.TOO_MANY_REQUESTS, f"{CROWDED}\n")))
            self._flush()
        self._transport.close()

    def _flooded(self) -> None:
        """Read no more, say why, and soon end it."""
        self._transport.pause_reading()
        most = self._limits.inbound_bytes_per_s
        self.close(CloseCode.FLOODING, f"More came from you than {most} bytes a second; less is read here.")
        self._loop.call_later(FLOOD_WORD_S, self.abort)

    def _decrypted(self, cipher: TlsStream, data: bytes) -> bytes:
        try:
            plain = cipher.decrypt(data)
        except ssl.SSLError:
            self.abort()
            return b""
        if answers := cipher.answers():
            self._transport.write(answers)
        return plain

    def _request(self, request: Request) -> None:
        page = (
            self._stranger_page(request)
            or self._receiver.page(request.path.partition("?")[0], self.address)
            or self._version_page(request)
        )
        if page is None:
            response = self._protocol.accept(request)
            page = self._admission() if response.status_code == HTTPStatus.SWITCHING_PROTOCOLS else None
        self._protocol.send_response(self._rejection(page) if page else response)
        self._arrived = self._protocol.state is OPEN

    def _admission(self) -> HttpResponse | None:
        """The refusal of a client that cannot be let in now."""
        if self._gateway.is_full:
            return HttpResponse(HTTPStatus.SERVICE_UNAVAILABLE, "This server is full. Come back later.\n")
        return self._receiver.arrived()

    def _stranger_page(self, request: Request) -> HttpResponse | None:
        """The refusal of who is not to see anything here: a web page, or one too many behind a proxy."""
        if any(origin not in self._gateway.trust.origins for origin in request.headers.get_all("Origin")):
            return HttpResponse(HTTPStatus.FORBIDDEN, "Web pages are not let in here; play from a terminal.\n")
        if self.household is None:
            forwarded = request.headers.get_all("X-Forwarded-For")
            self.address = self._gateway.trust.proxies.client(self.address, forwarded)
            if not self._is_counted():
                return HttpResponse(HTTPStatus.TOO_MANY_REQUESTS, f"{CROWDED}\n")
        return None

    def _version_page(self, request: Request) -> HttpResponse | None:
        """The refusal of a client that speaks no version of ours. Anything but a websocket request is the library's."""
        offered = ", ".join(request.headers.get_all("Sec-WebSocket-Protocol"))
        if "Upgrade" not in request.headers or SUBPROTOCOL in [name.strip() for name in offered.split(",")]:
            return None
        if not offered:
            text = f"Offer the subprotocol {SUBPROTOCOL} in Sec-WebSocket-Protocol; this server speaks nothing else.\n"
            return HttpResponse(HTTPStatus.BAD_REQUEST, text)
        spoken = ascii(offered[:60])[1:-1]
        text = f"This server speaks {SUBPROTOCOL}; your client speaks {spoken}. Install the version that matches.\n"
        return HttpResponse(HTTPStatus.UPGRADE_REQUIRED, text)

    def _rejection(self, page: HttpResponse) -> Response:
        response = self._protocol.reject(page.status, page.text)
        del response.headers["Content-Type"]
        response.headers["Content-Type"] = page.content_type
        return response

    def _frame(self, frame: Frame) -> None:
        if self._closing:
            return
        match frame.opcode:
            case Opcode.BINARY if frame.fin:
                self._receiver.received(self, bytes(frame.data))
            case Opcode.BINARY:
                self._partial = bytearray(frame.data)
            case Opcode.TEXT:
                self.close(UNSUPPORTED, "Messages are binary frames; a text frame has no place here.")
            case Opcode.CONT if self._partial is not None:
                self._continued(self._partial, frame)
            case _:
                pass  # Pings are answered by the library, and any frame at all shows that the client is there.

    def _continued(self, partial: bytearray, frame: Frame) -> None:
        """A message in fragments, which the library holds to the size of a whole one."""
        partial += frame.data
        if frame.fin:
            self._partial = None
            self._receiver.received(self, bytes(partial))

    def _flush(self) -> None:
        """Hand on what the library wants sent; an empty piece means the end of our side."""
        for piece in self._protocol.data_to_send():
            if piece:
                self._write(piece)
            elif not self._transport.is_closing():
                if self._cipher is not None:
                    self._transport.write(self._cipher.farewell())
                # Closed from one side only: a client still sending would lose our last words to a reset.
                self._transport.write_eof()
                self._loop.call_later(self._limits.close_within_s, self.abort)

    def _send(self, data: bytes) -> None:
        """Write a whole frame, unless our close frame was the last word (RFC 6455 section 5.5.1)."""
        if self._protocol.state is OPEN:
            self._write(data)

    def _write(self, data: bytes) -> None:
        if self._transport.is_closing():
            return
        self._transport.write(data if self._cipher is None else self._cipher.encrypt(data))
        if self._transport.get_write_buffer_size() > self._limits.outbound_bytes:
            self.abort()


def _cut_when_unread(transport: asyncio.BaseTransport, seconds: float) -> None:
    """Have the system cut a connection whose other end takes nothing for so long (RFC 5482).

    A ping says too little: where a client does not read, it waits behind all the rest.
    """
    made = transport.get_extra_info("socket")
    if made is not None and hasattr(socket, "TCP_USER_TIMEOUT"):
        made.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(seconds * 1000))


def _shortened(reason: str) -> str:
    return reason.encode()[:MAX_REASON_BYTES].decode(errors="ignore")
