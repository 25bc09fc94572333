"""The inputs of `room.step`, in the form the journal stores them."""

from __future__ import annotations

from typing import Any

import msgspec

from protocol.messages import Claimed, Question, Watching
from server.room.match.clock import NO_LIMITS, ClockLimits
from server.room.match.match import GRACE_S
from server.room.match.occupants import Occupant


class Open(msgspec.Struct, frozen=True, array_like=True, tag="open"):
    """Opens the room; always its first input. `seed` is secret: 32 bytes that every deal follows from.

    `chairs` are the occupants of the seats. Where `serious`, nobody gets help; `watch` says who may watch, `limits` how
    long players may take, and `grace_s` how long they wait for an absent one. Entries of older servers lack these.
    """

    code: str
    game: str
    version: int
    options: dict[str, Any]
    listed: bool
    host: str
    chairs: tuple[Occupant, ...]
    seed: bytes
    serious: bool = False
    watch: Watching = "anyone"
    limits: ClockLimits = NO_LIMITS
    grace_s: float = GRACE_S


class Sit(msgspec.Struct, frozen=True, array_like=True, tag="sit"):
    """A player takes the first open seat, or returns to their own; `deals` is as in Person."""

    player: int
    name: str
    deals: bool = False


class Play(msgspec.Struct, frozen=True, array_like=True, tag="play"):
    """A person makes a move in game `number` at their seat's `ply` (see Match)."""

    player: int
    number: int
    ply: int
    move: str


class ComputerMove(msgspec.Struct, frozen=True, array_like=True, tag="choose"):
    """The computer in `seat` makes a move, numbered as in `Play`; None: it gives the game up."""

    seat: int
    number: int
    ply: int
    move: str | None


class Tick(msgspec.Struct, frozen=True, array_like=True, tag="tick"):
    """Time has passed, and something is due (see `step.deadline`)."""


class AddComputers(msgspec.Struct, frozen=True, array_like=True, tag="fill"):
    """A seated player gives the open seats to a computer."""

    player: int
    level: str


class Resign(msgspec.Struct, frozen=True, array_like=True, tag="resign"):
    """A player gives up the game being played."""

    player: int


class OfferDraw(msgspec.Struct, frozen=True, array_like=True, tag="offer-draw"):
    """A player offers the others a draw."""

    player: int


class TakeBack(msgspec.Struct, frozen=True, array_like=True, tag="take-back"):
    """A player asks to take back their last move."""

    player: int


class AnswerOffer(msgspec.Struct, frozen=True, array_like=True, tag="answer"):
    """A player agrees to an offer, or declines it."""

    player: int
    agree: bool


class Rematch(msgspec.Struct, frozen=True, array_like=True, tag="rematch"):
    """A player agrees to another game."""

    player: int


class CommitShare(msgspec.Struct, frozen=True, array_like=True, tag="pledge"):
    """A player commits to a share in the room's dealing number `deal`, by its hash."""

    player: int
    deal: int
    hash: bytes


class RevealShare(msgspec.Struct, frozen=True, array_like=True, tag="share"):
    """A player reveals the share they have committed to."""

    player: int
    deal: int
    share: bytes


class Leave(msgspec.Struct, frozen=True, array_like=True, tag="leave"):
    """A player leaves the table."""

    player: int


class Away(msgspec.Struct, frozen=True, array_like=True, tag="away"):
    """A player in the game has lost their connection."""

    player: int


class Back(msgspec.Struct, frozen=True, array_like=True, tag="back"):
    """A player who was away is connected again."""

    player: int


class Claim(msgspec.Struct, frozen=True, array_like=True, tag="claim"):
    """A player stops waiting: absent players resign, or computers of `level` play for them (None: a middle one)."""

    player: int
    what: Claimed
    level: str | None


class Kick(msgspec.Struct, frozen=True, array_like=True, tag="kick"):
    """The host sends the player of that name away."""

    player: int
    name: str


class CloseTable(msgspec.Struct, frozen=True, array_like=True, tag="shut"):
    """The host closes the table."""

    player: int


class Restart(msgspec.Struct, frozen=True, array_like=True, tag="restart"):
    """The server has restarted."""


class CloseDeserted(msgspec.Struct, frozen=True, array_like=True, tag="close"):
    """The server closes a table that everyone has left."""


class Consult(msgspec.Struct, frozen=True):
    """A player asks for help. This is no Input: it changes nothing and is never stored."""

    player: int
    about: Question


Presence = Away | Back | Restart
Input = (
    Play
    | ComputerMove
    | Tick
    | Sit
    | AddComputers
    | Resign
    | TakeBack
    | OfferDraw
    | AnswerOffer
    | Rematch
    | CommitShare
    | RevealShare
    | Leave
    | Presence
    | Claim
    | Kick
    | CloseTable
    | CloseDeserted
)
Event = Input | Consult
"""Whatever a room can be sent."""
