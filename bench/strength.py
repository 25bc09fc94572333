"""`python -m bench.strength`: how strong the computer players are, as docs/strength.md prints it."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor, ProcessPoolExecutor
from itertools import chain, combinations
from math import sqrt
from multiprocessing import get_context
from statistics import fmean, median, stdev
from typing import Any

from bench.alone import Solo, alone
from bench.arena import Match, Pairing, match
from engines import catalog
from engines.intervals import Z_95, wilson
from server.computers import end_with_parent

Pair = tuple[str, str]
"""Two levels, the weaker first."""

SEED = b"parlour strength tables, number 1"
GAMES = 200
BOARDS = 200
TABLES: Mapping[str, Mapping[str, Mapping[str, Any]]] = {
    # Two players who deny each other a brick for ever would never be done.
    "tower_blaster": {"no more than 1,000 turns": {"turn_limit": 1000}},
    "blocky": {
        f"{goal}, depth {depth}, 20 moves": {"goal": goal, "depth": depth, "ties": "shared"}
        for depth in (4, 5)
        for goal in ("blob", "perimeter")
    },
}
MEASURE: Mapping[str, str] = {"blocky": "smart-100"}
"""The level that all others play, where every pair of levels would take too long."""
ALONE: Mapping[str, Mapping[str, Mapping[str, Any]]] = {
    "blocky": {f"{goal}, depth 5, 20 moves": {"goal": goal, "depth": 5} for goal in ("blob", "perimeter")},
}
"""Tables for one."""
INTRODUCTION = """# How strong the computer players are

`make strength` plays these matches and writes this page. Pairs of levels play {games} games: {deals} deals, each once
with either side first. A tie counts half; in brackets stands the 95 % interval (Wilson). Every level plays every other,
but in Blocky, where thinking takes long: there all play `smart-100`, half as many games. Who can play alone also does
so on {boards} deals, the same for all levels. The seed is fixed, so the same program prints the same tables, but for
the times."""


def main() -> int:
    """Print the tables of the games asked for, or of all."""
    parser = argparse.ArgumentParser(prog="python -m bench.strength", description=__doc__)
    parser.add_argument("game", nargs="*", help=f"of {', '.join(TABLES)}")
    parser.add_argument("--games", type=int, default=GAMES, help="of each pair, an even number (default: %(default)s)")
    parser.add_argument(
        "--boards", type=int, default=BOARDS, help="for each level alone, two or more (default: %(default)s)"
    )
    chosen = parser.parse_args()
    names = chosen.game or [name for name in TABLES if name in catalog.games()]
    print(INTRODUCTION.format(games=chosen.games, deals=chosen.games // 2, boards=chosen.boards))
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn"), end_with_parent) as executor:
        for name in names:
            games = chosen.games // 2 if name in MEASURE else chosen.games
            for line in chain(_tables(name, games, executor), _tables_alone(name, chosen.boards, executor)):
                print(line, flush=True)
    return 0


def _tables(name: str, games: int, executor: Executor) -> Iterator[str]:
    """A game's tables, and where there are several what they come to together."""
    pairs = _pairs(name)
    together = dict.fromkeys(pairs, Match())
    for title, options in TABLES[name].items():
        played = {pair: match(Pairing(name, options, pair), games, SEED, executor) for pair in pairs}
        together = {pair: together[pair] + played[pair] for pair in pairs}
        yield from _table(f"{catalog.find(name).title}: {title}", played)
    if len(TABLES[name]) > 1:
        yield from _table(f"{catalog.find(name).title}: all of these together", together)


def _pairs(name: str) -> tuple[Pair, ...]:
    every = combinations(catalog.find(name).bots, 2)
    return tuple(pair for pair in every if name not in MEASURE or MEASURE[name] in pair)


def _tables_alone(name: str, boards: int, executor: Executor) -> Iterator[str]:
    """What a game's levels reach alone, the weakest first."""
    for title, options in ALONE.get(name, {}).items():
        yield from ("", f"## {catalog.find(name).title}, alone: {title}", "")
        yield from ("| level | mean score | a decision, median | the slowest |", "|---|---|---|---|")
        for level in catalog.find(name).bots:
            reached = alone(Solo(name, options, level), boards, SEED, executor)
            mean, half = fmean(reached.scores), Z_95 * stdev(reached.scores) / sqrt(boards)
            sure = f"{mean:.1f} ({mean - half:.1f} to {mean + half:.1f})"
            usual_ms, slowest_ms = 1000 * median(reached.seconds), 1000 * max(reached.seconds)
            yield f"| {level} | {sure} | {usual_ms:.3g} ms | {slowest_ms:.3g} ms |"


def _table(title: str, matches: Mapping[Pair, Match]) -> Iterator[str]:
    """The matches, the stronger level of each pair first, and how long each level thinks."""
    yield from ("", f"## {title}", "", "| stronger | weaker | won | tied | lost | rate |", "|---|---|---|---|---|---|")
    for (weaker, stronger), played in matches.items():
        tally = played.tally
        rate = (tally.lost + tally.tied / 2) / tally.games
        low, high = wilson(rate, tally.games)
        yield (
            f"| {stronger} | {weaker} | {tally.lost} | {tally.tied} | {tally.won} "
            f"| {rate:.1%} ({low:.1%} to {high:.1%}) |"
        )
    yield from ("", "| level | a decision, mean |", "|---|---|")
    yield from (f"| {level} | {mean_ms:.3g} ms |" for level, mean_ms in _mean_ms(matches).items())


def _mean_ms(matches: Mapping[Pair, Match]) -> dict[str, float]:
    """How long each level thought about a move in all of its matches, in milliseconds."""
    seconds: dict[str, float] = {}
    moves: dict[str, int] = {}
    for pair, played in matches.items():
        for side, level in enumerate(pair):
            seconds[level] = seconds.get(level, 0.0) + played.seconds[side]
            moves[level] = moves.get(level, 0) + played.moves[side]
    return {level: 1000 * seconds[level] / moves[level] for level in seconds}


if __name__ == "__main__":
    sys.exit(main())
