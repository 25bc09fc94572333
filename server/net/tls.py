"""TLS without sockets: bytes in, bytes out, so that connections are counted and timed before it begins."""

from __future__ import annotations

import ssl
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

READ_BYTES = 64 * 1024


class CertificateError(ValueError):
    """A certificate or its key cannot be used; the message is a sentence."""


class CertificateFiles(NamedTuple):
    """The files of a certificate, with what vouches for it behind it, and of its key."""

    certificate: Path
    key: Path


def context(files: CertificateFiles) -> ssl.SSLContext:
    """What every encrypted connection is made with. Raises BadCertificate."""
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    made.minimum_version = ssl.TLSVersion.TLSv1_2
    made.num_tickets = 0  # nobody resumes, so nobody needs to be given what to resume with
    renew(made, files)
    return made


def renew(made: ssl.SSLContext, files: CertificateFiles) -> None:
    """Read the files anew; connections that are open keep what they have. Raises BadCertificate."""
    try:
        made.load_cert_chain(*files)
    except (OSError, ssl.SSLError) as error:
        raise CertificateError(
            f"{files.certificate} with {files.key} is no certificate: {error.strerror or error}."
        ) from None


class TlsStream:
    """The server's side of one encrypted connection. Mutable: it is a stream."""

    __slots__ = ("_incoming", "_is_shaken", "_outgoing", "_tls")

    def __init__(self, made: ssl.SSLContext) -> None:
        """Wait for the client to begin."""
        self._incoming, self._outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._tls = made.wrap_bio(self._incoming, self._outgoing, server_side=True)
        self._is_shaken = False

    def decrypt(self, data: bytes) -> bytes:
        """What the client says in `data`, as far as it is whole. Raises ssl.SSLError for what is no TLS."""
        self._incoming.write(data)
        plain = bytearray()
        try:
            if not self._is_shaken:
                self._tls.do_handshake()
                self._is_shaken = True
            while piece := self._tls.read(READ_BYTES):
                plain += piece
        except (ssl.SSLWantReadError, ssl.SSLZeroReturnError):
            pass  # The rest is still to come; or the client has nothing more to say, as its next bytes will show.
        return bytes(plain)

    def encrypt(self, data: bytes) -> bytes:
        """What to send to say `data`."""
        self._tls.write(data)
        return self._outgoing.read()

    def farewell(self) -> bytes:
        """What to send to say that nothing more comes."""
        with suppress(ssl.SSLError):  # the client's own farewell is not waited for
            self._tls.unwrap()
        return self._outgoing.read()

    def answers(self) -> bytes:
        """What TLS itself wants sent, such as its side of the handshake."""
        return self._outgoing.read()
