"""The settings of a run of the strength tables, and the aims that figures are judged by."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from math import inf

SEED = b"parlour strength tables, number 2"


@dataclass(frozen=True, slots=True)
class Run:
    """Processes to play in, and the share of the games that are played: all of them, but for a first look."""

    executor: Executor
    share: float = 1.0

    def games(self, number: int) -> int:
        """How many games to play of a number that is even; they stay even, and are two or more."""
        return max(2, 2 * round(self.share * number / 2))


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the page: its title, and what makes its lines."""

    title: str
    make: Callable[[Run], Iterator[str]]


@dataclass(frozen=True, slots=True)
class Aim:
    """What a figure should be at least, or at most, or both."""

    least: float = -inf
    most: float = inf
    form: str = "{:g}"

    def judge(self, figure: float) -> str:
        """The aim in words, and whether the figure meets it."""
        return f"{self.words}: {self.verdict(figure)}"

    def verdict(self, figure: float) -> str:
        return "met" if self.least <= figure <= self.most else "**missed**"

    @property
    def words(self) -> str:
        least, most = self.form.format(self.least), self.form.format(self.most)
        if self.most == inf:
            return f"{least} or more"
        return f"{most} or less" if self.least == -inf else f"{least} to {most}"
