"""Gives every room that has something to do its turn, and stores what all of them decide in one go.

Rooms that wake while the event loop reads sockets share the next turn: one callback, one call of the journal and one
answer, however many they are.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Protocol

from server.hosting.decision import Decision
from server.room.journal import Journal, PendingAppends, StorageUnavailableError


class TurnTaker(Protocol):
    """A room that takes turns; neither method raises anything."""

    def decide(self, now: float) -> Decision | None:
        """Decide what waits at a time of the server's clock; None where nothing of it is to be stored."""

    def settle(self, decision: Decision, outcome: bool | StorageUnavailableError) -> None:
        """Go on: it is stored, or meets entries that were stored before, or nothing can be stored now."""


class Scheduler:
    """The rooms that wait for their turn, in the order in which they woke."""

    def __init__(self, journal: Journal, now: Callable[[], float]) -> None:
        """Store in `journal`; `now` is the server's clock."""
        self._loop = asyncio.get_running_loop()
        self._journal = journal
        self._now = now
        self._woken: list[TurnTaker] = []
        self._is_open = True

    def wake(self, room: TurnTaker) -> None:
        """Give a room the next turn."""
        if not self._woken:
            self._loop.call_soon(self._take_turn)
        self._woken.append(room)

    def close(self) -> None:
        """Give nobody a turn any more, and tell nobody what became of the last one."""
        self._is_open = False

    def _take_turn(self) -> None:
        woken, self._woken = self._woken if self._is_open else [], []
        now = self._now()
        decided = [(room, decision) for room in woken if (decision := room.decide(now)) is not None]
        if decided:
            stored = self._journal.append_all([decision.append for _, decision in decided])
            stored.add_done_callback(lambda stored: self._settle(decided, stored))

    def _settle(self, decided: Sequence[tuple[TurnTaker, Decision]], stored: PendingAppends) -> None:
        """Let every room go on, in the order in which they decided."""
        if not self._is_open:
            return
        outcomes: Sequence[bool | StorageUnavailableError]
        try:
            outcomes = stored.result()
        except StorageUnavailableError as error:
            outcomes = [error] * len(decided)
        for (room, decision), outcome in zip(decided, outcomes, strict=True):
            room.settle(decision, outcome)
