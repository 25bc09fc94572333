"""Randomness as an argument: drawn from a secret seed, the same on every machine and on every version of Python.

The standard library promises to keep its numbers from version to version for `random.random` alone, and a few hundred
outputs of it give away all that follow. Here a stored seed deals the same cards for ever, and cards seen say nothing
about cards to come.

How the numbers are made, so that another program can make them again:

1. ``key = HKDF-Expand(HKDF-Extract(SALT, seed), info in UTF-8, 32 bytes)``, by RFC 5869 with SHA-256.
2. Block i, counted from 0, is ``HMAC-SHA256(key, number as 8 bytes || i as 8 bytes)``, both big-endian. The blocks one
   after another are the stream.
3. `below` reads from the stream the fewest bytes that can hold n - 1, as one big-endian number; again for as long as
   it is not below the largest multiple of n that they can hold; and gives its remainder by n.
4. `shuffle` swaps each place from the last down to the second with place `below(place + 1)`, counting places from 0.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import count, islice
from typing import TypeVar

T = TypeVar("T")

SALT = b"parlour chance 1"
KEY_BYTES = 32
BLOCK_BYTES = 32
"""What one HMAC-SHA256 gives."""


class Chance:
    """A stream of random choices. Each choice uses up part of the stream.

    A holder of a key can make everything that comes from it under every number, so a key that leaves for another
    process is derived with an `info` that nothing else uses.
    """

    __slots__ = ("_stream", "key", "number")

    def __init__(self, key: bytes, number: int = 0) -> None:
        """Start the stream `number` of a 32-byte key. Equal arguments give equal streams."""
        if len(key) != KEY_BYTES:
            raise ValueError(f"a chance's key has {KEY_BYTES} bytes, not {len(key)}")
        self.key = key
        self.number = number
        self._stream = _stream_bytes(key, number)

    @classmethod
    def from_seed(cls, seed: bytes, info: str, number: int = 0) -> Chance:
        """Start the stream `number` of what `info` names, drawn from a secret seed of at least 16 random bytes."""
        return cls(derive_key(seed, info), number)

    def below(self, n: int) -> int:
        """Choose a whole number from 0 to n - 1, each as likely as any other."""
        width, limit = _word(n)
        stream = self._stream
        # One byte is enough for nearly every choice: no shuffle of a deck needs more.
        while (word := next(stream) if width == 1 else int.from_bytes(islice(stream, width), "big")) >= limit:
            pass
        return word % n

    def shuffle(self, things: Sequence[T]) -> tuple[T, ...]:
        """Put the things in a random order, each order as likely as any other."""
        shuffled = list(things)
        for place in range(len(shuffled) - 1, 0, -1):
            other = self.below(place + 1)
            shuffled[place], shuffled[other] = shuffled[other], shuffled[place]
        return tuple(shuffled)

    def choice(self, things: Sequence[T]) -> T:
        """Choose one of the things, which are at least one."""
        return things[self.below(len(things))]


def _stream_bytes(key: bytes, number: int) -> Iterator[int]:
    """The bytes of a stream, one after another."""
    for block in count():
        yield from keyed(key, number.to_bytes(8, "big") + block.to_bytes(8, "big"))


@lru_cache(maxsize=1024)
def _word(n: int) -> tuple[int, int]:
    """How many bytes can hold n - 1, and the largest multiple of n that they can hold."""
    if n < 1:
        raise ValueError(f"there must be something to choose from, not {n} things")
    width = ((n - 1).bit_length() + 7) // 8
    values = 1 << 8 * width
    return width, values - values % n


def derive_key(seed: bytes, info: str) -> bytes:
    """The 32-byte key for what `info` names. Keys of different names tell nothing about each other or the seed."""
    return expand(extract(SALT, seed), info.encode(), KEY_BYTES)


def extract(salt: bytes, seed: bytes) -> bytes:
    """HKDF-Extract (RFC 5869, section 2.2) with SHA-256."""
    return keyed(salt, seed)


def expand(key: bytes, info: bytes, length: int) -> bytes:
    """HKDF-Expand (RFC 5869, section 2.3) with SHA-256."""
    block = made = b""
    for index in range(1, -(-length // BLOCK_BYTES) + 1):
        block = keyed(key, block + info + bytes([index]))
        made += block
    return made[:length]


def keyed(key: bytes, message: bytes) -> bytes:
    """HMAC-SHA-256 (RFC 2104)."""
    # `hmac.digest` lets another thread have Python's lock meanwhile, who may keep it for five milliseconds.
    return hmac.new(key, message, "sha256").digest()
