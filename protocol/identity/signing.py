"""The texts that a key signs. Each begins with a line of its own, so that a signature of one kind is none of another.

A nonce is drawn by the server for each connection. Whoever relays a text to another server gains nothing by it, as a
client has another key for each server.
"""

from __future__ import annotations

from hashlib import sha256

KEY_BYTES = 32
NONCE_BYTES = 32
SIGN_IN = b"parlour sign-in 1\n"
ADD_DEVICE = b"parlour device 1\n"


def sign_in_text(nonce: bytes, hello: bytes) -> bytes:
    """What the key in a Hello signs to sign in: the nonce, and a hash of the frame that held the Hello, byte for byte.

    The hash binds the signature to all that the Hello asks for, its `link` among it.
    """
    return SIGN_IN + nonce + sha256(hello).digest()


def device_text(nonce: bytes, key: bytes) -> bytes:
    """What a new key signs to become a device's, in the connection that was signed in with this nonce."""
    return ADD_DEVICE + nonce + key
