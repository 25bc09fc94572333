"""The fingerprint of a server's certificate, short enough for an address that is pasted: `FINGERPRINT@HOST`.

It is the first half of the certificate's SHA-256, in base 58: nobody can find another certificate for 128 given bits,
and a double click selects letters and digits as a whole, which are also safe in every shell.
"""

from __future__ import annotations

from hashlib import sha256

ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
"""The digits of base 58, which leave out characters that look alike."""
HALF = 16
LENGTH = 22
"""Enough digits for 128 bits."""


def fingerprint(certificate: bytes) -> str:
    """The fingerprint of a certificate in DER."""
    number = int.from_bytes(sha256(certificate).digest()[:HALF])
    return "".join(ALPHABET[number // len(ALPHABET) ** at % len(ALPHABET)] for at in reversed(range(LENGTH)))


def is_fingerprint(written: str) -> bool:
    """Whether a text has the form of a fingerprint."""
    return len(written) == LENGTH and set(written) <= set(ALPHABET)
