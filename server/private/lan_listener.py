"""The listener of a private server for its network: closed until the owner opens it, and always encrypted.

It shares the limits of the server's own listener. The server makes its certificate itself, and is known by the
certificate's fingerprint, which is part of the address that the owner gives away.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import os
from collections.abc import Callable
from pathlib import Path

from protocol.errors import CloseCode
from protocol.private_server import LanAddress
from server.config import DEFAULT_PORT
from server.net import tls
from server.net.gateway import Gateway
from server.private import self_signed

ANY_PORT = 0
SHUT = "This server is closed to the network again. Your games are saved."

_log = logging.getLogger("parlour.door")


class LanUnavailableError(Exception):
    """The server cannot listen to the network; the message is a sentence for its owner."""


class LanListener:
    """Accepts connections from the network while it is open.

    Attributes:
        network: where it listens, or None while it is shut.
    """

    def __init__(self, gateway: Gateway, folder: Path) -> None:
        """Start shut; `folder` is where the certificate is stored."""
        self.network: LanAddress | None = None
        self._gateway = gateway
        self._folder = folder
        self._listener: asyncio.Server | None = None

    async def open(self, host: str, port: int | None) -> None:
        """Listen at an address, by default on the usual port or else a free one. Raises LanUnavailableError."""
        if self.network is not None and self.network.host == host and port in (None, self.network.port):
            return
        try:
            files = await asyncio.to_thread(self_signed.load_or_create, self._folder)
            context, fingerprint = tls.make_context(files), self_signed.fingerprint(files)
        except (OSError, tls.CertificateError) as error:
            raise LanUnavailableError(f"Can't store a certificate in {self._folder}: {error}") from None
        listener = await _listen(self._gateway.encrypted(context), host, port)
        self.shut()
        self._listener = listener
        self.network = LanAddress(host, listener.sockets[0].getsockname()[1], fingerprint)
        _log.info("event=opened port=%d", self.network.port)

    def shut(self) -> None:
        """Stop listening, and close every connection from the network."""
        if self._listener is None:
            return
        self._listener.close()
        self._listener = self.network = None
        for connection in tuple(self._gateway.connections):
            if connection.is_encrypted:
                connection.close(CloseCode.STOPPING, SHUT)
        _log.info("event=shut")


async def _listen(accept: Callable[[], asyncio.Protocol], host: str, port: int | None) -> asyncio.Server:
    """Listen at an address. Raises LanUnavailableError."""
    try:
        return await _bind(accept, host, port)
    except OSError as error:
        raise LanUnavailableError(_explain(error, host, port)) from None


async def _bind(accept: Callable[[], asyncio.Protocol], host: str, port: int | None) -> asyncio.Server:
    loop = asyncio.get_running_loop()
    if port is not None:
        return await loop.create_server(accept, host, port)
    try:
        return await loop.create_server(accept, host, DEFAULT_PORT)  # which an invitation need not mention
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        return await loop.create_server(accept, host, ANY_PORT)


def _explain(error: OSError, host: str, port: int | None) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            return f"Another program is using port {port} of {host}."
        case errno.EADDRNOTAVAIL:
            return f"This machine has no address {host}."
        case _:
            return f"Can't listen on {host}: {os.strerror(error.errno) if error.errno else error}."
