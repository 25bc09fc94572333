"""The computations of fair dealing: commitments, players' shares, the key of a deal, and the chain over its events.

Server, client and verifier all use these functions; docs/dealing.md defines them for other programs, with examples to
check. Nothing here is random.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any

SECRET_BYTES = 32
SHARE_BYTES = 16
NAME_SALT_BYTES = 16
HEAD_BYTES = 8
"""How many bytes of a chain's head are shown: enough that nobody finds another history with the same ones."""
NEWEST_CHAIN = 2
"""The version of the chain in new rooms. Version 1 is over players' names; since version 2 it is over their hashes."""
FORMER_PLAYER = "a former player"
"""What others read in place of the name of somebody whose account was deleted; nobody can go by it."""


def commitment(game: str, secret: bytes) -> bytes:
    """The server's commitment to a secret, shown before it knows any share."""
    return sha256(b"parlour-commit-v1|" + game.encode() + b"|" + secret).digest()


def pledge(share: bytes) -> bytes:
    """A player's commitment to a share, shown before anybody's share is known."""
    return sha256(b"parlour-share-v1|" + share).digest()


def deal_key(game: str, secret: bytes, shares: Mapping[int, bytes]) -> bytes:
    """The key that determines everything random in a game: from the secret and the shares by seat, with HKDF."""
    salt = sha256(b"".join(bytes([seat, len(share)]) + share for seat, share in sorted(shares.items()))).digest()
    extracted = _hmac(salt, secret)
    return _hmac(extracted, b"parlour-deal-v1|" + game.encode() + b"\x01")


def name_hash(salt: bytes, name: str) -> bytes:
    """What stands for a person's name in the chain: without the salt, nobody can tell which name it is."""
    return sha256(b"parlour-name-v1|" + salt + name.encode()).digest()


def opening(facts: Mapping[str, Any], chain: int) -> bytes:
    """The head before the first event of a version of the chain: over what is dealt, to whom, with which commitments.

    `players` has each seat's kind, with the name of who holds it, or since version 2 a person's `name_hash`.
    """
    return sha256(b"parlour-chain-v%d|" % chain + canonical(facts)).digest()


def leaf(key: bytes, number: int, kind: str, seat: int | None, text: str) -> bytes:
    """A game event's leaf in the chain; it reveals nothing until the key is published at the end."""
    return _hmac(key, b"parlour-event-v1" + number.to_bytes(8, "big") + _event(kind, seat, text))


def next_head(head: bytes, event: bytes) -> bytes:
    """The chain's head after one more leaf."""
    return sha256(head + event).digest()


def readable_head(head: str) -> str:
    """The part of a head that is shown, in groups that people can read to each other.

    >>> readable_head("d5df3350af9fd98c")
    'd5df 3350 af9f d98c'
    """
    return " ".join(head[start : start + 4] for start in range(0, len(head), 4))


def digest(view: object) -> str:
    """The digest of a view, given as a plain value."""
    return sha256(b"parlour-view-v1|" + canonical(view)).hexdigest()


def canonical(value: Mapping[str, Any] | Sequence[Any] | object) -> bytes:
    r"""A plain value as bytes that are the same everywhere: ASCII JSON with sorted keys and no spaces.

    >>> canonical({"b": [1, True], "a": "é"})
    b'{"a":"\\u00e9","b":[1,true]}'
    """
    return _encoder.encode(value).encode()


@lru_cache(maxsize=4096)
def _event(kind: str, seat: int | None, text: str) -> bytes:
    """An event in canonical form, made once for the moves that come again and again."""
    return canonical([kind, seat, text])


def _hmac(key: bytes, message: bytes) -> bytes:
    """HMAC-SHA-256 (RFC 2104)."""
    # `hmac.digest` releases Python's lock meanwhile, and another thread may hold it for five milliseconds.
    return hmac.new(key, message, "sha256").digest()


_encoder = json.JSONEncoder(sort_keys=True, separators=(",", ":"))
