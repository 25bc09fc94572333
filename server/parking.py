"""Rooms at rest: kept in the journal alone, until somebody asks for them or their time has come."""

from __future__ import annotations

from collections.abc import Callable

from server import room as rooms
from server.inbox import INBOX_MAX, Ask
from server.runner import Runner

Deed = Callable[[Runner, Ask], None]
"""What is to be done with a room, about what was asked."""


class Parked:
    """A room that is in no memory but for this. Mutable: what is asked of it waits for it.

    Attributes:
        name: what its journal is kept under.
        since: when something last happened there, by the server's clock.
        due: when it has set itself to be waked, or None.
        closes_after_s: after how long a rest it is cleared.
        waiting: what is to be done once it is taken up again.
    """

    __slots__ = ("closes_after_s", "due", "name", "since", "waiting")

    def __init__(self, runner: Runner, closes_after_s: float) -> None:
        """Remember what must not be forgotten of a room that is at rest."""
        self.name = runner.name
        self.since = runner.since
        self.due = rooms.deadline(runner.room)
        self.closes_after_s = closes_after_s
        self.waiting: list[tuple[Deed, Ask]] = []

    def is_due(self, now: float) -> bool:
        """Whether it is to be taken up although nobody has asked."""
        return (self.due is not None and self.due <= now) or now - self.since > self.closes_after_s

    def wait(self, deed: Deed, ask: Ask) -> bool:
        """Put something in line for when it is taken up; whether there was a place for it."""
        if len(self.waiting) >= INBOX_MAX:
            return False
        self.waiting.append((deed, ask))
        return True
