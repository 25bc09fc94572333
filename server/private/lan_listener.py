"""The door of a private server: shut until its owner has it opened to the network, and always encrypted."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
from collections.abc import Callable
from pathlib import Path

import msgspec

from protocol.errors import CloseCode
from server.config import DEFAULT_PORT
from server.net import self_signed
from server.net import tls as encryption
from server.net.gateway import Gateway

ANY_PORT = 0
SHUT = "This server is open to its own machine alone again. Every move is kept."

_log = logging.getLogger("parlour.door")


class LanUnavailableError(Exception):
    """The server cannot be reached from the network; the message is a sentence for its owner."""


class LanAddress(msgspec.Struct, frozen=True):
    """Where the door is, and the fingerprint of the certificate that is shown there."""

    host: str
    port: int
    fingerprint: str


class LanListener:
    """The way in from the network. Mutable: it is opened and shut.

    Attributes:
        network: where it is open, or None while it is shut.
    """

    def __init__(self, gateway: Gateway, folder: Path) -> None:
        """Begin shut; `folder` is where the certificate is kept."""
        self.network: LanAddress | None = None
        self._gateway = gateway
        self._folder = folder
        self._listener: asyncio.Server | None = None

    async def open(self, host: str, port: int | None) -> None:
        """Listen at an address, on a port or, without one, on the usual one or a free one. Raises CannotOpen."""
        if self.network is not None and self.network.host == host and port in (None, self.network.port):
            return
        try:
            files = await asyncio.to_thread(self_signed.load_or_create, self._folder)
            tls, fingerprint = encryption.context(files), self_signed.fingerprint(files)
        except (OSError, encryption.CertificateError) as error:
            raise LanUnavailableError(f"No certificate can be kept in {self._folder}: {error}") from None
        listener = await _listening(self._gateway.encrypted(tls), host, port)
        self.shut()
        self._listener = listener
        self.network = LanAddress(host, listener.sockets[0].getsockname()[1], fingerprint)
        _log.info("event=opened port=%d", self.network.port)

    def shut(self) -> None:
        """Listen no more, and end every connection from the network."""
        if self._listener is None:
            return
        self._listener.close()
        self._listener = self.network = None
        for connection in tuple(self._gateway.connections):
            if connection.is_encrypted:
                connection.close(CloseCode.STOPPING, SHUT)
        _log.info("event=shut")


async def _listening(accept: Callable[[], asyncio.Protocol], host: str, port: int | None) -> asyncio.Server:
    """What listens at an address. Raises CannotOpen."""
    try:
        return await _bound(accept, host, port)
    except OSError as error:
        raise LanUnavailableError(_why_not(error, host, port)) from None


async def _bound(accept: Callable[[], asyncio.Protocol], host: str, port: int | None) -> asyncio.Server:
    loop = asyncio.get_running_loop()
    if port is not None:
        return await loop.create_server(accept, host, port)
    try:
        return await loop.create_server(accept, host, DEFAULT_PORT)  # of which a line to paste need not speak
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        return await loop.create_server(accept, host, ANY_PORT)


def _why_not(error: OSError, host: str, port: int | None) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            return f"Port {port} of {host} is taken by another program."
        case errno.EADDRNOTAVAIL:
            return f"{host} is no address of this machine."
        case _:
            return f"Nobody can listen at {host}: {os.strerror(error.errno) if error.errno else error}."
