"""How many moves are made in a minute, out of a counter that is looked at now and then."""

from __future__ import annotations

from dataclasses import dataclass

MINUTE_S = 60.0


@dataclass(frozen=True, slots=True)
class MoveRate:
    """What the counter said at each look, with when that was: of looks over a minute ago only the newest is known."""

    looks: tuple[tuple[float, int], ...] = ()

    @property
    def moves(self) -> int:
        """How many were made in the minute before the newest look, as far as there were looks."""
        return self.looks[-1][1] - self.looks[0][1] if self.looks else 0

    def after(self, now: float, moves: int) -> MoveRate:
        """The pace once the counter says `moves` at `now`, in seconds."""
        looks = (*self.looks, (now, moves))
        old = sum(at <= now - MINUTE_S for at, _ in looks)
        return MoveRate(looks[max(0, old - 1) :])
