"""The tables of computer players that play each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from bench.computers.references import player
from bench.strength.run import SEED, Aim, Run
from bench.strength.table import decision, decision_columns, table, won
from engines import catalog
from server.tools.offline.series import Pairing, Series, ThinkingTime, play_series

COLUMNS = ("player", "against", "games", "won", "in the first seat", "in the last", "unfinished", "aim")


@dataclass(frozen=True, slots=True)
class Contest:
    """Two players, levels or references, and how often the first should win."""

    first: str
    second: str
    games: int
    aim: Aim | None = None


def ladder(game: str, games: Mapping[str, int], usual: int, aim: Aim | None = None) -> tuple[Contest, ...]:
    """Each level of a game against the one below, with a number of games for those that are slow."""
    pairs = pairwise(catalog.find(game).bots.names)
    return tuple(Contest(above, below, games.get(above, usual), aim) for below, above in pairs)


def contests(
    title: str, game: str, options: Mapping[str, Any], each: Iterable[Contest], limit_ms: Aim, run: Run
) -> Iterator[str]:
    rows = (_row(contest, _play_contest(game, options, contest, run), limit_ms) for contest in each)
    return table(title, (*COLUMNS, *decision_columns(limit_ms)), rows)


def _play_contest(game: str, options: Mapping[str, Any], contest: Contest, run: Run) -> Series:
    players = player(game, contest.first), player(game, contest.second)
    return play_series(Pairing(game, options, players), run.games(contest.games), SEED, run.executor)


def _row(contest: Contest, played: Series, limit_ms: Aim) -> tuple[str, ...]:
    both = played.both
    return (
        *(contest.first, contest.second, f"{both.games + both.unfinished:,}"),
        *(won(both), *map(won, played.seatings), str(both.unfinished)),
        "" if contest.aim is None or both.rate is None else contest.aim.judge(both.rate),
        *decision(ThinkingTime.of(played.seconds[0]), limit_ms),
    )
