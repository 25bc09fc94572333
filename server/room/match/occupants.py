"""Who can hold a seat, in the form the journal stores them."""

from __future__ import annotations

import msgspec


class OpenSeat(msgspec.Struct, frozen=True, array_like=True, tag="nobody"):
    """A seat to take."""


class Person(msgspec.Struct, frozen=True, array_like=True, tag="person"):
    """A signed-in player, by the account's number and the name worn when sitting down.

    `deals` says whether their program takes part in dealing, so that it is waited for.
    """

    player: int
    name: str
    deals: bool = False


class Computer(msgspec.Struct, frozen=True, array_like=True, tag="computer"):
    """One of the game's computer players."""

    level: str


Occupant = OpenSeat | Person | Computer
