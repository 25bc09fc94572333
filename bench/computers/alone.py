"""Computer players that play alone, without a server: the scores they reach on many boards."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any

import msgspec

from engines import catalog
from engines.chance import derive_key
from server.tools.offline.self_play import LocalPlayer, play

BATCH = 4
"""Games that one process plays before it reports."""


@dataclass(frozen=True, slots=True)
class Solo:
    """A player at a table of its own. `options` are plain, so that it can go to another process."""

    game: str
    options: Mapping[str, Any]
    player: LocalPlayer


@dataclass(frozen=True, slots=True)
class Reached:
    """The scores of games played alone, in order, and the seconds of processor time that each decision took."""

    scores: tuple[int, ...]
    seconds: tuple[float, ...]


def play_alone(solo: Solo, games: int, seed: bytes, executor: Executor) -> Reached:
    """Play so many games, which are the same for every player. Equal arguments give equal scores."""
    played = tuple(executor.map(partial(_game, solo, seed), range(games), chunksize=BATCH))
    scores, seconds = (course.scores for course in played), (course.seconds for course in played)
    return Reached(tuple(chain.from_iterable(scores)), tuple(chain.from_iterable(seconds)))


def _game(solo: Solo, seed: bytes, number: int) -> Reached:
    game, key = catalog.find(solo.game), derive_key(seed, f"{solo.game}|alone|{number}")
    course = play(game, msgspec.convert(solo.options, game.rules.Options), [solo.player], key)
    assert course.outcome is not None, "a game alone has so many moves and is over"
    return Reached(course.outcome.scores, course.seconds[0])
