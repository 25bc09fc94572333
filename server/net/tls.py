"""TLS in memory: bytes in, bytes out, without sockets.

The event loop's own TLS would show a connection only after its handshake. Done here, half a handshake is counted and
timed like a whole one.
"""

from __future__ import annotations

import logging
import ssl
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

READ_BYTES = 64 * 1024

_log = logging.getLogger("parlour.tls")


class CertificateError(ValueError):
    """A certificate or its key cannot be used; the message is a sentence."""


class CertificateFiles(NamedTuple):
    """The PEM files of a certificate with its chain, and of its key."""

    certificate: Path
    key: Path


def make_context(files: CertificateFiles) -> ssl.SSLContext:
    """Make the TLS context of a listener. Raises CertificateError."""
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    made.minimum_version = ssl.TLSVersion.TLSv1_2
    made.num_tickets = 0  # no client resumes a TLS session
    renew(made, files)
    return made


def renew_and_log(made: ssl.SSLContext | None, files: CertificateFiles | None) -> None:
    """Reload the files of a listener that encrypts, as after its authority has renewed them; the log says the rest."""
    if made is None or files is None:
        return
    try:
        renew(made, files)
    except CertificateError as error:
        _log.error("event=certificate-not-renewed error=%s", ascii(str(error)))
    else:
        _log.info("event=certificate-renewed")


def renew(made: ssl.SSLContext, files: CertificateFiles) -> None:
    """Reload the files; open connections keep the old certificate. Raises CertificateError."""
    try:
        made.load_cert_chain(*files)
    except (OSError, ssl.SSLError) as error:
        raise CertificateError(
            f"{files.certificate} with {files.key} is not a valid certificate: {error.strerror or error}."
        ) from None


class TlsStream:
    """The server's side of one encrypted connection."""

    __slots__ = ("_incoming", "_is_handshake_done", "_outgoing", "_tls")

    def __init__(self, context: ssl.SSLContext) -> None:
        self._incoming, self._outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._tls = context.wrap_bio(self._incoming, self._outgoing, server_side=True)
        self._is_handshake_done = False

    def decrypt(self, data: bytes) -> bytes:
        """Decrypt as much of `data` as is complete. Raises ssl.SSLError for bytes that are no TLS."""
        self._incoming.write(data)
        plain = bytearray()
        try:
            if not self._is_handshake_done:
                self._tls.do_handshake()
                self._is_handshake_done = True
            while piece := self._tls.read(READ_BYTES):
                plain += piece
        except (ssl.SSLWantReadError, ssl.SSLZeroReturnError):
            pass  # The rest is still to come, or the client has closed its side.
        return bytes(plain)

    def encrypt(self, data: bytes) -> bytes:
        self._tls.write(data)
        return self._outgoing.read()

    def close(self) -> bytes:
        """The bytes that tell the client that nothing more comes (close_notify)."""
        with suppress(ssl.SSLError):  # the client's own close_notify is not waited for
            self._tls.unwrap()
        return self._outgoing.read()

    def take_output(self) -> bytes:
        """Take the bytes that TLS itself has to send, such as its part of the handshake."""
        return self._outgoing.read()
