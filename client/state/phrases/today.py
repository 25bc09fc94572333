"""The player's score of today, by the local day: when to ask for it, and how it reads. And the time of day."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime

from protocol import messages as m


class TodayScore:
    """Asks the server once a day for the score of that day. It remembers the last day it asked for."""

    def __init__(self, now: Callable[[], float] = time.time) -> None:
        self._now = now
        self._since: int | None = None

    def due(self) -> m.WatchScore | None:
        """The request for today's score, if not made yet; after it the server sends every change."""
        since = midnight(self._now())
        if since == self._since:
            return None
        self._since = since
        return m.WatchScore(since=since)


def midnight(now: float | None = None) -> int:
    """The local midnight before `now` (or the present), both in seconds since 1970."""
    day = datetime.fromtimestamp(time.time() if now is None else now).replace(hour=0, minute=0, second=0, microsecond=0)
    return int(day.timestamp())


def ahead_s(now: float, moment: float | None = None) -> float:
    """How many seconds the local time of day, at `moment` (since 1970) or at present, is ahead of a clock at `now`."""
    day = datetime.fromtimestamp(time.time() if moment is None else moment)
    return day.hour * 3600 + day.minute * 60 + day.second - now


def hour(second: float) -> str:
    """Seconds since a midnight as a time of day.

    >>> hour(20 * 3600 + 58 * 60 + 59.9)
    '20:58'
    """
    minutes = int(second // 60) % (24 * 60)
    return f"{minutes // 60:02}:{minutes % 60:02}"


def describe_score(day: m.Score | None) -> str:
    """The day's score in a few words; empty before the first game has ended.

    >>> told(m.Score(since=0, won=3, tied=0, lost=1))
    'Today: 3 won, 1 lost'
    """
    if day is None or not (day.won or day.tied or day.lost):
        return ""
    tied = f", {day.tied} tied" if day.tied else ""
    return f"Today: {day.won} won{tied}, {day.lost} lost"
