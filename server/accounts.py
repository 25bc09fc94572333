"""Who a player is: a number, a name of their own, and a token known only to them."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass, field
from typing import Protocol

from server import names

TOKEN_BYTES = 16
FIRST_PLAYER = 1


class NameTaken(ValueError):  # noqa: N818 - says what is the case
    """Another player goes by that name; the message says so."""


@dataclass(frozen=True, slots=True)
class Account:
    """A player: the number that rooms know them by, their name, and the token that signs them in again."""

    player: int
    name: str
    token: str = field(repr=False)


class Accounts(Protocol):
    """Where accounts are kept. All engines pass one suite of tests."""

    async def sign_in(self, token: str | None, name: str) -> Account:
        """The account a token belongs to, or a new one under `name`, with a number added when that cannot be had.

        Raises names.BadName.
        """

    async def rename(self, player: int, name: str) -> str:
        """Give a player another name, and return it in its normal form. Raises names.BadName or NameTaken."""


class MemoryAccounts:
    """Accounts that last as long as the process."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self._players: dict[bytes, int] = {}
        self._names: dict[int, str] = {}
        self._folded: dict[str, int] = {}

    async def sign_in(self, token: str | None, name: str) -> Account:
        """The account kept, or a new one."""
        player = self._players.get(digest(token)) if token else None
        if player is not None and token:
            return Account(player, self._names[player], token)
        free = next(n for n in candidates(names.accepted(name)) if names.folded(n) not in self._folded)
        player, token = len(self._players) + FIRST_PLAYER, new_token()
        self._players[digest(token)] = player
        self._names[player], self._folded[names.folded(free)] = free, player
        return Account(player, free, token)

    async def rename(self, player: int, name: str) -> str:
        """Keep the new name."""
        wanted = wished(name)
        if self._folded.get(names.folded(wanted), player) != player:
            raise NameTaken(taken(wanted))
        del self._folded[names.folded(self._names[player])]
        self._names[player], self._folded[names.folded(wanted)] = wanted, player
        return wanted


def new_token() -> str:
    """A fresh token: 128 random bits as text."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def digest(token: str) -> bytes:
    """What is kept of a token. Looking a digest up tells nothing about the token by its timing."""
    return hashlib.sha256(token.encode()).digest()


def candidates(name: str) -> list[str]:
    """The name, then the same with 2, 3, ... behind it, and at last with a random number that is free.

    A name of the house has a number in any case: it may be what a newcomer is called on their own machine.
    """
    numbers = [*range(2, 100), *(secrets.randbelow(10**9) for _ in range(10))]
    plain = () if names.is_of_the_house(name) else (name,)
    return [*plain, *(names.numbered(name, number) for number in numbers)]


def wished(name: str) -> str:
    """The normal form of a name that a player chose. Raises names.BadName."""
    wanted = names.accepted(name)
    if names.is_of_the_house(wanted):
        raise names.BadName(f"Nobody goes by {wanted} here: it could be taken for the house.")
    return wanted


def taken(name: str) -> str:
    """The sentence for who wants a name that is another's, or that looks like it."""
    return f"Another player goes by {name} already, or by a name that looks like it."
