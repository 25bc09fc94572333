"""`python -m bench.computers.turns`: fit the formula by which Tower Blaster's best computer player
estimates how long a tower takes.

In each round games are played alone by the last round's formula, and the next one is fitted by least squares to the
turns that were left before each turn of them. The seeds are fixed, so the same program prints the same numbers;
it takes a minute and a half of one core.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain
from multiprocessing import get_context

from bench.computers.towers import build_alone, is_finished
from engines.chance import Chance, derive_key
from engines.tower_blaster.bots.estimate import TowerEstimate, coming
from engines.tower_blaster.bots.expectimax import draw_outlook
from engines.tower_blaster.bots.turns_left import Formula
from engines.tower_blaster.view import Move, Place, Reject, Take, View

SEED = b"parlour turns of towers, number 1"
ROUNDS = 2
GAMES = 2000
START: Formula = (0.67, 0.3, 0.0, 0.0, 0.0, 0.0)
"""Two bricks in three come in a turn, and every slot takes a little longer."""

Sample = tuple[tuple[float, ...], int]
"""The terms of the formula, and the turns that were left."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.computers.turns", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help="a round (default: %(default)s)")
    parser.add_argument("--processes", type=int, default=1, help="(default: %(default)s)")
    chosen = parser.parse_args()
    formula = START
    with get_context("spawn").Pool(chosen.processes) as pool:
        for round_ in range(ROUNDS):
            numbers = range(round_ * chosen.games, (round_ + 1) * chosen.games)
            played = pool.imap(partial(_samples, formula), numbers, chunksize=10)
            formula = tuple(round(weight, 3) for weight in fit_weights(chain.from_iterable(played)))
            print(formula, flush=True)
    return 0


def fit_weights(samples: Iterable[Sample]) -> Formula:
    """The weights for which the weighted terms miss the samples by the least sum of squares."""
    width = len(START)
    rows = [[0.0] * (width + 1) for _ in range(width)]
    for terms, turns in samples:
        for row, term in zip(rows, terms, strict=True):
            for column, other in enumerate((*terms, turns)):
                row[column] += term * other
    return _solve_equations(rows)


def _solve_equations(rows: list[list[float]]) -> tuple[float, ...]:
    """The solution of linear equations, by elimination (Gauss and Jordan); the last column is the right side."""
    for pivot, row in enumerate(rows):
        row[:] = [cell / row[pivot] for cell in row]
        for other in rows:
            if other is not row:
                factor = other[pivot]
                other[:] = [cell - factor * above for cell, above in zip(other, row, strict=True)]
    return tuple(row[-1] for row in rows)


def _samples(formula: Formula, number: int) -> list[Sample]:
    """One game's samples; none where the game is broken off."""
    *seen, end = build_alone(partial(_play, formula), derive_key(SEED, str(number)))
    return list(_turns_left(formula, seen)) if is_finished(end) else []


def _turns_left(formula: Formula, seen: list[View]) -> Iterator[Sample]:
    for done, view in enumerate(seen):
        yield _prospect(view, formula).terms(), len(seen) - done


def _play(formula: Formula, view: View, chance: Chance) -> Move:  # noqa: ARG001 - every computer player is given both
    """Play by the formula alone, without looking a turn ahead, which takes ten times as long."""
    prospect = _prospect(view, formula)
    if view.hand is None:
        assert view.top is not None
        taken = prospect.uses(view.top)[0].wait
        return Take("discard" if taken == 0 or taken <= draw_outlook(prospect) else "pile")
    use = prospect.uses(view.hand)[0]
    return Reject() if view.source == "pile" and use.wait >= prospect.turns() else Place(use.slot)


def _prospect(view: View, formula: Formula) -> TowerEstimate:
    return TowerEstimate(view.own_tower, tuple(brick for brick in coming(view) if brick != view.top), formula)


if __name__ == "__main__":
    sys.exit(main())
