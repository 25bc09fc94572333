"""A device's own key, by Ed25519 (RFC 8032): it signs this machine in, and never leaves it."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from protocol.identity.signing import KEY_BYTES

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


@dataclass(frozen=True)
class DeviceKey:
    """A private key, as the 32 bytes that it is made from."""

    seed: bytes = field(repr=False)

    @classmethod
    def fresh(cls) -> DeviceKey:
        """A key that nobody has had before."""
        return cls(secrets.token_bytes(KEY_BYTES))

    @cached_property
    def public(self) -> bytes:
        return self._private.public_key().public_bytes_raw()

    def sign(self, text: bytes) -> str:
        """The signature of a text, in hexadecimal."""
        return self._private.sign(text).hex()

    @cached_property
    def _private(self) -> Ed25519PrivateKey:
        # Imported here: it takes 10 ms and more, which go by while the server answers.
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return Ed25519PrivateKey.from_private_bytes(self.seed)
