"""Reports of players by players, as they are kept for whoever runs the server."""

from __future__ import annotations

import msgspec

MAX_REPORTS = 1000
"""How many are kept; the oldest gives way to another."""
AGAIN_S = 86_400
"""Within what time one player reports another once."""


class PlayerReport(msgspec.Struct, frozen=True):
    """What a player says of another.

    Attributes:
        number: what it is cleared by; 0 before it is kept.
        at: when it was made, in seconds since 1970 (UTC).
        reporter: the number of the account that reports, and `reporter_name` what it is called.
        player: the number of the account that is reported, and `name` what it is called.
        room: the code of the table where that was, or nothing.
        why: what the reporter says, in clean text.
        talk: the newest lines that were said there, each behind its speaker's name.
    """

    number: int
    at: int
    reporter: int
    reporter_name: str
    player: int
    name: str
    room: str
    why: str
    talk: tuple[str, ...]
