"""One client's connection: the websocket protocol on `websockets`' Sans-I/O layer, over a stream of bytes.

The Sans-I/O layer leaves the socket to us, and with it pings, limits and time limits. Frames go to the gateway's
`FrameHandler`; nothing here knows what they mean.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Iterator
from functools import partial
from http import HTTPStatus

from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import CONNECTING, OPEN

from protocol.errors import CloseCode
from server.limits.addresses import AddressUsage
from server.limits.token_bucket import TokenBucket
from server.net import handshake, short_frames
from server.net.connection_owner import ConnectionOwner
from server.net.handshake import HandshakeRefusal
from server.net.outbox import Outbox
from server.net.socket_stream import UNKNOWN_PEER, SocketStream

UNSUPPORTED = 1003
"""The close code for text frames (RFC 6455 section 7.4.1)."""
FLOOD_WORD_S = 0.5
"""How long a client that floods us has to read why it is cut off."""
LEAST_READ_BYTES = 64
"""What a read counts as at least, since it takes as long as that many bytes."""
PIECE_BYTES = 1024
"""How much the library is given at a time where frames cannot be told apart: some hundred of the smallest."""
MAX_REASON_BYTES = 120
"""A close frame carries at most 123 bytes of reason (RFC 6455 section 5.5.1)."""


class ServerConnection(SocketStream):
    """One client's connection, and the state it is in."""

    __slots__ = (
        "_arrived", "_closing", "_control", "_gateway", "_inbound", "_is_between_frames", "_partial", "_pinged_at",
        "_protocol", "_receiver", "address", "address_usage", "heard_at", "opened_at", "outbox",
    )  # fmt: skip

    def __init__(self, gateway: ConnectionOwner[ServerConnection], tls: ssl.SSLContext | None) -> None:
        """Wait for a transport; without `tls` it is plain."""
        super().__init__(gateway.limits, tls)
        self._gateway = gateway
        self._receiver = gateway.receiver
        limits = gateway.limits
        self._protocol = handshake.make_protocol()
        self._inbound = TokenBucket(limits.inbound_bytes_per_s, limits.inbound_burst_bytes)
        self._control = TokenBucket(limits.control_per_s, limits.control_burst)
        self._partial: bytearray | None = None
        self._is_between_frames = False
        self._arrived = False
        self._closing = False
        self.opened_at = self.heard_at = self._loop.time()
        self._pinged_at: float | None = None
        self.outbox = Outbox(self._send, self.abort, limits.outbound_bytes)
        self.address = UNKNOWN_PEER
        """The client's address without its port; behind a proxy the proxy's, until the request's headers are read."""
        self.address_usage: AddressUsage | None = None
        """What all connections of that address use together; None until this one is counted there."""

    def close(self, code: int, reason: str) -> None:
        """Start the closing handshake with a reason; a client that does not answer is cut off soon."""
        if self._closing:
            return
        self._closing = True
        if self._protocol.state is OPEN:
            self._protocol.send_close(code, _shorten(reason))
            self._flush()
        else:
            self._transport.close()
        self._loop.call_later(self._limits.close_within_s, self.abort)

    def check(self, now: float) -> None:
        """Apply the time limits at `now`, in seconds of the event loop's clock: ping the client, or drop it."""
        limits = self._limits
        if not self._arrived:
            if now - self.opened_at >= limits.handshake_s:
                self.abort()
        elif self._pinged_at is not None:
            if now - self._pinged_at > limits.pong_within_s:
                self.abort()
        elif now - self.heard_at > limits.ping_every_s and not self._closing:
            self.ping(now)

    def ping(self, now: float) -> None:
        """Ask the client for a sign of life, at `now` as in `check`."""
        if self._protocol.state is not OPEN:
            return
        self._pinged_at = now
        self._protocol.send_ping(b"")
        self._flush()

    # Called by the event loop.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count the new socket, and drop it where the limits say so."""
        super().connection_made(transport)
        self.address = self._peer_address()
        if not self._gateway.add(self):
            self.abort()
        elif self.address not in self._gateway.policy.proxies and not self._count_address():
            self._refuse_crowd()
        self._set_deadline(self._limits.handshake_s, self.check)

    def data_received(self, data: bytes) -> None:
        """Decrypt and parse what the client sent, and answer it."""
        self.heard_at = now = self._loop.time()
        size, usage = max(len(data), LEAST_READ_BYTES), self.address_usage
        if self._inbound.take(now, size):
            self._cut_off_flood(f"You sent more than {self._limits.inbound_bytes_per_s} bytes a second.")
            return
        if usage is not None and usage.inbound.take(now, size):
            self._cut_off_flood(f"Your address sent more than {self._limits.address_bytes_per_s} bytes a second.")
            return
        self._pinged_at = None
        if self._tls is not None:
            data = self._decrypt(self._tls, data)
        if not self._read_short(data):
            pieces = self._split(data)
            while not self._is_answered() and (piece := next(pieces, None)) is not None:
                self._read_piece(piece)

    def eof_received(self) -> None:
        """Note that the client sends no more; the event loop closes the socket on return."""
        self._protocol.receive_eof()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - the reason does not change what to do
        """Release what the connection took up, and report its end once."""
        self._closing = True
        self.end_deadline()
        self._gateway.remove(self)
        if self.address_usage is not None:
            self.address_usage.leave()
            self.address_usage = None
        if self._arrived:
            self._arrived = False
            self._receiver.lost(self)

    def pause_writing(self) -> None:
        """Queue frames: the client reads slower than we write."""
        self.outbox.pause()

    def resume_writing(self) -> None:
        """Send again: the client has caught up."""
        self.outbox.resume()

    # Inside.

    def _count_address(self) -> bool:
        """Count the connection among those of its address; False where that has too many."""
        self.address_usage = self._gateway.addresses.enter(self.address, self._loop.time())
        return self.address_usage is not None

    def _refuse_crowd(self) -> None:
        """Refuse before any request is read, since waiting for one would take up a place."""
        if self._tls is None:
            self._protocol.send_response(handshake.make_rejection(self._protocol, handshake.CROWDED))
            self._flush()
        self._transport.close()

    def _count_control(self) -> None:
        """Count a control frame, and cut off who sends too many."""
        usage, now = self.address_usage, self.heard_at
        if self._control.take(now) or (usage is not None and usage.control.take(now)):
            self._cut_off_flood("You sent too many pings.")

    def _cut_off_flood(self, reason: str) -> None:
        """Stop reading, send the reason, and drop the connection soon after."""
        self._transport.pause_reading()
        self.close(CloseCode.FLOODING, reason)
        self._loop.call_later(FLOOD_WORD_S, self.abort)

    def _answer_request(self, request: Request) -> None:
        refusal = handshake.check_origin(request, self._gateway.policy) or self._check_forwarded(request)
        page = None if refusal else self._receiver.page(request.path.partition("?")[0], self.address)
        response = handshake.make_page(self._protocol, page) if page else self._protocol.accept(request)
        if response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            refusal = refusal or handshake.check_version(request, self._protocol.subprotocol) or self._check_capacity()
            if self._is_forwarded():
                response.headers[handshake.SPEAKS_FOR] = self.address
        elif refusal:
            response = handshake.make_rejection(self._protocol, refusal)
        self._protocol.send_response(response)
        self._flush()
        if self._protocol.state is OPEN:
            self._protocol = handshake.make_open_protocol()
            self._is_between_frames = True
            self._arrived, self.opened_at = refusal is None, self._loop.time()
            self._set_deadline(self._limits.hello_s, partial(self._receiver.check, self))
            if refusal:
                self.close(refusal.code, refusal.text)

    def _check_forwarded(self, request: Request) -> HandshakeRefusal | None:
        """Count a client behind a proxy by its own address; the refusal where that has too many connections."""
        if self.address_usage is None:
            forwarded = request.headers.get_all("X-Forwarded-For")
            self.address = self._gateway.policy.proxies.client(self.address, forwarded)
            if not self._count_address():
                return handshake.CROWDED
        return None

    def _is_forwarded(self) -> bool:
        """Whether a listed proxy has said for whom it speaks."""
        return self._peer_address() not in (UNKNOWN_PEER, self.address)

    def _check_capacity(self) -> HandshakeRefusal | None:
        return handshake.FULL if self._gateway.is_full else self._receiver.arrived(self.address)

    def _read_short(self, data: bytes) -> bool:
        """Handle what is nearly always sent: one short frame; whether it was that."""
        if not self._is_between_frames or self._partial is not None or self._closing:
            return False
        payload = short_frames.read_short(data)
        if payload is None:
            return False
        self._receiver.received(self, payload)
        return True

    def _is_answered(self) -> bool:
        """Whether a page, a refusal or the end was sent: whatever comes then is read by nobody."""
        return self._protocol.eof_sent or not self._transport.is_reading()

    def _split(self, data: bytes) -> Iterator[bytes]:
        """Split what came into pieces, each of which is answered before the next is read: lines and then frames.

        Once it cannot be told where a frame ends, the library reads the rest of the connection, as it alone knows.
        """
        start = 0
        while start < len(data):
            end = self._find_end(data, start)
            yield data[start:end]
            start = end

    def _find_end(self, data: bytes, start: int) -> int:
        if self._protocol.state is CONNECTING:
            return data.find(b"\n", start) + 1 or len(data)
        end = short_frames.find_end(data, start) if self._is_between_frames else 0
        self._is_between_frames = end > 0
        return end or start + PIECE_BYTES

    def _read_piece(self, piece: bytes) -> None:
        """Read a line or a frame, and answer it."""
        if self._read_short(piece):
            return
        self._protocol.receive_data(piece)
        events = self._protocol.events_received()
        for event in events:
            if isinstance(event, Frame):
                self._handle_frame(event)
            elif isinstance(event, Request):
                self._answer_request(event)
        if not events and self._protocol.eof_sent and self._protocol.state is CONNECTING:
            self._write(handshake.BAD_REQUEST)
        self._flush()

    def _handle_frame(self, frame: Frame) -> None:
        if self._closing:
            return
        match frame.opcode:
            case Opcode.BINARY if frame.fin:
                self._receiver.received(self, bytes(frame.data))
            case Opcode.BINARY:
                self._partial = bytearray(frame.data)
            case Opcode.TEXT:
                self.close(UNSUPPORTED, "Send messages as binary frames, not as text.")
            case Opcode.CONT if self._partial is not None:
                self._append_fragment(self._partial, frame)
            case _:
                self._count_control()  # pings are answered by the library

    def _append_fragment(self, partial: bytearray, frame: Frame) -> None:
        """Collect a fragmented message; the library holds it to the size of a whole one."""
        partial += frame.data
        if frame.fin:
            self._partial = None
            self._receiver.received(self, bytes(partial))

    def _flush(self) -> None:
        """Send what the library has to send; an empty piece means the end of our side."""
        for piece in self._protocol.data_to_send():
            if piece:
                self._write(piece)
            else:
                self._end_writing()

    def _send(self, data: bytes) -> None:
        """Write a whole frame, unless our close frame is already sent (RFC 6455 section 5.5.1)."""
        if self._protocol.state is OPEN:
            self._write(data)


def _shorten(reason: str) -> str:
    return reason.encode()[:MAX_REASON_BYTES].decode(errors="ignore")
