"""Time as pure values: how long players may take, and timers that run and stand still.

"Now" is always passed in, in seconds of the server's own clock.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace


class ClockLimits(msgspec.Struct, frozen=True, array_like=True):
    """How long players may take, in seconds.

    `move_s` is for each move; `total_s` is for all of a seat's in one game, and grows by `increment_s` with each made.
    """

    move_s: int | None = None
    total_s: int | None = None
    increment_s: int = 0


NO_LIMITS = ClockLimits()


class Countdown(msgspec.Struct, frozen=True):
    """Seconds that are used up while it runs, which is since `since`, or not at all while that is None.

    What lies before a `since` that is yet to come counts for nobody. Whole seconds are a whole number, and come back as
    one where a timer was kept.
    """

    left_s: float | int
    since: float | None = None

    @property
    def due(self) -> float | None:
        """When all will be used up, if it runs on."""
        return None if self.since is None else self.since + self.left_s

    def left(self, now: float) -> float:
        """Seconds that are left at `now`, never below 0."""
        return self.left_s if self.since is None else min(self.left_s, left(self.since + self.left_s, now))

    def started(self, at: float) -> Countdown:
        """The timer, running from then on."""
        return replace(self, since=at)

    def stopped(self, now: float) -> Countdown:
        """The timer, standing still."""
        return self if self.since is None else Countdown(self.left(now))


class SeatClock(msgspec.Struct, frozen=True):
    """A seat's time: for the move it is to make, while it is on turn; and for all its moves. None is no limit."""

    move: Countdown | None = None
    total: Countdown | None = None

    @property
    def due(self) -> float | None:
        """When either is used up."""
        return earliest(*[timer.due for timer in (self.move, self.total) if timer is not None])

    def left(self, now: float) -> float | None:
        """Seconds that are left for the move at `now`, whichever of the two is less."""
        return earliest(*[timer.left(now) for timer in (self.move, self.total) if timer is not None])

    def started(self, at: float, move_s: float | None) -> SeatClock:
        """The watch of a seat whose turn begins then."""
        move = None if move_s is None else Countdown(move_s, at)
        return SeatClock(move, None if self.total is None else self.total.started(at))

    def stopped(self, now: float, increment_s: float = 0) -> SeatClock:
        """The watch of a seat that is no longer on turn, with so much more time for having moved."""
        return SeatClock(None, None if self.total is None else Countdown(self.total.left(now) + increment_s))

    def credited(self, now: float, credit_s: float) -> SeatClock:
        """The watch, with so many seconds from now on that do not count if it runs."""
        return SeatClock(_credited(self.move, now, credit_s), _credited(self.total, now, credit_s))


def from_now(now: float, limit_s: float | None) -> float | None:
    """When what begins now is up, or None without a limit."""
    return None if limit_s is None else now + limit_s


def left(deadline: float, now: float) -> float:
    """Seconds until the deadline, never below 0."""
    return max(0.0, deadline - now)


def is_up(deadline: float | None, now: float) -> bool:
    """Whether the deadline has come, where there is one."""
    return deadline is not None and deadline <= now


def earliest(*deadlines: float | None) -> float | None:
    """The first of some deadlines, or None without any."""
    return min([deadline for deadline in deadlines if deadline is not None], default=None)


def _credited(timer: Countdown | None, now: float, credit_s: float) -> Countdown | None:
    if timer is None or timer.since is None:
        return timer
    return timer.stopped(now).started(now + credit_s)
