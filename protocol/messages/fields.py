"""What messages are made of: their common form, and the words that stand in their fields."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

VERSION = 1
SUBPROTOCOL_PREFIX = "parlour."
SUBPROTOCOL = f"{SUBPROTOCOL_PREFIX}{VERSION}"
"""What a client offers in `Sec-WebSocket-Protocol`, and what the server answers when it speaks this version."""

Text = Annotated[str, msgspec.Meta(max_length=256)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Code = Annotated[str, msgspec.Meta(min_length=4, max_length=4)]
Ref = Annotated[int, msgspec.Meta(ge=0, lt=2**31)]
"""A number of the client's choosing; the answer to the command carries it back."""
Seconds = Annotated[int, msgspec.Meta(ge=1, le=86_400)]
Count = Annotated[int, msgspec.Meta(ge=0, lt=2**53)]
Hash = Annotated[str, msgspec.Meta(min_length=64, max_length=64, pattern="^[0-9a-f]{64}$")]
"""32 bytes in hexadecimal, in lower case."""
Drawn = Annotated[str, msgspec.Meta(min_length=32, max_length=32, pattern="^[0-9a-f]{32}$")]
"""16 bytes in hexadecimal, in lower case."""

Phase = Literal["waiting", "playing", "over"]
OfferKind = Literal["takeback", "draw"]
OfferFate = Literal["granted", "declined", "moved", "late"]
Stage = Literal["pledging", "sharing", "dealt", "over", "aborted"]
"""How far a dealing has come: hashes are awaited, then shares, then there is a game, which ends; or there is none."""
Kind = Literal["move", "default", "time", "resign", "takeback", "draw"]
"""What happens in a game: a move, one made for who was late, the end of its time, a seat given up, takebacks, draws."""
Claimed = Literal["win", "computer"]
"""That whoever is away has given up, or that a computer plays on for them."""
Watching = Literal["anyone", "invited", "nobody"]
"""Who may watch a room: anyone, whoever has its code as the lobby does not offer it, or nobody."""
SpeakerRole = Literal["player", "watcher", "house"]
"""Who says something: one who plays, one who only watches, or the house."""
Question = Literal["hint", "prospect"]
"""What one might do here, and why; or whether one can still win."""
RefusalCode = Literal[
    "illegal",  # the move breaks a rule
    "unreadable",  # not a move of this game
    "stale",  # about a position that has passed
    "not-your-turn",
    "not-seated",  # only a seat of this room may
    "not-host",  # only the host of this room may, or the host has sent you away
    "not-now",  # the room's phase does not allow it
    "unknown-room",
    "unknown-game",
    "unknown-player",  # nobody of that name is connected, or the challenge stands no more
    "bad-options",
    "bad-name",
    "name-taken",
    "bad-text",  # nothing that can be said, or too much of it
    "muted",  # one may not talk there
    "room-full",
    "too-many",  # a limit; `retry_after_s` says when to try again
    "unavailable",  # the server cannot do it now (a full disk, a stopping server); nothing was lost
]


def _require_tag(name: str) -> str:
    """Refuse a message without a tag of its own: one made from its name would change when the class is renamed."""
    if name != "Message":
        raise TypeError(f'{name} needs an explicit tag="..."')
    return "message"


class Message(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag=_require_tag
):
    """What all messages have in common: immutable, named by its explicit kebab-case tag, no field too many."""


class MessagePart(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What stands inside a message: a map without a "type"."""


class TimeControl(MessagePart, frozen=True):
    """How long players may take at a table, in seconds; None is no limit.

    A move not made within `move_s` is made for the seat, as the game's rules say. `total_s` is for all moves of a seat
    in one game, and grows by `increment_s` with each; who has none left has lost.
    """

    move_s: Seconds | None
    total_s: Seconds | None
    increment_s: Annotated[int, msgspec.Meta(ge=0, le=3600)]


NO_CLOCK = TimeControl(move_s=None, total_s=None, increment_s=0)
