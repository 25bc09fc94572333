"""Who holds a seat: nobody, a person or a computer, in the form the journal stores them."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from engines.game import Seat

T = TypeVar("T")


class OpenSeat(msgspec.Struct, frozen=True, array_like=True, tag="nobody"):
    """A seat that nobody holds."""


class Person(msgspec.Struct, frozen=True, array_like=True, tag="person"):
    """A signed-in player, by the account's number and the name used when sitting down.

    `deals` says whether their client takes part in dealing, so that the server waits for its share. `home` is the same
    for all who come from one address, and empty where that is unknown; it does not tell the address.
    """

    player: int
    name: str
    deals: bool = False
    home: str = ""


class Computer(msgspec.Struct, frozen=True, array_like=True, tag="computer"):
    """One of the game's computer players."""

    level: str


Occupant = OpenSeat | Person | Computer


def with_at(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    """Values by seat, with another one for one seat."""
    return (*values[:seat], value, *values[seat + 1 :])
