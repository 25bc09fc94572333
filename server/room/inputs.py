"""What happens to a room: the inputs of `room.step`, in the form the journal stores them."""

from __future__ import annotations

from typing import Any

import msgspec

from protocol.messages import Claimed, Question, Watching
from server.room.match.clock import NO_LIMITS, ClockLimits
from server.room.match.match import GRACE_S
from server.room.match.occupants import Occupant


class Open(msgspec.Struct, frozen=True, array_like=True, tag="open"):
    """The room is made; always its first input. `seed` is secret: 32 bytes that every deal follows from.

    Where `serious`, nobody is helped there, and `watch` says who may watch; an entry from before that could be chosen
    says nothing of it. The same holds for `limits`, how long players may take, and `grace_s`, how long they wait for
    one who goes away.
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
    """A player takes the first open seat, or comes back to their own; `deals` as in Person."""

    player: int
    name: str
    deals: bool = False


class Play(msgspec.Struct, frozen=True, array_like=True, tag="play"):
    """A person makes a move in game `number`, having made `ply` moves in it before."""

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
    """Time has passed, and something is due: see `room.deadline`."""


class AddComputers(msgspec.Struct, frozen=True, array_like=True, tag="fill"):
    """A seated player gives the open seats to a computer."""

    player: int
    level: str


class Resign(msgspec.Struct, frozen=True, array_like=True, tag="resign"):
    """A player gives up the game being played."""

    player: int


class OfferDraw(msgspec.Struct, frozen=True, array_like=True, tag="offer-draw"):
    """A player asks the others to call the game a draw."""

    player: int


class TakeBack(msgspec.Struct, frozen=True, array_like=True, tag="take-back"):
    """A player asks to take back their last move."""

    player: int


class AnswerOffer(msgspec.Struct, frozen=True, array_like=True, tag="answer"):
    """A player agrees to what another asks, or ends it."""

    player: int
    agree: bool


class Rematch(msgspec.Struct, frozen=True, array_like=True, tag="rematch"):
    """A player agrees to another game."""

    player: int


class CommitShare(msgspec.Struct, frozen=True, array_like=True, tag="pledge"):
    """A player binds themselves to a share in the room's dealing number `deal`, by its hash."""

    player: int
    deal: int
    hash: bytes


class RevealShare(msgspec.Struct, frozen=True, array_like=True, tag="share"):
    """A player gives the share that they have pledged."""

    player: int
    deal: int
    share: bytes


class Leave(msgspec.Struct, frozen=True, array_like=True, tag="leave"):
    """A player stands up."""

    player: int


class Away(msgspec.Struct, frozen=True, array_like=True, tag="away"):
    """A player in the game has lost their connection."""

    player: int


class Back(msgspec.Struct, frozen=True, array_like=True, tag="back"):
    """A player who was away has one again."""

    player: int


class Claim(msgspec.Struct, frozen=True, array_like=True, tag="claim"):
    """A player waits no longer for those away: they give up, or a computer of `level` plays for them, None for any."""

    player: int
    what: Claimed
    level: str | None


class Kick(msgspec.Struct, frozen=True, array_like=True, tag="kick"):
    """The host sends away whoever sits there by that name."""

    player: int
    name: str


class CloseTable(msgspec.Struct, frozen=True, array_like=True, tag="shut"):
    """The host closes the table."""

    player: int


class Restart(msgspec.Struct, frozen=True, array_like=True, tag="restart"):
    """The server was gone and is back."""


class CloseDeserted(msgspec.Struct, frozen=True, array_like=True, tag="close"):
    """The house clears a table that everyone has deserted."""


class Consult(msgspec.Struct, frozen=True):
    """A player asks for help. It is no Input: it changes nothing, and no journal has a form for it."""

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
"""Whatever can be asked of a room."""
