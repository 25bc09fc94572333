"""`python -m bench.computers.known_wins`: prove which deals of Streets and Alleys can be won, and write
the engine's list of them.

The same solver writes the same list on every machine, as it counts positions and not seconds.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from engines.streets_and_alleys.layout import Layout, deal, is_won
from engines.streets_and_alleys.moves import apply_move, refusal
from engines.streets_and_alleys.solver.known_wins import DATA, read, text
from engines.streets_and_alleys.solver.shorten import Line
from engines.streets_and_alleys.solver.solver import solve
from server.tools.offline.series import worker_processes

DEALS = 1000
POSITIONS = 250_000
"""How many positions a deal gets: what needs more is left out, though it may well be winnable."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.computers.known_wins", description=__doc__)
    parser.add_argument("--deals", type=int, default=DEALS, help="the highest deal (default: %(default)s)")
    parser.add_argument("--positions", type=int, default=POSITIONS, help="for each deal (default: %(default)s)")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="(default: one for each core)")
    parser.add_argument("--to", type=Path, default=DATA, help="the file to write (default: the engine's own)")
    chosen = parser.parse_args()
    rows = _rows(chosen.deals, chosen.positions, chosen.processes)
    chosen.to.write_text("".join(f"{number} {proof}\n" for number, proof in rows), encoding="ascii")
    return 0


def prove_deal(number: int, positions: int) -> str | None:
    """The text of a line that wins a deal, tried by the rules move by move; None where the solver finds none."""
    layout = deal(number)
    written = text(layout, solve(layout, positions).line)
    return written if is_win(layout, read(layout, written)) else None


def is_win(layout: Layout, line: Line) -> bool:
    """Whether a line wins. Raises AssertionError where the rules refuse a move of it."""
    for move in line:
        assert refusal(layout, move) is None
        layout = apply_move(layout, move)
    return is_won(layout)


def _rows(deals: int, positions: int, cores: int) -> Iterator[tuple[int, str]]:
    numbers = range(1, deals + 1)
    with worker_processes(cores) as executor:
        found = executor.map(prove_deal, numbers, [positions] * deals, chunksize=10)
        yield from ((number, proof) for number, proof in zip(numbers, found, strict=True) if proof)


if __name__ == "__main__":
    sys.exit(main())
