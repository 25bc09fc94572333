"""A recovery phrase: a key as twelve words that a person writes down, by BIP-39 (github.com/bitcoin/bips, BIP 39).

The words stand for 128 random bits and a checksum, which tells of words that are misread. The key is made from them
and from the server's address, so that the words are no good to another server where somebody types them by mistake.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from client.net.identity.device_key import DeviceKey
from client.net.identity.identity import canonical_server
from protocol.identity.signing import KEY_BYTES

if TYPE_CHECKING:
    from mnemonic import Mnemonic

WORDS = 12
ENTROPY_BITS = 128
INFO = b"parlour recovery 1\n"
OWN_SERVER = "a server of one's own"
"""Stands for every private server, which has no address of its own."""


class InvalidPhraseError(ValueError):
    """The words are no recovery phrase; the message says why."""


def new_phrase() -> str:
    """Twelve words that nobody has had before."""
    return _words().generate(strength=ENTROPY_BITS)


def read_phrase(written: str) -> str:
    """The phrase in its usual form; the first four letters of a word will do. Raises InvalidPhraseError."""
    given = "".join(char if char.isalpha() else " " for char in written.lower()).split()
    if len(given) != WORDS:
        raise InvalidPhraseError(f"A recovery phrase has {WORDS} words; this one has {len(given)}.")
    known = _words().wordlist
    words = [word if word in known else _complete(word, known) for word in given]
    phrase = " ".join(words)
    if not _words().check(phrase):
        raise InvalidPhraseError("These words don't belong together: one is wrong or out of order.")
    return phrase


def key_of(phrase: str, server: str) -> DeviceKey:
    """The key that a phrase stands for on a server, by HKDF (RFC 5869)."""
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    place = canonical_server(server) if "://" in server else OWN_SERVER
    derive = HKDF(algorithm=SHA256(), length=KEY_BYTES, salt=None, info=INFO + place.encode()).derive
    return DeviceKey(derive(bytes(_words().to_entropy(phrase))))


def _complete(word: str, known: list[str]) -> str:
    """The word that begins so. Raises InvalidPhraseError."""
    meant = [each for each in known if each.startswith(word)] if len(word) >= 4 else []
    if len(meant) != 1:
        raise InvalidPhraseError(f"{word!r} is not in any recovery phrase.")
    return meant[0]


@cache
def _words() -> Mnemonic:
    # Imported here, as hardly any run of the client needs it.
    from mnemonic import Mnemonic

    return Mnemonic("english")
