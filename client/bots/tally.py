"""Counts a series: games won, tied and lost, or scores reached alone, with 95 % intervals."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from math import sqrt
from typing import Any, Literal

from engines.game import Seat
from engines.intervals import Z_95, wilson
from protocol.messages import Ending

Result = Literal["won", "tied", "lost"]


@dataclass(frozen=True, slots=True)
class Tally:
    """How many games were won, tied and lost."""

    won: int = 0
    tied: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.won + self.tied + self.lost

    def with_game(self, result: Result) -> Tally:
        """The tally with one more game."""
        match result:
            case "won":
                return replace(self, won=self.won + 1)
            case "tied":
                return replace(self, tied=self.tied + 1)
            case "lost":
                return replace(self, lost=self.lost + 1)

    @property
    def rate(self) -> float:
        """The share won of at least one game; a tie counts half."""
        return (self.won + self.tied / 2) / self.games

    def facts(self) -> dict[str, Any]:
        """The tally of at least one game as a value for JSON, with the rate's 95 % interval."""
        interval = wilson(self.rate, self.games)
        return {"games": self.games, **asdict(self), "rate": self.rate, "interval": interval}

    def __str__(self) -> str:
        rate, (low, high) = self.rate, wilson(self.rate, self.games)
        return (
            f"Won {self.won}, tied {self.tied}, lost {self.lost} of {self.games}: "
            f"{rate:.1%} (95 % interval {low:.1%} to {high:.1%}, a tie counting half)."
        )


@dataclass(frozen=True, slots=True)
class Scores:
    """The scores of games played alone: how many, their sum, the sum of their squares, and the best."""

    games: int = 0
    total: int = 0
    squares: int = 0
    best: int = 0

    def with_game(self, score: int) -> Scores:
        """The scores with one more game."""
        best = max(self.best, score) if self.games else score
        return Scores(self.games + 1, self.total + score, self.squares + score**2, best)

    @property
    def mean(self) -> float:
        """The mean of at least one score."""
        return self.total / self.games

    @property
    def interval(self) -> tuple[float, float] | None:
        """The mean's 95 % interval by the normal distribution; None for one game."""
        if self.games == 1:
            return None
        deviation = sqrt(max(0.0, self.squares - self.games * self.mean**2) / (self.games - 1))
        half = Z_95 * deviation / sqrt(self.games)
        return self.mean - half, self.mean + half

    def facts(self) -> dict[str, Any]:
        """At least one score as a value for JSON."""
        return {"mean": self.mean, "best": self.best, "interval": self.interval}

    def __str__(self) -> str:
        if self.interval is None:
            return f"Mean score {self.mean:.1f} over 1 game."
        low, high = self.interval
        sure = f"best {self.best} (95 % interval {low:.1f} to {high:.1f})"
        return f"Mean score {self.mean:.1f} over {self.games} games, {sure}."


def result_for(ending: Ending, seat: Seat) -> Result:
    """What an ending means for a seat."""
    if seat not in ending.winners:
        return "lost"
    return "won" if len(ending.winners) == 1 else "tied"
