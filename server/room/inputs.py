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
    long players may take, `grace_s` how long they wait for an absent one, and `chain` is the version of its games'
    chain. Entries of older servers lack these.
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
    chain: int = 1


class _OfPlayer(msgspec.Struct, frozen=True, array_like=True):
    """An input that a player sends, or that is about one."""

    player: int


class Sit(_OfPlayer, frozen=True, tag="sit"):
    """A player takes the first open seat, or returns to their own; `deals` and `home` are as in Person."""

    name: str
    deals: bool = False
    home: str = ""


class Play(_OfPlayer, frozen=True, tag="play"):
    """A person makes a move in game `number` at their seat's `ply` (see Match)."""

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


class AddComputers(_OfPlayer, frozen=True, tag="fill"):
    """A seated player gives the open seats to a computer."""

    level: str


class Resign(_OfPlayer, frozen=True, tag="resign"):
    """A player gives up the game being played."""


class OfferDraw(_OfPlayer, frozen=True, tag="offer-draw"):
    """A player offers the others a draw."""


class TakeBack(_OfPlayer, frozen=True, tag="take-back"):
    """A player asks to take back their last move."""


class AnswerOffer(_OfPlayer, frozen=True, tag="answer"):
    """A player agrees to an offer, or declines it."""

    agree: bool


class Rematch(_OfPlayer, frozen=True, tag="rematch"):
    """A player agrees to another game."""


class CommitShare(_OfPlayer, frozen=True, tag="pledge"):
    """A player commits to a share in the room's dealing number `deal`, by its hash."""

    deal: int
    hash: bytes


class RevealShare(_OfPlayer, frozen=True, tag="share"):
    """A player reveals the share they have committed to."""

    deal: int
    share: bytes


class Leave(_OfPlayer, frozen=True, tag="leave"):
    """A player leaves the table."""


class Away(_OfPlayer, frozen=True, tag="away"):
    """A player in the game has lost their connection."""


class Stranded(_OfPlayer, frozen=True, tag="stranded"):
    """A player in the game has lost their connection as their server stops, not this one, which costs them no time."""


class Back(_OfPlayer, frozen=True, tag="back"):
    """A player who was away is connected again."""


class Pause(_OfPlayer, frozen=True, tag="pause"):
    """The only person in a game against computers has gone, or looks elsewhere: the game waits for them."""


class Resume(_OfPlayer, frozen=True, tag="resume"):
    """The only person in a game against computers looks at it again."""


class Claim(_OfPlayer, frozen=True, tag="claim"):
    """A player stops waiting: absent players resign, or computers of `level` play for them (None: a middle one)."""

    what: Claimed
    level: str | None


class Kick(_OfPlayer, frozen=True, tag="kick"):
    """The host sends the player of that name away, as older servers stored it: the player has given up the game."""

    name: str


class Expel(_OfPlayer, frozen=True, tag="expel"):
    """The host sends the player of that name away, as older servers stored it: the host has given up the game."""

    name: str


class SendAway(_OfPlayer, frozen=True, tag="send-away"):
    """The host sends a player away; in the middle of a game, the host has given that up.

    `whom` is the player's number, as a name may have become another's since they sat down.
    """

    whom: int


class CloseTable(_OfPlayer, frozen=True, tag="shut"):
    """The host closes the table."""


class Restart(msgspec.Struct, frozen=True, array_like=True, tag="restart"):
    """The server has restarted."""


class CloseDeserted(msgspec.Struct, frozen=True, array_like=True, tag="close"):
    """The server closes a table that everyone has left, or has long been done with.

    `is_lost` says that this was its time: whoever was to play a serious game against computers there has lost it.
    """

    is_lost: bool = False


class EndTable(msgspec.Struct, frozen=True, array_like=True, tag="end"):
    """The server's owner closes a table; `reason` is a sentence for everyone there."""

    reason: str


class Forget(_OfPlayer, frozen=True, tag="forget"):
    """The account of somebody who has left is deleted: nobody is told their name any more."""


class Consult(msgspec.Struct, frozen=True):
    """A player asks for help. This is no Input: it changes nothing and is never stored."""

    player: int
    about: Question


class GetLegalMoves(msgspec.Struct, frozen=True):
    """A player asks which moves they may make now. This is no Input: it changes nothing and is never stored."""

    player: int


Presence = Away | Stranded | Back | Pause | Resume | Restart
FromSeat = (
    AddComputers
    | Resign
    | TakeBack
    | OfferDraw
    | AnswerOffer
    | Rematch
    | CommitShare
    | RevealShare
    | Leave
    | Claim
    | Kick
    | Expel
    | SendAway
    | CloseTable
)
"""What only somebody seated may send."""
Input = Play | ComputerMove | Tick | Sit | FromSeat | Presence | CloseDeserted | EndTable | Forget
Query = Consult | GetLegalMoves
Event = Input | Query
"""Whatever a room can be sent."""
