"""The first command of a client, written from its command-line arguments. It imports nothing, to start fast."""

from __future__ import annotations

from collections.abc import Iterable

HUMAN, SOLO, COMPUTER = "human", "solo", "computer"


def play_line(game: str, versus: Iterable[str], options: Iterable[str], words: Iterable[str] = ()) -> str:
    """The line that makes a table against these opponents, or the usual ones.

    "human" is an open seat; what is neither that nor "solo" nor "computer" is a computer's level.
    """
    return " ".join(filter(None, ("play", game, *map(_opponent, versus), *options, *words)))


def _opponent(other: str) -> str:
    if other == HUMAN:
        return "open"
    is_level = other != SOLO and other.partition(":")[0] != COMPUTER
    return f"{COMPUTER}:{other}" if is_level else other
