"""Codes with which another device becomes a player's: each good once, for five minutes, and kept in memory alone."""

from __future__ import annotations

import secrets
from typing import NamedTuple, Protocol

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Letters and digits that nobody takes for each other."""
LENGTH = 8
"""40 bits: who guesses is stopped after a few (`AddressUsage.misses`)."""
GOOD_FOR_S = 300
MAX_CODES = 10_000
"""How many codes are remembered; the oldest goes when there is another."""


class LinkEntry(NamedTuple):
    """Whose code it is, and until when it is good."""

    player: int
    until: float


class OtherLinkCodes(Protocol):
    """The codes as other nodes of a cluster have them."""

    def share(self, code: str, entry: LinkEntry) -> None:
        """Let a code be used at all nodes, and no other of its player's."""

    def void(self, player: int) -> None:
        """Let a player's code be used at none."""


class LinkCodes:
    """The codes that may still be used, one a player at most, oldest first.

    `others` are those of other nodes; a server that is alone has none.
    """

    def __init__(self) -> None:
        self._codes: dict[str, LinkEntry] = {}
        self.others: OtherLinkCodes | None = None

    def make(self, player: int, now: float) -> str:
        """A new code for a player, whose earlier one is void; `now` is in seconds of any clock."""
        code, entry = new_code(LENGTH), LinkEntry(player, now + GOOD_FOR_S)
        self.add(code, entry, now)
        if self.others is not None:
            self.others.share(code, entry)
        return code

    def add(self, code: str, entry: LinkEntry, now: float) -> None:
        """Let a code be used that was made for a player, whose earlier one is void."""
        self.forget(entry.player)
        self._codes = {code: entry for code, entry in self._codes.items() if entry.until > now}
        if len(self._codes) >= MAX_CODES:
            del self._codes[next(iter(self._codes))]
        self._codes[code] = entry

    def void(self, player: int) -> None:
        """Let nobody use a player's code any more."""
        self.forget(player)
        if self.others is not None:
            self.others.void(player)

    def forget(self, player: int) -> None:
        """Let nobody use a player's code here."""
        self._codes = {code: entry for code, entry in self._codes.items() if entry.player != player}

    def take(self, code: str, now: float) -> LinkEntry | None:
        """Use a code up; returns whose it is, or None where it is no good."""
        entry = self._codes.pop(code, None)
        if entry is not None and self.others is not None:
            self.others.void(entry.player)
        return entry if entry is not None and entry.until > now else None

    def put_back(self, code: str, entry: LinkEntry) -> None:
        """Let a code be used again, where nothing came of its use."""
        self._codes[code] = entry
        if self.others is not None:
            self.others.share(code, entry)


def new_code(length: int) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def normalize_code(written: str) -> str:
    """A code as it is kept, however a person has written it: in small letters, or in groups."""
    return "".join(char for char in written.upper() if char.isalnum())
