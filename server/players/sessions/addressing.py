"""Tells whom a command means by a name: whoever goes by it now, or has it on their chair, if that is one person.

A chair keeps the name under which its player sat down, and the player may have taken another since; then that name can
have become somebody else's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from protocol import messages as m
from server.players.accounts.lookalikes import fold
from server.room.match.occupants import Person
from server.room.model import Room
from server.room.outputs import Refuse

CurrentName = Callable[[int], str | None]
"""The name that a player goes by now, where they are connected."""


def find_seated(room: Room, kick: m.Kick, current_name: CurrentName) -> int | Refuse:
    """The player who is to be sent away, or why it is nobody."""
    if kick.seat is not None:
        return _at_seat(room, kick.seat, kick.name, current_name)
    found = [occupant.player for occupant in _people(room) if _is_called(occupant, kick.name, current_name)]
    if len(found) == 1:
        return found[0]
    shown = ascii(kick.name)[1:-1]
    if not found:
        return Refuse("not-now", f"Nobody at this table is called {shown}.")
    return ambiguous(shown, "kick")


def ambiguous(name: str, verb: str) -> Refuse:
    """The refusal of a name that several have, or had."""
    return Refuse(
        "not-now", f"More than one player here is or was called {name}. Give the seat instead, as in '{verb} 2'."
    )


def person_at(room: Room, seat: int) -> Person | None:
    """Whoever sits at a seat, which there need not be."""
    occupant = room.chairs[seat] if seat < len(room.chairs) else None
    return occupant if isinstance(occupant, Person) else None


def _at_seat(room: Room, seat: int, name: str, current_name: CurrentName) -> int | Refuse:
    occupant = person_at(room, seat)
    if occupant is None or not _is_called(occupant, name, current_name):
        return Refuse("not-now", f"{ascii(name)[1:-1]} is no longer in seat {seat + 1}.")
    return occupant.player


def _people(room: Room) -> Iterator[Person]:
    return (occupant for occupant in room.chairs if isinstance(occupant, Person))


def _is_called(person: Person, name: str, current_name: CurrentName) -> bool:
    return fold(name) in (fold(person.name), fold(current_name(person.player) or person.name))
