"""Checks signatures by Ed25519 (RFC 8032). The server keeps public keys alone: a copy of them signs nobody in."""

from __future__ import annotations

import secrets

from protocol.identity.signing import NONCE_BYTES


def new_nonce() -> bytes:
    """Random bytes to be signed, drawn for one connection."""
    return secrets.token_bytes(NONCE_BYTES)


def is_signed(key: bytes, signature: bytes, text: bytes) -> bool:
    """Whether the signature of a text is that of a public key; False for bytes that are no key."""
    # Imported here, as a server starts faster without it; this takes some 10 ms once.
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, text)
    except (InvalidSignature, ValueError):
        return False
    return True
