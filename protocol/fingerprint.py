"""The fingerprint of a server's certificate, short enough to stand in an address that is pasted: `FINGERPRINT@HOST`.

It is the first half of the certificate's SHA-256, in base 58. That is enough, as nobody can find another certificate
for 128 given bits; and letters and digits alone are whole after a double click and safe in every shell.
"""

from __future__ import annotations

from hashlib import sha256

ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
"""The digits of base 58, without those that look alike."""
HALF = 16
LENGTH = 22
"""Enough digits for 128 bits."""


def fingerprint(certificate: bytes) -> str:
    """The fingerprint of a certificate, which is given in DER."""
    number = int.from_bytes(sha256(certificate).digest()[:HALF])
    return "".join(ALPHABET[number // len(ALPHABET) ** at % len(ALPHABET)] for at in reversed(range(LENGTH)))


def is_fingerprint(written: str) -> bool:
    """Whether a text could be one."""
    return len(written) == LENGTH and set(written) <= set(ALPHABET)
