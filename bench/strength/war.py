"""War leaves nothing to choose, so its dealing and its rules are checked against the known probabilities."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from statistics import stdev
from typing import get_args

from bench.computers.references import player
from bench.strength.run import SEED, Run, Section
from bench.strength.table import mean, share, table
from engines import catalog
from engines.chance import derive_key
from engines.intervals import wilson
from engines.war.view import Options, Variant
from server.tools.offline.self_play import play

NAME = "war"
GAMES = 20_000
BATCH = 500
"""Games that one process plays before it reports."""
WARS = {"normal": (3, 51), "suits": (12, 51)}
"""How likely the first draw is a war: of 51 cards left, 3 have the first one's rank, and 12 its suit."""


@dataclass(frozen=True, slots=True)
class Played:
    """What became of one game.

    Attributes:
        begins_with_war: whether the first cards were equal.
        scores: of either seat.
    """

    begins_with_war: bool
    scores: tuple[int, ...]


def _lines(run: Run) -> Iterator[str]:
    played = {variant: _games(variant, run) for variant in get_args(Variant)}
    yield from ("", "Of intervals of 95 % one in twenty misses what it must hold, by chance alone.")
    for title, columns, row in TABLES:
        yield from table(title, columns, (row(variant, games) for variant, games in played.items()))


def _first_draw(variant: Variant, played: tuple[Played, ...]) -> tuple[str, ...]:
    wars = sum(game.begins_with_war for game in played)
    known = WARS.get(variant)
    must = "" if known is None else f"{known[0]}/{known[1]} = {_judge(known[0] / known[1], wars, len(played))}"
    return variant, f"{len(played):,}", share(wars, len(played)), must


def _winners(variant: Variant, played: tuple[Played, ...]) -> tuple[str, ...]:
    first, second = (sum(game.scores[seat] > game.scores[1 - seat] for game in played) for seat in (0, 1))
    tied = len(played) - first - second
    decided = first + second
    shares = (share(count, len(played)) for count in (first, second, tied))
    return variant, *shares, share(first, decided), _judge(0.5, first, decided)


def _scores(variant: Variant, played: tuple[Played, ...]) -> tuple[str, ...]:
    first, second = ([game.scores[seat] for game in played] for seat in (0, 1))
    every = [*first, *second]
    return variant, mean(first), mean(second), f"{stdev(every):.2f}", str(min(every)), str(max(every))


def _judge(must: float, part: int, whole: int) -> str:
    """What a share must be, and whether the interval of what was seen holds it."""
    low, high = wilson(part / whole, whole)
    return f"{must:.1%}: {'within the interval' if low <= must <= high else '**outside the interval**'}"


def _games(variant: Variant, run: Run) -> tuple[Played, ...]:
    return tuple(run.executor.map(partial(_game, variant), range(run.games(GAMES)), chunksize=BATCH))


def _game(variant: Variant, number: int) -> Played:
    flipper, key = player(NAME, "flipper"), derive_key(SEED, f"{variant}|{number}")
    state = play(catalog.find(NAME), Options(variant), [flipper, flipper], key).state
    first, second = state.rounds[0].draws[0].values
    return Played(first == second, state.scores)


TABLES: tuple[tuple[str, tuple[str, ...], Callable[[Variant, tuple[Played, ...]], tuple[str, ...]]], ...] = (
    ("The first draw", ("variant", "games", "first draw is a war", "must be"), _first_draw),
    (
        "Who wins",
        ("variant", "first seat wins", "second seat wins", "tied", "of the won, the first seat's", "must be"),
        _winners,
    ),
    (
        "Scores",
        ("variant", "first seat's score", "second seat's", "standard deviation", "lowest", "highest"),
        _scores,
    ),
)
"""Titles, columns, and what makes a row of one variant's games."""

SECTION = Section("War", _lines)
