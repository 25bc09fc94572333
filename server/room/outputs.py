"""What the shell has to do after an input to a room, once the input is stored."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import msgspec

from engines.game import Seat
from protocol import messages as m


class ShowTable(msgspec.Struct, frozen=True):
    """Send the Table to everyone who follows the room; with `asker`, only to the input's sender."""

    asker: bool = False


class ShowDeal(msgspec.Struct, frozen=True):
    """Send the Deal to everyone who follows the room; with `asker`, only to the input's sender."""

    asker: bool = False


class Refuse(msgspec.Struct, frozen=True):
    """Tell the input's sender that it was refused, why, and when to try again."""

    code: m.RefusalCode
    text: str
    retry_after_s: float | None = None


class SeatGiven(msgspec.Struct, frozen=True):
    """The input's sender holds `seat` now."""

    seat: Seat


class SeatLeft(msgspec.Struct, frozen=True):
    """`player` no longer holds a seat here, for a reason in a sentence."""

    player: int
    reason: str


class AskComputer(msgspec.Struct, frozen=True):
    """Ask the computer in `seat` for a move."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class GiveAdvice:
    """Answer the sender's question `about` a position: what `seat` sees after `ply` moves in game `number`.

    Two are equal if they are about the same position, whatever other seats have done since. `key` is the randomness for
    the answer.
    """

    about: m.Question
    seat: Seat
    number: int
    ply: int
    view: Any = field(compare=False, repr=False)
    key: bytes = field(compare=False, repr=False)


class SendLegalMoves(msgspec.Struct, frozen=True):
    """Send the input's sender the moves that they may make."""


class UpdateListing(msgspec.Struct, frozen=True):
    """Update the lobby's entry for this room."""


Output = (
    ShowTable | ShowDeal | Refuse | SeatGiven | SeatLeft | AskComputer | GiveAdvice | SendLegalMoves | UpdateListing
)
