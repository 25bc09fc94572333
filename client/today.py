"""What one has won and lost today, by the player's own day: when to ask for it, and how it is said."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime

from protocol import messages as m


class Calendar:
    """What asks a server for the games of the day that it is. Mutable: it knows for which day it has asked."""

    def __init__(self, now: Callable[[], float] = time.time) -> None:
        """Go by `now`, in seconds since 1970."""
        self._now = now
        self._since: int | None = None

    def due(self) -> m.Reckon | None:
        """What to ask, where that is to be asked today; from then on the server tells of itself of every change."""
        since = midnight(self._now())
        if since == self._since:
            return None
        self._since = since
        return m.Reckon(since=since)


def midnight(now: float | None = None) -> int:
    """When the day of `now`, or today, began where this machine is, both in seconds since 1970."""
    day = datetime.fromtimestamp(time.time() if now is None else now).replace(hour=0, minute=0, second=0, microsecond=0)
    return int(day.timestamp())


def told(day: m.Reckoning | None) -> str:
    """How the day has gone, in a few words; nothing before its first game has ended.

    >>> told(m.Reckoning(since=0, won=3, tied=0, lost=1))
    'Today: 3 won, 1 lost'
    """
    if day is None or not (day.won or day.tied or day.lost):
        return ""
    tied = f", {day.tied} tied" if day.tied else ""
    return f"Today: {day.won} won{tied}, {day.lost} lost"
