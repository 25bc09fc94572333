"""What to do first: the line that a way to start the client comes to, in the language of the command line."""

from __future__ import annotations

from collections.abc import Iterable

HUMAN = "human"


def play_line(game: str, versus: Iterable[str], options: Iterable[str], *, is_private: bool) -> str:
    """The line that sets up a table against these, a "human" being whoever sits down; against the usual without any."""
    opponents = ("open" if other == HUMAN else other for other in versus)
    return " ".join(filter(None, ("play", game, *opponents, *options, "private" if is_private else "")))
