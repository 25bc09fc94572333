"""A player's devices: the keys that sign them in, one for each machine, and perhaps one of a recovery phrase."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from protocol.text import clean_text

MAX_DEVICES = 16
"""How many keys sign one player in."""
VOID_MAX = 12
"""How many void keys of a player are remembered, to tell whoever comes with one what became of it."""
NAME_MAX = 32
UNNAMED = "a device"
PHRASE_NAME = "recovery phrase"

DeviceState = Literal["good", "phrase", "void"]


class KeyRevokedError(Exception):
    """The key signed a player in once, and is void now."""


class WrongCodeError(ValueError):
    """No player's device asked for that code, or it was used or is too old."""


class DeviceRefusedError(ValueError):
    """A key cannot become a device of that player; the message is a sentence."""


class DeviceNotFoundError(ValueError):
    """The player has no such device; the message says so."""


@dataclass(frozen=True, slots=True)
class KeySignIn:
    """What a client has proven and what it asks for.

    Attributes:
        key: the public key that it has signed with.
        device: what to call its machine.
        name: the name to go by as a newcomer.
        token: a token that may say whose key it is, where the key is new.
        code: a code that says whose key it is, where the key is new; with one nobody becomes a newcomer.
        may_create: whether an account may be made for a newcomer.
    """

    key: bytes
    device: str
    name: str
    token: str | None = None
    code: str | None = None
    may_create: bool = True


@dataclass(frozen=True, slots=True)
class StoredDevice:
    """A key that signs a player in, as it is listed; times in seconds since 1970."""

    device: int
    key: bytes
    name: str
    added: int
    seen: int
    is_phrase: bool


def clean_device_name(written: str) -> str:
    """A device's name as it may be shown: one line, and not long."""
    return clean_text(written).strip()[:NAME_MAX].strip() or UNNAMED
