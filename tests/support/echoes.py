"""A computer player that answers with what it was given, to be looked at: it runs in a process of its own."""

from __future__ import annotations

from typing import NamedTuple


class Given(NamedTuple):
    """Everything that crossed over."""

    game: str
    level: str
    view: bytes
    key: bytes


def choose(*given: str | bytes) -> str:
    """What `server.computers.choose` would be given, as text."""
    return " ".join(part.hex() if isinstance(part, bytes) else part for part in given)


def read(text: str) -> Given:
    """What was given, read from that text. Raises ValueError where it was more or less than that."""
    game, level, view, key = text.split(" ")
    return Given(game, level, bytes.fromhex(view), bytes.fromhex(key))
