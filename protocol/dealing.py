"""Fair dealing in bytes: what a server binds itself to, what the players add, and the chain over what happens.

Server, client and verifier count with these functions alone, and whoever wants to check them by another program finds
the same in docs/dealing.md, with numbers to try. Nothing here draws anything at random.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

SECRET_BYTES = 32
SHARE_BYTES = 16
HEAD_BYTES = 8
"""How much of a chain's head is shown: enough that nobody finds another story with the same one."""


def commitment(game: str, secret: bytes) -> bytes:
    """What the server shows before it knows any share; it can be opened by this secret alone."""
    return sha256(b"parlour-commit-v1|" + game.encode() + b"|" + secret).digest()


def pledge(share: bytes) -> bytes:
    """What a player shows before anybody's share is known."""
    return sha256(b"parlour-share-v1|" + share).digest()


def deal_key(game: str, secret: bytes, shares: Mapping[int, bytes]) -> bytes:
    """The key that everything random in a game comes from: the secret and the shares by seat, through HKDF."""
    salt = sha256(b"".join(bytes([seat, len(share)]) + share for seat, share in sorted(shares.items()))).digest()
    extracted = _keyed(salt, secret)
    return _keyed(extracted, b"parlour-deal-v1|" + game.encode() + b"\x01")


def opening(facts: Mapping[str, Any]) -> bytes:
    """The chain's head before anything has happened: over what is dealt, to whom, and from what."""
    return sha256(b"parlour-chain-v1|" + canonical(facts)).digest()


def leaf(key: bytes, number: int, kind: str, seat: int | None, text: str) -> bytes:
    """What stands in the chain for a game's event; without the key, which comes out at the end, it says nothing."""
    return _keyed(key, b"parlour-event-v1" + number.to_bytes(8, "big") + canonical([kind, seat, text]))


def linked(head: bytes, event: bytes) -> bytes:
    """The chain's head after one more leaf."""
    return sha256(head + event).digest()


def digest(view: object) -> str:
    """A short name for what somebody saw, a plain value; another sight has another name."""
    return sha256(b"parlour-view-v1|" + canonical(view)).hexdigest()


def canonical(value: Mapping[str, Any] | Sequence[Any] | object) -> bytes:
    r"""A plain value as bytes that are the same everywhere: JSON in ASCII with sorted keys and no spaces.

    >>> canonical({"b": [1, True], "a": "é"})
    b'{"a":"\\u00e9","b":[1,true]}'
    """
    return _encoder.encode(value).encode()


def _keyed(key: bytes, message: bytes) -> bytes:
    """HMAC-SHA-256 (RFC 2104)."""
    # `hmac.digest` lets another thread have Python's lock meanwhile, who may keep it for five milliseconds.
    return hmac.new(key, message, "sha256").digest()


_encoder = json.JSONEncoder(sort_keys=True, separators=(",", ":"))
