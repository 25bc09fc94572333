"""Which certificates to trust: the system's, those in a file, or the one that an address names."""

from __future__ import annotations

import ssl

from client.net.address import fingerprint_of
from protocol.identity.fingerprint import fingerprint


class CertificateMismatchError(ssl.SSLCertVerificationError):
    """The server shows another certificate than its address names."""


def tls_context(server: str, otherwise: ssl.SSLContext | None = None) -> ssl.SSLContext | None:
    """The TLS context for a server: its pinned one, else `otherwise`, else the system's; None for a ws:// address."""
    if not server.startswith("wss:"):
        return None
    if expected := fingerprint_of(server):
        return Pinning.to(expected)
    return otherwise or ssl.create_default_context()


def context_of_file(ca_file: str) -> ssl.SSLContext:
    """A context that trusts only the certificates in a file. Raises OSError with a sentence."""
    try:
        return ssl.create_default_context(cafile=ca_file)
    except OSError as error:  # an SSLError is one
        raise OSError(f"{ca_file} has no certificates that can be read: {error.strerror or error}.") from None


class Pinning(ssl.SSLContext):
    """A context that trusts one certificate alone, by its fingerprint, whatever else the certificate says."""

    expected: str

    @classmethod
    def to(cls, expected: str) -> Pinning:
        """Trust the certificate with this fingerprint."""
        context = cls(ssl.PROTOCOL_TLS_CLIENT)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        # It is self-signed and for no host name; any handshake proves that the server has its key.
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        context.expected = expected
        context.sslobject_class, context.sslsocket_class = _PinnedObject, _PinnedSocket
        return context

    def check(self, shown: bytes | None) -> None:
        """Raise CertificateMismatchError unless this is the certificate."""
        if shown is None or fingerprint(shown) != self.expected:
            raise CertificateMismatchError("the server shows another certificate than its address says")


class _PinnedObject(ssl.SSLObject):
    """An asyncio connection that checks the certificate before anything is sent."""

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
