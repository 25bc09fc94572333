"""`python -m bench.computers.deals`: how many deals of Streets and Alleys the solver wins, how soon,
and in how many moves.

Seconds are the processor's own (`time.process_time`), so that what a machine does besides does not count. Every line is
tried by the rules, move by move. With `--hints N`, how long hints take is measured instead.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from math import ceil
from statistics import median
from time import process_time

from bench.computers.known_wins import is_win
from engines.chance import Chance
from engines.game import Hint
from engines.intervals import wilson
from engines.streets_and_alleys import rules
from engines.streets_and_alleys.layout import deal
from engines.streets_and_alleys.moves import Again, Redo, Undo
from engines.streets_and_alleys.solver.hints import hint
from engines.streets_and_alleys.solver.solver import BUDGET, solve
from engines.streets_and_alleys.view import Options, View, legal
from server.tools.offline.series import worker_processes

DEALS = 200
PROCESSES = 2
SOON_S, LATE_S = 1.0, 10.0
WALK = 60
"""How many moves chance makes before a hint is asked for, at most."""
SEED = b"parlour hints, number 1"


@dataclass(frozen=True, slots=True)
class Solved:
    """What became of a deal: "won", "lost" or "unknown", in how many moves, positions and seconds."""

    deal: int
    verdict: str
    moves: int
    positions: int
    seconds: float


def main() -> int:
    """Print the table asked for, or one JSON object for each deal."""
    chosen = _parser().parse_args()
    with worker_processes(chosen.processes) as executor:
        if chosen.hints:
            rows = hint_rows(tuple(executor.map(ask_hint, range(1, chosen.hints + 1))))
        else:
            deals = executor.map(solve_deal, range(1, chosen.deals + 1), [chosen.positions] * chosen.deals)
            rows = (json.dumps(asdict(each)) for each in deals) if chosen.json else table(tuple(deals))
        for row in rows:
            print(row, flush=True)
    return 0


def solve_deal(number: int, positions: int) -> Solved:
    """Solve one deal. Raises AssertionError where its line does not win."""
    layout, began = deal(number), process_time()
    verdict = solve(layout, positions)
    seconds = process_time() - began
    assert is_win(layout, verdict.line) == (verdict.found == "won")
    return Solved(number, verdict.found, len(verdict.line), verdict.positions, seconds)


def table(deals: Sequence[Solved]) -> Iterator[str]:
    """How many were won and lost, with 95 % intervals, and what it took."""
    won = [each for each in deals if each.verdict == "won"]
    yield from ("| deals | of all | 95 % interval |", "|---|---|---|")
    yield _share(f"won within {SOON_S:g} s", sum(each.seconds <= SOON_S for each in won), len(deals))
    yield _share(f"won within {LATE_S:g} s", sum(each.seconds <= LATE_S for each in won), len(deals))
    for verdict in ("lost", "unknown"):
        yield _share(verdict, sum(each.verdict == verdict for each in deals), len(deals))
    yield from ("", "| | median | 95 % are below | most |", "|---|---|---|---|")
    yield _spread("moves of those won", [each.moves for each in won], "{:.0f}")
    yield _spread("seconds", [each.seconds for each in deals], "{:.2f}")
    yield _spread("seconds of those won", [each.seconds for each in won], "{:.2f}")
    yield _spread("positions", [each.positions for each in deals], "{:,.0f}")


def ask_hint(number: int) -> tuple[float, bool]:
    """Ask for a hint in the middle of a deal; how many seconds it took, and whether a win was known."""
    view, began = somewhere(number), process_time()
    given = hint(view, Chance(bytes(32)))
    return process_time() - began, _knows_a_win(given)


def somewhere(number: int) -> View:
    """A position in the middle of a deal: after random moves, or after moves of the solver and then random ones."""
    chance = Chance.from_seed(SEED, "walk", number)
    state = rules.setup(Options(deal=number), 1, chance)
    line = solve(deal(number), BUDGET // 20).line if number % 2 else ()
    for move in islice(line, chance.below(len(line) or 1)):
        state = rules.apply(state, 0, move, chance)
    for _ in range(chance.below(WALK) // (3 if line else 1)):
        moves = [move for move in legal(rules.view(state, 0)) if not isinstance(move, Undo | Redo | Again)]
        if moves and rules.turn(state):
            state = rules.apply(state, 0, chance.choice(moves), chance)
    return rules.view(state, 0)


def hint_rows(hints: Sequence[tuple[float, bool]]) -> Iterator[str]:
    """How long hints took."""
    yield from ("| | median | 95 % are below | most |", "|---|---|---|---|")
    yield _spread(f"seconds of {len(hints)} hints", [seconds for seconds, _ in hints], "{:.2f}")
    yield ""
    yield _share("hints that know a win", sum(knows for _, knows in hints), len(hints))


def _knows_a_win(given: Hint) -> bool:
    return "can be won" in given.reason or given.reason.endswith("that wins.")


def _share(title: str, count: int, of: int) -> str:
    low, high = wilson(count / of, of)
    return f"| {title} | {count} of {of}: {count / of:.1%} | {low:.1%} to {high:.1%} |"


def _spread(title: str, numbers: Sequence[float], written: str) -> str:
    ordered = sorted(numbers) or [0]
    figures = (median(ordered), ordered[ceil(len(ordered) * 0.95) - 1], ordered[-1])
    return f"| {title} | {' | '.join(map(written.format, figures))} |"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench.computers.deals", description=__doc__)
    parser.add_argument("--deals", type=int, default=DEALS, help="the highest number (default: %(default)s)")
    parser.add_argument("--positions", type=int, default=BUDGET, help="for each deal (default: %(default)s)")
    parser.add_argument("--processes", type=int, choices=(1, 2), default=PROCESSES, help="(default: %(default)s)")
    parser.add_argument("--hints", type=int, metavar="N", help="measure N hints instead")
    parser.add_argument("--json", action="store_true", help="one JSON object for each deal")
    return parser


if __name__ == "__main__":
    sys.exit(main())
