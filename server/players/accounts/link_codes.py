"""Codes with which another device becomes a player's: each good once, and of a player's only the latest."""

from __future__ import annotations

import secrets

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Letters and digits that nobody takes for each other."""
LENGTH = 8
"""40 bits: who guesses is stopped after a few (`AddressUsage.misses`)."""
GOOD_FOR_S = 300


def new_code(length: int = LENGTH) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def normalize_code(written: str) -> str:
    """A code as it is kept, however a person has written it: in small letters, or in groups."""
    return "".join(char for char in written.upper() if char.isalnum())
