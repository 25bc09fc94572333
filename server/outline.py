"""What a journal says of a room at a glance, before any of it is played again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from server import replay
from server.inputs import Open, Person, Sit
from server.replay import Unreplayable


class Outline(NamedTuple):
    """A room that is not taken up yet.

    Attributes:
        name: what its journal is kept under.
        opened: how it was made.
        people: everybody who ever sat down there; whether they still do only the room itself can tell.
        at: when something last happened there, by the server's clock.
    """

    name: str
    opened: Open
    people: frozenset[int]
    at: float


def outline(name: str, entries: Sequence[bytes]) -> Outline:
    """The outline of a room from the summary that `Journal.open_rooms` gives of it. Raises Unreplayable."""
    if not entries:
        raise Unreplayable("the journal holds nothing of the room")
    times, events = zip(*map(replay.unpack, entries), strict=True)
    opened, *later = events
    if not isinstance(opened, Open):
        raise Unreplayable("the first entry does not make a room")
    seated = {chair.player for chair in opened.chairs if isinstance(chair, Person)}
    return Outline(
        name, opened, frozenset(seated | {event.player for event in later if isinstance(event, Sit)}), times[-1]
    )
