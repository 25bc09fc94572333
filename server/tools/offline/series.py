"""Plays many games between two computer players: both seatings of every deal, in several processes."""

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

MIN_CHUNKS = 50
"""How many parts a series is divided into at least, so that no process is left playing alone for long."""
MAX_CHUNK_DEALS = 50
"""How many deals one process plays at most before it reports."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two players of a game. `options` are plain values, so that a pairing can be sent to another process."""

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
        return self.won + self.tied + self.lost

    @property
    def rate(self) -> float | None:
        """The share of games won, a tie counting half; None before any game."""
        return (self.won + self.tied / 2) / self.games if self.games else None

    @property
    def interval(self) -> tuple[float, float] | None:
        return None if self.rate is None else wilson(self.rate, self.games)


@dataclass(frozen=True, slots=True)
class Series:
    """The results of a pairing's first player, and the thinking times of both.

    Attributes:
        seatings: its results in seat 0, and in seat 1.
        seconds: the processor time of each decision of the first player, and of the second.
    """

    seatings: tuple[ResultTally, ResultTally] = (ResultTally(), ResultTally())
    seconds: tuple[tuple[float, ...], tuple[float, ...]] = ((), ())

    @property
    def both(self) -> ResultTally:
        return self.seatings[0] + self.seatings[1]


@dataclass(frozen=True, slots=True)
class ThinkingTime:
    """The processor time of a number of decisions, in milliseconds."""

    decisions: int
    mean_ms: float
    p95_ms: float
    slowest_ms: float

    @classmethod
    def of(cls, seconds: Iterable[float]) -> ThinkingTime:
        """Sum up the seconds of each decision; all zero where there is none."""
        sorted_ms = sorted(1000 * each_s for each_s in seconds)
        if not sorted_ms:
            return cls(0, 0.0, 0.0, 0.0)
        return cls(len(sorted_ms), fmean(sorted_ms), percentile_95(sorted_ms), sorted_ms[-1])


def percentile_95(values: Sequence[float]) -> float:
    """The 95th percentile of some values, by the nearest rank."""
    return sorted(values)[ceil(len(values) * 0.95) - 1]


@contextmanager
def worker_processes(number: int) -> Iterator[Executor]:
    """Start processes to play in. They end with this one however it ends, even in the middle of a game."""
    with ProcessPoolExecutor(number, get_context("spawn"), end_with_parent) as executor:
        try:
            yield executor
        except BaseException:
            # The executor alone would wait for the games that are being played.
            for process in tuple(executor._processes.values()):
                process.kill()
            raise


def play_series(pairing: Pairing, games: int, seed: bytes, executor: Executor) -> Series:
    """Play an even number of games: every deal twice, with the seats exchanged.

    Equal arguments give equal results, but for the seconds.
    """
    deals = games // 2
    chunk = max(1, min(deals // MIN_CHUNKS, MAX_CHUNK_DEALS))
    return _sum(executor.map(partial(_play_deal, pairing, seed), range(deals), chunksize=chunk))


def _play_deal(pairing: Pairing, seed: bytes, number: int) -> Series:
    key = derive_key(seed, f"{pairing.game}|{number}")
    return _sum(_play_game(pairing, seat, key) for seat in (0, 1))


def _play_game(pairing: Pairing, seat: Seat, key: bytes) -> Series:
    game = catalog.find(pairing.game)
    seated = pairing.players if seat == 0 else pairing.players[::-1]
    result = play(game, msgspec.convert(pairing.options, game.rules.Options), seated, key)
    seatings = (_tally(result, seat), ResultTally()) if seat == 0 else (ResultTally(), _tally(result, seat))
    return Series(seatings, (result.seconds[seat], result.seconds[1 - seat]))


def _tally(result: GameResult, seat: Seat) -> ResultTally:
    match result.outcome:
        case None:
            return ResultTally(unfinished=1)
        case Outcome(winners=winners) if seat not in winners:
            return ResultTally(lost=1)
        case Outcome(winners=winners):
            return ResultTally(won=1) if len(winners) == 1 else ResultTally(tied=1)


def _sum(played: Iterable[Series]) -> Series:
    parts = tuple(played)
    first, last = (sum((each.seatings[at] for each in parts), ResultTally()) for at in (0, 1))
    ours, theirs = (tuple(chain.from_iterable(each.seconds[at] for each in parts)) for at in (0, 1))
    return Series((first, last), (ours, theirs))
