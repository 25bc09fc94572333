"""What follows from an input to a room, for the shell to carry out once the input is stored."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import msgspec

from engines.game import Seat
from protocol import messages as m


class ShowTable(msgspec.Struct, frozen=True):
    """Everyone who follows the room is to see it anew; with `asker`, only who sent the input."""

    asker: bool = False


class ShowDeal(msgspec.Struct, frozen=True):
    """Everyone who follows the room is to see how its dealing stands; with `asker`, only who sent the input."""

    asker: bool = False


class Refuse(msgspec.Struct, frozen=True):
    """Whoever sent the input is told that it was refused, and why, and when it may be worth another try."""

    code: m.RefusalCode
    text: str
    retry_after_s: float | None = None


class SeatGiven(msgspec.Struct, frozen=True):
    """Whoever sent the input holds `seat` now."""

    seat: Seat


class SeatLeft(msgspec.Struct, frozen=True):
    """`player` holds no seat here any longer, for a reason in a sentence."""

    player: int
    reason: str


class AskComputer(msgspec.Struct, frozen=True):
    """The computer in `seat` is on turn."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class GiveAdvice:
    """Whoever sent the input is to be told `about` a position: what `seat` sees after `ply` moves in game `number`.

    Equal ones are about the same position, whatever other seats have done since; `key` is the randomness for this use.
    """

    about: m.Question
    seat: Seat
    number: int
    ply: int
    view: Any = field(compare=False, repr=False)
    key: bytes = field(compare=False, repr=False)


class UpdateListing(msgspec.Struct, frozen=True):
    """What the lobby says of this room has changed."""


Output = ShowTable | ShowDeal | Refuse | SeatGiven | SeatLeft | AskComputer | GiveAdvice | UpdateListing
