"""The base of all messages, and the types of their fields."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

VERSION = 1
SUBPROTOCOL_PREFIX = "parlour."
SUBPROTOCOL = f"{SUBPROTOCOL_PREFIX}{VERSION}"
"""The value that a client offers in `Sec-WebSocket-Protocol`, and that the server answers if it speaks this version."""
SUBPROTOCOLS = tuple(f"{SUBPROTOCOL_PREFIX}{version}" for version in range(VERSION, max(VERSION - 2, 0), -1))
"""What a server speaks, the newest first: this version and the one before, so that an update locks no client out."""

Text = Annotated[str, msgspec.Meta(max_length=256)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Code = Annotated[str, msgspec.Meta(min_length=4, max_length=6)]
"""A table's code as a client says it; where there is no such table, the answer says so."""
TableCode = Annotated[str, msgspec.Meta(pattern=r"\A[A-Z]{4}([A-Z]{2})?\Z")]
"""A code that the server gave; a client puts it into lines for people to paste, so it can be nothing else."""
PublicUrl = Annotated[
    str,
    msgspec.Meta(
        max_length=200,
        pattern=r"\A(wss?|https?|ssh)://([A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:]+\])(:[0-9]{1,5})?"
        r"(/[A-Za-z0-9._/-]*)?\Z",
    ),
]
"""An address that a server gives for others to paste; nothing in it means anything to a shell."""
Ref = Annotated[int, msgspec.Meta(ge=0, lt=2**31)]
"""A number that the client chooses; the answer to the command carries it too."""
Seconds = Annotated[int, msgspec.Meta(ge=1, le=86_400)]
Count = Annotated[int, msgspec.Meta(ge=0, lt=2**53)]
Hash = Annotated[str, msgspec.Meta(min_length=64, max_length=64, pattern="^[0-9a-f]{64}$")]
"""32 bytes in hexadecimal, in lower case."""
Drawn = Annotated[str, msgspec.Meta(min_length=32, max_length=32, pattern="^[0-9a-f]{32}$")]
"""16 bytes in hexadecimal, in lower case."""
PublicKey = Hash
"""An Ed25519 public key (RFC 8032) in hexadecimal, in lower case."""
Signature = Annotated[str, msgspec.Meta(min_length=128, max_length=128, pattern="^[0-9a-f]{128}$")]
"""An Ed25519 signature, 64 bytes in hexadecimal, in lower case."""
DeviceName = Annotated[str, msgspec.Meta(max_length=64)]
"""What a device is called in the player's own list; the server keeps 32 characters that may be shown."""
LinkText = Annotated[str, msgspec.Meta(max_length=64)]
WindowText = Annotated[str, msgspec.Meta(max_length=32)]
"""What tells the windows of one player apart; drawn at random by each program."""
MAX_GAMES = 32
"""The most games that one command names."""
Phase = Literal["waiting", "playing", "over"]
OfferKind = Literal["takeback", "draw"]
OfferFate = Literal["granted", "declined", "moved", "late"]
Stage = Literal["pledging", "sharing", "dealt", "over", "aborted"]
"""The stage of a dealing: hashes are awaited, then shares, then the game runs and ends; or it was aborted."""
Kind = Literal["move", "default", "time", "resign", "takeback", "draw"]
"""Kinds of event in a game: a move, one made for a late player, the end of the time, resignation, takeback, draw."""
Claimed = Literal["win", "computer"]
"""Whether players who are away have given up, or a computer plays for them."""
Watching = Literal["anyone", "invited", "nobody"]
"""Who may watch a room: anyone, only people who have its code (the lobby does not offer it), or nobody."""
SpeakerRole = Literal["player", "watcher", "house"]
"""Who says something: a player, a spectator, or the server."""
OptionKind = Literal["choice", "integer", "boolean"]
"""What an option of a game takes: one of some texts, a whole number, or true or false."""
Question = Literal["hint", "prospect"]
"""What one might do here, and why; or whether one can still win."""
RefusalCode = Literal[
    "illegal",  # the move breaks a rule
    "unreadable",  # not a move of this game
    "stale",  # about an earlier position
    "not-your-turn",
    "not-seated",  # only a seat of this room may
    "not-host",  # only the host of this room may, or the host has removed you
    "not-now",  # the room's phase does not allow it
    "unknown-room",
    "unknown-game",
    "unknown-player",  # nobody of that name is connected, or the challenge is over
    "bad-options",
    "bad-name",
    "name-taken",
    "bad-key",  # no key signed you in, or what you sent is no proof of a new one
    "unknown-device",
    "bad-text",  # empty, not allowed, or too long
    "muted",  # you may not talk there
    "room-full",
    "too-many",  # a limit; `retry_after_s` says when to try again
    "unavailable",  # the server cannot do it now (a full disk, a stopping server); nothing was lost
]


def _require_tag(name: str) -> str:
    """Refuse a message class without an explicit tag: a tag made from its name would change with a renaming."""
    if name != "Message":
        raise TypeError(f'{name} needs an explicit tag="..."')
    return "message"


class Message(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag=_require_tag
):
    """The base of all messages: immutable, with an explicit kebab-case tag and no unknown fields."""


class MessagePart(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A map inside a message, without a "type"."""


class TimeControl(MessagePart, frozen=True):
    """How long players may take in a room, in seconds; None is no limit.

    A move not made within `move_s` is made for the seat, by the game's rules. `total_s` is for all moves of a seat in
    one game, and grows by `increment_s` with each; a seat that has none left has lost.
    """

    move_s: Seconds | None
    total_s: Seconds | None
    increment_s: Annotated[int, msgspec.Meta(ge=0, le=3600)]


NO_CLOCK = TimeControl(move_s=None, total_s=None, increment_s=0)
