"""Time as pure values: how long players may take, and countdowns that run and stop.

A seat's time for one move, its time for the whole game and the grace for an absent player are each a Countdown. After a
restart countdowns start in the future, which gives everybody time to come back. The caller passes the time, in seconds
of the server's own clock, which stands still while the server is down, so that a restart uses up nobody's time.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace


class ClockLimits(msgspec.Struct, frozen=True, array_like=True):
    """How long players may take, in seconds.

    `move_s` is for each move; `total_s` is for all moves of a seat in one game, and each move adds `increment_s` to it.
    """

    move_s: int | None = None
    total_s: int | None = None
    increment_s: int = 0


NO_LIMITS = ClockLimits()


class Countdown(msgspec.Struct, frozen=True):
    """Seconds that are used up while it runs, from `since` on; it stands still while `since` is None.

    A `since` in the future uses up nothing until then. A whole number of seconds is an int, so that a stored countdown
    is read back as an equal one.
    """

    left_s: float | int
    since: float | None = None

    @property
    def due(self) -> float | None:
        """When it runs out, if nothing stops it."""
        return None if self.since is None else self.since + self.left_s

    def left_at(self, now: float) -> float:
        """Seconds left at `now`, never below 0."""
        return self.left_s if self.since is None else min(self.left_s, seconds_until(self.since + self.left_s, now))

    def start(self, at: float) -> Countdown:
        """The countdown, running from then on."""
        return replace(self, since=at)

    def delay(self, by_s: float, now: float) -> Countdown:
        """The countdown as if it had begun so much later, but at `now` at the latest."""
        return self if self.since is None else self.start(min(self.since + by_s, now))

    def stop(self, now: float) -> Countdown:
        """The countdown, standing still."""
        return self if self.since is None else Countdown(self.left_at(now))


class SeatClock(msgspec.Struct, frozen=True):
    """A seat's time for its next move, while it is on turn, and for all its moves. None is no limit."""

    move: Countdown | None = None
    total: Countdown | None = None

    @property
    def due(self) -> float | None:
        """When the first of the two runs out."""
        move, total = self.move, self.total
        return earliest(None if move is None else move.due, None if total is None else total.due)

    def left_at(self, now: float) -> float | None:
        """Seconds left for the next move at `now`: the lesser of the two."""
        move, total = self.move, self.total
        return earliest(None if move is None else move.left_at(now), None if total is None else total.left_at(now))

    def start(self, at: float, move_s: float | None) -> SeatClock:
        """The clock of a seat whose turn begins then."""
        move = None if move_s is None else Countdown(move_s, at)
        return SeatClock(move, None if self.total is None else self.total.start(at))

    def stop(self, now: float, increment_s: float = 0) -> SeatClock:
        """The clock of a seat whose turn is over, with the increment for its move."""
        return SeatClock(None, None if self.total is None else Countdown(self.total.left_at(now) + increment_s))

    def delay(self, by_s: float, now: float) -> SeatClock:
        """The clock as if what runs had begun so much later, but at `now` at the latest."""
        move, total = self.move, self.total
        return SeatClock(move and move.delay(by_s, now), total and total.delay(by_s, now))

    def with_credit(self, now: float, credit_s: float) -> SeatClock:
        """The clock, where running parts do not count the next `credit_s` seconds."""
        return SeatClock(_with_credit(self.move, now, credit_s), _with_credit(self.total, now, credit_s))


def seconds_until(deadline: float, now: float) -> float:
    """Seconds until the deadline, never below 0."""
    return max(0.0, deadline - now)


def is_up(deadline: float | None, now: float) -> bool:
    """Whether there is a deadline, and it has come."""
    return deadline is not None and deadline <= now


def earliest(*deadlines: float | None) -> float | None:
    """The first of some deadlines, or None without any."""
    first = None
    for deadline in deadlines:
        if deadline is not None and (first is None or deadline < first):
            first = deadline
    return first


def _with_credit(countdown: Countdown | None, now: float, credit_s: float) -> Countdown | None:
    if countdown is None or countdown.since is None:
        return countdown
    return countdown.stop(now).start(now + credit_s)
