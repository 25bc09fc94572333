"""Accounts: a player's number, their name, and what signs them in: a token, or the keys of their devices."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import Protocol

from server.players.accounts import names
from server.players.accounts.archive import AccountArchive
from server.players.accounts.devices import KeySignIn, StoredDevice

NAME_KEPT_S = 30 * 86_400.0
"""For how many seconds a name that was given up is kept for whoever had it."""
KEPT_NAMES_MAX = 8
"""How many names are kept for one player; the one given up first is free when there is another."""


class NameTakenError(ValueError):
    """Another player goes by that name; the message says so."""


class NewcomerRefusedError(Exception):
    """A client without an account came where none may be made."""


@dataclass(frozen=True, slots=True)
class Account:
    """A player: the number that rooms know them by, their name, and the token to sign in with from now on.

    Who signed in by a key has an empty token. `note` is a sentence that they are still to be told, or empty. `is_new`:
    the account was made just now.
    """

    player: int
    name: str
    token: str = field(repr=False)
    note: str = ""
    is_new: bool = field(default=False, compare=False)


class Accounts(Protocol):
    """The store of accounts, with the archive of all that is kept of each."""

    @property
    def archive(self) -> AccountArchive:
        """Writes out what is kept of a player, and removes it."""

    async def sign_in(self, token: str | None, name: str, *, may_create: bool = True) -> Account:
        """The account a token belongs to, or a new one under `name`, with a number added when that is taken.

        Where a new token cannot be stored, the one that was shown stays valid. Raises InvalidNameError,
        TokenRevokedError, NewcomerRefusedError where it would be a new one but may not, or StorageUnavailableError.
        """

    async def sign_in_by_key(self, proven: KeySignIn) -> Account:
        """The account that a key signs in, or the one that it becomes a device of; every token of that is void then.

        A new key is that of the code's player; without a code the token's player's, or else a newcomer's. Raises
        InvalidNameError, TokenRevokedError, KeyRevokedError, WrongCodeError, DeviceRefusedError, NewcomerRefusedError,
        or StorageUnavailableError.
        """

    async def sign_out(self, player: int) -> str:
        """Void every token of a player who has no key; returns the one that replaces them.

        Raises DeviceRefusedError or StorageUnavailableError.
        """

    async def devices(self, player: int) -> tuple[StoredDevice, ...]:
        """The keys that sign a player in, oldest first. Raises StorageUnavailableError."""

    async def make_link_code(self, player: int) -> str:
        """A code with which another device becomes the player's: once, within `GOOD_FOR_S`, and no earlier one.

        Raises StorageUnavailableError.
        """

    async def add_device(self, player: int, key: bytes, name: str) -> None:
        """Let another key sign a player in. Raises DeviceRefusedError or StorageUnavailableError."""

    async def set_phrase(self, player: int, key: bytes) -> None:
        """Make a key that of the player's recovery phrase; an earlier one is void.

        Raises DeviceRefusedError or StorageUnavailableError.
        """

    async def revoke_device(self, player: int, device: int) -> bytes:
        """Void a device's key and the player's code, and return the key.

        Raises DeviceNotFoundError or StorageUnavailableError.
        """

    async def replace_devices(self, player: int, key: bytes, new_key: bytes) -> tuple[bytes, ...]:
        """Void every key of a player and their code, put a new key in the place of one, and return the void ones.

        Raises DeviceRefusedError or StorageUnavailableError.
        """

    async def rename(self, player: int, name: str) -> str:
        """Give a player another name, and return it in its normal form; the one they had is kept for them.

        Raises InvalidNameError or NameTakenError.
        """

    async def forget_note(self, player: int) -> None:
        """Note that a player was told their note. Raises StorageUnavailableError."""


def candidate_names(name: str) -> Iterator[str]:
    """The names to try for a newcomer: the name, then with 2, 3, ... behind it, and at last with random numbers.

    A reserved name has a number in any case: it may be what a newcomer is called on their own machine.
    """
    if not names.is_reserved(name):
        yield name
    for number in chain(range(2, 100), (secrets.randbelow(10**9) for _ in range(10))):
        yield names.with_number(name, number)


def normalize_chosen_name(name: str) -> str:
    """The normal form of a name that a player chose. Raises InvalidNameError."""
    wanted = names.normalize_name(name)
    if names.is_reserved(wanted):
        raise names.InvalidNameError(f"The name {wanted} is reserved: it could be mistaken for the server's own.")
    return wanted


def name_taken_text(name: str, *, is_kept: bool = False) -> str:
    """The refusal of a name that is another's, or that looks like it; or that was until lately, where it is kept."""
    if is_kept:
        return f"{name}, or a name that looks like it, was another player's until recently and is kept for them."
    return f"{name}, or a name that looks like it, is taken."
