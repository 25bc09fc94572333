"""What one has won and lost today, by the player's own day: when to ask for it, and how it is said."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime

from protocol import messages as m


class TodayScore:
    """What asks a server for the games of the day that it is. Mutable: it knows for which day it has asked."""

    def __init__(self, now: Callable[[], float] = time.time) -> None:
        """Go by `now`, in seconds since 1970."""
        self._now = now
        self._since: int | None = None

    def due(self) -> m.WatchScore | None:
        """What to ask, where that is to be asked today; from then on the server tells of itself of every change."""
        since = midnight(self._now())
        if since == self._since:
            return None
        self._since = since
        return m.WatchScore(since=since)


def midnight(now: float | None = None) -> int:
    """When the day of `now`, or today, began where this machine is, both in seconds since 1970."""
    day = datetime.fromtimestamp(time.time() if now is None else now).replace(hour=0, minute=0, second=0, microsecond=0)
    return int(day.timestamp())


def ahead_s(now: float, moment: float | None = None) -> float:
    """How many seconds the time of day, at a moment since 1970 or now, is ahead of a clock that says `now`."""
    day = datetime.fromtimestamp(time.time() if moment is None else moment)
    return day.hour * 3600 + day.minute * 60 + day.second - now


def hour(second: float) -> str:
    """The time of day as a clock shows it, by the seconds that it shows since a midnight.

    >>> hour(20 * 3600 + 58 * 60 + 59.9)
    '20:58'
    """
    minutes = int(second // 60) % (24 * 60)
    return f"{minutes // 60:02}:{minutes % 60:02}"


def told(day: m.Score | None) -> str:
    """How the day has gone, in a few words; nothing before its first game has ended.

    >>> told(m.Reckoning(since=0, won=3, tied=0, lost=1))
    'Today: 3 won, 1 lost'
    """
    if day is None or not (day.won or day.tied or day.lost):
        return ""
    tied = f", {day.tied} tied" if day.tied else ""
    return f"Today: {day.won} won{tied}, {day.lost} lost"
