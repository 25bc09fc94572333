"""Codes with which another device becomes a player's: each good once, for five minutes, and kept in memory alone."""

from __future__ import annotations

import secrets
from typing import NamedTuple

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


class LinkCodes:
    """The codes that may still be used, one a player at most, oldest first."""

    def __init__(self) -> None:
        self._codes: dict[str, LinkEntry] = {}

    def make(self, player: int, now: float) -> str:
        """A new code for a player, whose earlier one is void; `now` is in seconds of any clock."""
        self.void(player)
        self._codes = {code: entry for code, entry in self._codes.items() if entry.until > now}
        if len(self._codes) >= MAX_CODES:
            del self._codes[next(iter(self._codes))]
        code = new_code(LENGTH)
        self._codes[code] = LinkEntry(player, now + GOOD_FOR_S)
        return code

    def void(self, player: int) -> None:
        """Let nobody use a player's code any more."""
        self._codes = {code: entry for code, entry in self._codes.items() if entry.player != player}

    def take(self, code: str, now: float) -> LinkEntry | None:
        """Use a code up; returns whose it is, or None where it is no good."""
        entry = self._codes.pop(code, None)
        return entry if entry is not None and entry.until > now else None

    def put_back(self, code: str, entry: LinkEntry) -> None:
        """Let a code be used again, where nothing came of its use."""
        self._codes[code] = entry


def new_code(length: int) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def normalize_code(written: str) -> str:
    """A code as it is kept, however a person has written it: in small letters, or in groups."""
    return "".join(char for char in written.upper() if char.isalnum())
