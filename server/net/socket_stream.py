"""The bytes of one client's socket, plain or encrypted, over an asyncio transport: bounded, timed and cut off."""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Callable
from typing import cast

from server.limits.settings import ServerLimits
from server.net.tls import TlsStream

BUFFER_HIGH_BYTES = 64 * 1024
UNKNOWN_PEER = "?"


class SocketStream(asyncio.Protocol):
    """One client's socket, for a protocol that builds on it."""

    __slots__ = ("_deadline", "_limits", "_loop", "_tls", "_transport")

    def __init__(self, limits: ServerLimits, tls: ssl.SSLContext | None) -> None:
        """Wait for a transport; without `tls` it is plain."""
        self._limits = limits
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport = cast(asyncio.Transport, None)
        self._tls = TlsStream(tls) if tls else None
        self._deadline: asyncio.TimerHandle | None = None

    @property
    def is_encrypted(self) -> bool:
        return self._tls is not None

    def abort(self) -> None:
        """Drop the connection now, whatever is unsent."""
        self._transport.abort()

    def end_deadline(self) -> None:
        """Wait no longer for what the client has to send first: it has sent that, or is gone."""
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the new socket's transport."""
        self._transport = cast(asyncio.Transport, transport)
        self._transport.set_write_buffer_limits(high=BUFFER_HIGH_BYTES)
        _set_unread_timeout(transport, self._limits.unread_s)

    def _peer_address(self) -> str:
        """The other end's address without its port, or UNKNOWN_PEER."""
        peer = self._transport.get_extra_info("peername")
        return str(peer[0]) if peer else UNKNOWN_PEER

    def _set_deadline(self, seconds: float, check: Callable[[float], None]) -> None:
        """Call `check` with the time, so many seconds from now, in place of what was to be called before."""
        self.end_deadline()
        self._deadline = self._loop.call_later(seconds, lambda: check(self._loop.time()))

    def _decrypt(self, tls: TlsStream, data: bytes) -> bytes:
        try:
            plain = tls.decrypt(data)
        except ssl.SSLError:
            self.abort()
            return b""
        if output := tls.take_output():
            self._transport.write(output)
        return plain

    def _write(self, data: bytes) -> None:
        """Send bytes, and drop a client that leaves too many unread."""
        if self._transport.is_closing():
            return
        self._transport.write(data if self._tls is None else self._tls.encrypt(data))
        if self._transport.get_write_buffer_size() > self._limits.outbound_bytes:
            self.abort()

    def _end_writing(self) -> None:
        """Send no more, and drop the connection soon."""
        if self._transport.is_closing():
            return
        if self._tls is not None:
            self._transport.write(self._tls.close())
        # Closed from one side only: a client still sending would lose our last words to a reset.
        self._transport.write_eof()
        self._loop.call_later(self._limits.close_within_s, self.abort)


def _set_unread_timeout(transport: asyncio.BaseTransport, seconds: float) -> None:
    """Have the system cut a connection whose other end acknowledges nothing for so long (RFC 5482).

    A ping would not do: with a client that does not read, it waits behind all the rest.
    """
    sock = transport.get_extra_info("socket")
    if sock is not None and hasattr(socket, "TCP_USER_TIMEOUT"):
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(seconds * 1000))
