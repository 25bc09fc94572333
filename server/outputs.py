"""What follows from an input to a room, for the shell to carry out once the input is stored."""

from __future__ import annotations

from dataclasses import dataclass

from engines.game import Seat
from protocol import messages as m


@dataclass(frozen=True, slots=True)
class Show:
    """Everyone who follows the room is to see it anew; with `asker`, only who sent the input."""

    asker: bool = False


@dataclass(frozen=True, slots=True)
class Refuse:
    """Whoever sent the input is told that it was refused, and why."""

    code: m.RefusalCode
    text: str


@dataclass(frozen=True, slots=True)
class Seated:
    """Whoever sent the input holds `seat` now."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Stood:
    """`player` holds no seat here any longer."""

    player: int


@dataclass(frozen=True, slots=True)
class Think:
    """The computer in `seat` is on turn."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Relist:
    """What the lobby says of this room has changed."""


Output = Show | Refuse | Seated | Stood | Think | Relist
