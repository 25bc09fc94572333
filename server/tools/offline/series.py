"""Matches of many games between two computer players: both seatings of every deal, in several processes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import chain
from math import ceil
from multiprocessing import get_context
from statistics import fmean
from typing import Any

import msgspec

from engines import catalog
from engines.chance import derive_key
from engines.game import Outcome, Seat
from engines.intervals import wilson
from server.computers.worker import end_with_parent
from server.tools.offline.self_play import GameResult, LocalPlayer, play

PORTIONS = 50
"""Into how many a match is divided at least, so that no process is left to play the last one for long."""
PORTION_MAX = 50
"""Deals that one process plays before it reports, at most."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two players of a game at one table. `options` are plain, so that a pairing can go to another process."""

    game: str
    options: Mapping[str, Any]
    players: tuple[LocalPlayer, LocalPlayer]


@dataclass(frozen=True, slots=True)
class ResultTally:
    """How games ended for one player."""

    won: int = 0
    tied: int = 0
    lost: int = 0
    unfinished: int = 0

    def __add__(self, other: ResultTally) -> ResultTally:
        return ResultTally(
            self.won + other.won,
            self.tied + other.tied,
            self.lost + other.lost,
            self.unfinished + other.unfinished,
        )

    @property
    def games(self) -> int:
        """How many games were played to their end."""
        return self.won + self.tied + self.lost

    @property
    def rate(self) -> float | None:
        """The share that was won, a tie counting half; None before any game."""
        return (self.won + self.tied / 2) / self.games if self.games else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The rate's 95 % interval."""
        return None if self.rate is None else wilson(self.rate, self.games)


@dataclass(frozen=True, slots=True)
class Series:
    """How the pairing's first player fared in the first seat and in the last, and what each decision took of either.

    Attributes:
        seatings: the games with the first player in seat 0, and those with it in seat 1.
        seconds: of the processor's time, for each decision of the first player and of the second.
    """

    seatings: tuple[ResultTally, ResultTally] = (ResultTally(), ResultTally())
    seconds: tuple[tuple[float, ...], tuple[float, ...]] = ((), ())

    @property
    def both(self) -> ResultTally:
        """How it fared over both seatings."""
        return self.seatings[0] + self.seatings[1]


@dataclass(frozen=True, slots=True)
class ThinkingTime:
    """What decisions took: how many they were, and milliseconds of the processor's time."""

    decisions: int
    mean_ms: float
    p95_ms: float
    slowest_ms: float

    @classmethod
    def of(cls, seconds: Iterable[float]) -> ThinkingTime:
        """Sum up what each decision took; no decision took nothing."""
        took_ms = sorted(1000 * each_s for each_s in seconds)
        if not took_ms:
            return cls(0, 0.0, 0.0, 0.0)
        return cls(len(took_ms), fmean(took_ms), percentile_95(took_ms), took_ms[-1])


def percentile_95(values: Sequence[float]) -> float:
    """What nineteen in twenty of some values are at most (the nearest rank)."""
    return sorted(values)[ceil(len(values) * 0.95) - 1]


@contextmanager
def worker_processes(number: int) -> Iterator[Executor]:
    """So many processes to play in. They end with this one however it ends, and in the middle of a game if need be."""
    with ProcessPoolExecutor(number, get_context("spawn"), end_with_parent) as executor:
        try:
            yield executor
        except BaseException:
            # The executor alone would wait for the games that are being played.
            for process in tuple(executor._processes.values()):
                process.kill()
            raise


def play_series(pairing: Pairing, games: int, seed: bytes, executor: Executor) -> Series:
    """Play so many games, an even number: every deal twice, with the seats exchanged.

    Equal arguments give equal results, but for the seconds.
    """
    deals = games // 2
    portion = max(1, min(deals // PORTIONS, PORTION_MAX))
    return _together(executor.map(partial(_deal, pairing, seed), range(deals), chunksize=portion))


def _deal(pairing: Pairing, seed: bytes, number: int) -> Series:
    key = derive_key(seed, f"{pairing.game}|{number}")
    return _together(_game(pairing, seat, key) for seat in (0, 1))


def _game(pairing: Pairing, seat: Seat, key: bytes) -> Series:
    """One game, the first player in that seat."""
    game = catalog.find(pairing.game)
    seated = pairing.players if seat == 0 else pairing.players[::-1]
    course = play(game, msgspec.convert(pairing.options, game.Options), seated, key)
    seatings = (_tally(course, seat), ResultTally()) if seat == 0 else (ResultTally(), _tally(course, seat))
    return Series(seatings, (course.seconds[seat], course.seconds[1 - seat]))


def _tally(course: GameResult, seat: Seat) -> ResultTally:
    match course.outcome:
        case None:
            return ResultTally(unfinished=1)
        case Outcome(winners=winners) if seat not in winners:
            return ResultTally(lost=1)
        case Outcome(winners=winners):
            return ResultTally(won=1) if len(winners) == 1 else ResultTally(tied=1)


def _together(played: Iterable[Series]) -> Series:
    matches = tuple(played)
    first, last = (sum((each.seatings[at] for each in matches), ResultTally()) for at in (0, 1))
    ours, theirs = (tuple(chain.from_iterable(each.seconds[at] for each in matches)) for at in (0, 1))
    return Series((first, last), (ours, theirs))
