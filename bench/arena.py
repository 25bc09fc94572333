"""Computer players against each other, without a server: matches of many games, both seatings of every deal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import reduce
from time import perf_counter
from typing import Any

import msgspec

from client.tally import Tally, result_of
from engines import catalog
from engines.chance import Chance, derive_key
from protocol.messages import Ending

BATCH = 10
"""Deals that one process plays before it reports."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two levels of a game at one table. `options` are plain, so that a pairing can go to another process."""

    game: str
    options: Mapping[str, Any]
    levels: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Match:
    """How the pairing's first level fared, and for each level the seconds it thought and the moves it made."""

    tally: Tally = field(default_factory=Tally)
    seconds: tuple[float, float] = (0.0, 0.0)
    moves: tuple[int, int] = (0, 0)

    def __add__(self, other: Match) -> Match:
        first, second = self.tally, other.tally
        return Match(
            Tally(first.won + second.won, first.tied + second.tied, first.lost + second.lost),
            (self.seconds[0] + other.seconds[0], self.seconds[1] + other.seconds[1]),
            (self.moves[0] + other.moves[0], self.moves[1] + other.moves[1]),
        )


def match(pairing: Pairing, games: int, seed: bytes, executor: Executor) -> Match:
    """Play so many games, an even number: every deal twice, with the seats exchanged.

    Equal arguments give equal results, but for the seconds.
    """
    deals = range(games // 2)
    batches = [range(start, min(start + BATCH, deals.stop)) for start in deals[::BATCH]]
    played = executor.map(_batch, [pairing] * len(batches), batches, [seed] * len(batches))
    return reduce(Match.__add__, played, Match())


def _batch(pairing: Pairing, deals: range, seed: bytes) -> Match:
    return reduce(Match.__add__, _matches(pairing, deals, seed), Match())


def _matches(pairing: Pairing, deals: range, seed: bytes) -> Iterator[Match]:
    for deal in deals:
        for first_sits in (0, 1):
            yield _game(pairing, first_sits, derive_key(seed, f"{pairing.game}|{deal}"))


def _game(pairing: Pairing, first_sits: int, key: bytes) -> Match:
    """One game; the first level sits at `first_sits`, the second at the other seat."""
    game = catalog.find(pairing.game)
    state = game.setup(msgspec.convert(pairing.options, game.Options), 2, Chance(key))
    seconds, moves = [0.0, 0.0], [0, 0]
    while turn := game.turn(state):
        seat = turn[0]
        side = 0 if seat == first_sits else 1
        view, number = game.view(state, seat), sum(moves) + 1
        began = perf_counter()
        move = game.bots[pairing.levels[side]](view, Chance(derive_key(key, f"seat {seat}"), number))
        seconds[side] += perf_counter() - began
        moves[side] += 1
        state = game.apply(state, seat, move, Chance(key, number))
    outcome = game.outcome(state)
    assert outcome is not None, "nobody is on turn, so the game is over"
    ending = Ending(scores=outcome.scores, winners=outcome.winners, reason=outcome.reason)
    return Match(Tally().after(result_of(ending, first_sits)), (seconds[0], seconds[1]), (moves[0], moves[1]))
