"""How long turns, games and requests may last, in pure values.

"Now" is always passed in, in seconds of the server's own clock.
"""

from __future__ import annotations

from engines.game import Seat


def from_now(now: float, limit_s: float | None) -> float | None:
    """When a turn that begins now is up, or None without a limit."""
    return None if limit_s is None else now + limit_s


def after_move(
    deadline: float | None,
    before: tuple[Seat, ...],
    mover: Seat,
    turn: tuple[Seat, ...],
    now: float,
    limit_s: float | None,
) -> float | None:
    """The deadline after `mover` moved and the turn went from the seats `before` to `turn`.

    Seats that were on turn already keep the time they had: where several move at once, one who is quick does not give
    the slow ones more. Otherwise the time begins anew.
    """
    if mover not in turn and all(seat in before for seat in turn):
        return deadline
    return from_now(now, limit_s)


def left(deadline: float, now: float) -> float:
    """Seconds until the deadline, never below 0."""
    return max(0.0, deadline - now)


def is_up(deadline: float | None, now: float) -> bool:
    """Whether the deadline has come, where there is one."""
    return deadline is not None and deadline <= now


def earliest(*deadlines: float | None) -> float | None:
    """The first of some deadlines, or None without any."""
    return min([deadline for deadline in deadlines if deadline is not None], default=None)
