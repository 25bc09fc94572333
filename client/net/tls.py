"""Whose certificates to trust: everybody's whom this machine trusts, those in a file, or the one an address names."""

from __future__ import annotations

import ssl

from client.net.address import fingerprint_of
from protocol.fingerprint import fingerprint


class CertificateMismatchError(ssl.SSLCertVerificationError):
    """A server shows another certificate than its address says."""


def trust(server: str, otherwise: ssl.SSLContext | None = None) -> ssl.SSLContext | None:
    """What to trust of a server by its address, and where that names no certificate; None for a plain connection."""
    if not server.startswith("wss:"):
        return None
    if expected := fingerprint_of(server):
        return Pinning.to(expected)
    return otherwise or ssl.create_default_context()


def trusting(ca_file: str) -> ssl.SSLContext:
    """What trusts the certificates in a file and no others. Raises OSError with a sentence."""
    try:
        return ssl.create_default_context(cafile=ca_file)
    except OSError as error:  # an SSLError is one
        raise OSError(f"{ca_file} has no certificates that can be read: {error.strerror or error}.") from None


class Pinning(ssl.SSLContext):
    """What trusts one certificate alone, by its fingerprint, whatever else stands in it."""

    expected: str

    @classmethod
    def to(cls, expected: str) -> Pinning:
        """Trust the certificate of that fingerprint."""
        made = cls(ssl.PROTOCOL_TLS_CLIENT)
        made.minimum_version = ssl.TLSVersion.TLSv1_2
        # Nobody vouches for it, and it is for no name; that the server has its key is proved in any handshake.
        made.check_hostname, made.verify_mode = False, ssl.CERT_NONE
        made.expected = expected
        made.sslobject_class, made.sslsocket_class = _PinnedObject, _PinnedSocket
        return made

    def check(self, shown: bytes | None) -> None:
        """Raise AnotherCertificate unless this is the one."""
        if shown is None or fingerprint(shown) != self.expected:
            raise CertificateMismatchError("the server shows another certificate than its address says")


class _PinnedObject(ssl.SSLObject):
    """A connection of asyncio's; nothing is said over it before the certificate is known to be the one."""

    def do_handshake(self) -> None:
        super().do_handshake()
        assert isinstance(self.context, Pinning)
        self.context.check(self.getpeercert(binary_form=True))


class _PinnedSocket(ssl.SSLSocket):
    """The same for a socket."""

    def do_handshake(self, block: bool = False) -> None:
        super().do_handshake(block)
        assert isinstance(self.context, Pinning)
        self.context.check(self.getpeercert(binary_form=True))
