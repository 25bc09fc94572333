"""Computer players that play alone, without a server: the scores they reach on many boards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import reduce
from time import perf_counter
from typing import Any

import msgspec

from engines import catalog
from engines.chance import Chance, derive_key

BATCH = 10
"""Games that one process plays before it reports."""


@dataclass(frozen=True, slots=True)
class Solo:
    """A level of a game at a table of its own. `options` are plain, so that it can go to another process."""

    game: str
    options: Mapping[str, Any]
    level: str


@dataclass(frozen=True, slots=True)
class Reached:
    """The scores of games played alone, in order, and the seconds that each decision took."""

    scores: tuple[int, ...] = ()
    seconds: tuple[float, ...] = ()

    def __add__(self, other: Reached) -> Reached:
        return Reached(self.scores + other.scores, self.seconds + other.seconds)


def alone(solo: Solo, games: int, seed: bytes, executor: Executor) -> Reached:
    """Play so many games. All levels are dealt the same ones. Equal arguments give equal scores."""
    batches = [range(start, min(start + BATCH, games)) for start in range(0, games, BATCH)]
    played = executor.map(_batch, [solo] * len(batches), batches, [seed] * len(batches))
    return reduce(Reached.__add__, played, Reached())


def _batch(solo: Solo, deals: range, seed: bytes) -> Reached:
    return reduce(Reached.__add__, _played(solo, deals, seed), Reached())


def _played(solo: Solo, deals: range, seed: bytes) -> Iterator[Reached]:
    for deal in deals:
        yield _game(solo, derive_key(seed, f"{solo.game}|alone|{deal}"))


def _game(solo: Solo, key: bytes) -> Reached:
    game = catalog.find(solo.game)
    state = game.setup(msgspec.convert(solo.options, game.Options), 1, Chance(key))
    seconds: list[float] = []
    while turn := game.turn(state):
        number = len(seconds) + 1
        view = game.view(state, turn[0])
        began = perf_counter()
        move = game.bots[solo.level](view, Chance(derive_key(key, "computer"), number))
        seconds.append(perf_counter() - began)
        state = game.apply(state, turn[0], move, Chance(key, number))
    outcome = game.outcome(state)
    assert outcome is not None, "nobody is on turn, so the game is over"
    return Reached(outcome.scores, tuple(seconds))
