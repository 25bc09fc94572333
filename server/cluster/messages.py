"""What the nodes of a cluster tell each other. Kinds that a node does not know are dropped."""

from __future__ import annotations

from typing import Any

import msgspec

from protocol import messages as m
from server.lobby.room_index import RoomEntry
from server.lobby.seeks import PendingSeek
from server.players.sessions.routing import Session

Tagged: dict[str, Any] = {"frozen": True, "array_like": True}


class Arrived(msgspec.Struct, tag="arrived", **Tagged):
    """A player is connected at the sender by its session of a number, since `at` by the cluster's clock.

    `networks` are the address and those around it, as connections are counted by.
    """

    number: int
    at: float
    signed_in: Session
    looks: tuple[bool, str | None]
    window: str
    networks: tuple[str, ...] = ()
    takes_updates: bool = False


class Departed(msgspec.Struct, tag="departed", **Tagged):
    """A player's session at the sender is over, who has `spent` so much of their rate limits.

    The player is `stranded` if that is because the sender stops.
    """

    player: int
    number: int
    spent: tuple[float, ...] = ()
    stranded: bool = False


class Renamed(msgspec.Struct, tag="renamed", **Tagged):
    """A player who is connected at the sender has another name."""

    player: int
    name: str


class Looked(msgspec.Struct, tag="looked", **Tagged):
    """A player who is connected at the sender looks at a room, or at the lobby."""

    player: int
    room: str | None


class SaidInLobby(msgspec.Struct, tag="said", **Tagged):
    """A player says something in the lobby."""

    player: int
    name: str
    text: str


class Renewed(msgspec.Struct, tag="renewed", **Tagged):
    """The results of a game of some players have been stored."""

    game: str
    players: tuple[int, ...]


class Listed(msgspec.Struct, tag="listed", **Tagged):
    """The sender's rooms as the lobby has them, those that have changed or all; None is one that has closed."""

    entries: dict[str, RoomEntry | None]
    is_all: bool


class People(msgspec.Struct, tag="people", **Tagged):
    """All who are connected at the sender, and the key that it tells homes apart by."""

    arrived: tuple[Arrived, ...]
    household_key: bytes = b""


class ClockRead(msgspec.Struct, tag="clock", **Tagged):
    """What the sender's clock has come to, which nobody's is behind."""

    at: float


class TellAll(msgspec.Struct, tag="tell-all", **Tagged):
    """The sender has missed something, or is new: tell it all, and show its players their tables whole."""


class RoomsDue(msgspec.Struct, tag="due", **Tagged):
    """The sender has `evicted` a node, or given its rooms up, and that is 0: whoever beats now claims some at once."""

    evicted: int = 0


class Asked(msgspec.Struct, tag="asked", **Tagged):
    """A player's command for a room of the receiver's, encoded; `number` is that of the player's session."""

    id: int
    player: int
    number: int
    room: str
    command: bytes


class Answered(msgspec.Struct, tag="answered", **Tagged):
    """A command was taken; or the room is not the sender's, so that it has to be looked for again."""

    id: int
    is_taken: bool


class HandedOver(msgspec.Struct, tag="handed-over", **Tagged):
    """The sender has given a room up for the receiver to claim, `at` a time by the cluster's clock.

    `room` is its name in the journal. `watchers` are the players who follow it without a seat.
    """

    room: str
    code: str
    at: float
    watchers: tuple[int, ...]


class Claimed(msgspec.Struct, tag="claimed", **Tagged):
    """The rooms of these codes are the sender's from now on; how they are listed comes later."""

    codes: tuple[str, ...]


class Following(msgspec.Struct, tag="following", **Tagged):
    """Players at the sender follow a room of the receiver's, which shows it to them, or tells them that they do not.

    Where they `may_have_left`, as where the receiver itself has shown it to them, whoever neither follows it there nor
    sits at it has.
    """

    room: str
    players: tuple[int, ...]
    may_have_left: bool


class Frame(msgspec.Struct, tag="frame", **Tagged):
    """A frame for a player's session at the receiver; a later one of the same key may replace it.

    An update builds on the last frame of the same key, which is that table's code where the frame shows one. One that
    tells the player that they have `entered` or `left` a table has its code too. An answer has the command's number, or
    the refusal of a move, which has none, minus the `id` of its Asked. One that was sent before has the `id` of what it
    `repeats`.
    """

    player: int
    number: int
    frame: bytes
    key: str | None
    is_update: bool = False
    entered: str | None = None
    left: str | None = None
    ref: int | None = None
    repeats: int = 0


class ShowWhole(msgspec.Struct, tag="whole", **Tagged):
    """A player's session at the sender lacks what an update builds on: it is to be shown a room's Table whole."""

    player: int
    number: int
    room: str


class KeysVoid(msgspec.Struct, tag="keys", **Tagged):
    """These keys sign nobody in any more."""

    keys: tuple[bytes, ...]


class Leaving(msgspec.Struct, tag="leaving", **Tagged):
    """A player leaves a table of the receiver's, as all others."""

    player: int
    room: str


class AccountsRemoved(msgspec.Struct, tag="removed", **Tagged):
    """The accounts of these players are deleted."""

    players: tuple[int, ...]


class Sought(msgspec.Struct, tag="sought", **Tagged):
    """Seeks and challenges that are new at the sender, or all, and the numbers of those that are over.

    They stand until a time by the sender's own clock, where it is `now`.
    """

    added: tuple[PendingSeek, ...]
    ended: tuple[int, ...]
    now: float
    is_all: bool


class MatchingNews(msgspec.Struct, tag="matching", **Tagged):
    """A player at the receiver is to be told how their seek and challenges stand, with news."""

    player: int
    news: str


class Proposed(msgspec.Struct, tag="proposed", **Tagged):
    """A player at the sender, by the session of a number, wants the receiver's seek: by their own, or by an answer."""

    id: int
    player: int
    number: int
    seek: int
    by: int | None
    answer: m.Respond | None


class Settled(msgspec.Struct, tag="settled", **Tagged):
    """What a player at the receiver has proposed was done, or cannot be."""

    id: int
    player: int
    is_done: bool


class OwnerActed(msgspec.Struct, tag="owner", **Tagged):
    """The owner has had the sender do something that concerns all nodes: the request, encoded."""

    request: bytes


Message = (
    Arrived
    | Departed
    | Renamed
    | Looked
    | SaidInLobby
    | Renewed
    | Listed
    | People
    | ClockRead
    | TellAll
    | RoomsDue
    | Asked
    | Answered
    | HandedOver
    | Claimed
    | Following
    | Frame
    | ShowWhole
    | OwnerActed
    | KeysVoid
    | Leaving
    | AccountsRemoved
    | Sought
    | MatchingNews
    | Proposed
    | Settled
)

_encoder = msgspec.msgpack.Encoder()
_decoder: msgspec.msgpack.Decoder[Message] = msgspec.msgpack.Decoder(Message)


def write(message: Message) -> bytes:
    return _encoder.encode(message)


def read(written: bytes) -> Message | None:
    """Read a message; None for what another release says."""
    try:
        return _decoder.decode(written)
    except msgspec.MsgspecError:
        return None
