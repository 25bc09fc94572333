"""`python -m bench.computers.known_wins`: find deals of Streets and Alleys that can be won, and write
the engine's list of them.

The same solver writes the same list on every machine, as it counts positions and not seconds. It takes about a
quarter of an hour of a core's time.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from engines.streets_and_alleys.layout import Layout, deal, is_won
from engines.streets_and_alleys.moves import apply_move, refusal
from engines.streets_and_alleys.solver.known_wins import DATA, pack, to_bytes, unpack
from engines.streets_and_alleys.solver.shorten import Line
from engines.streets_and_alleys.solver.solver import SEARCHES, solve
from server.tools.offline.series import worker_processes

DEALS = 52_000
HARD_DEALS = 1000
"""So many of the first deals are searched for long, so that hard ones are listed too."""
POSITIONS = 250_000
"""How many positions each of those gets: what needs more is left out, though it may well be winnable."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.computers.known_wins", description=__doc__)
    parser.add_argument("--deals", type=int, default=DEALS, help="the highest deal (default: %(default)s)")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="(default: one for each core)")
    parser.add_argument("--to", type=Path, default=DATA, help="the file to write (default: the engine's own)")
    chosen = parser.parse_args()
    chosen.to.write_bytes(to_bytes(_wins(chosen.deals, chosen.processes)))
    return 0


def win_deal(number: int) -> Line:
    """A line that wins a deal, tried by the rules move by move; () where the solver finds none.

    All but the first deals the narrowest search has to win; it wins every fifth, in a twentieth of a second.
    """
    layout = deal(number)
    found = solve(layout, POSITIONS, searches=SEARCHES if number <= HARD_DEALS else SEARCHES[:1])
    line = unpack(layout, pack(layout, found.line)) if found.line else ()
    assert not line or is_win(layout, line)
    return line


def is_win(layout: Layout, line: Line) -> bool:
    """Whether a line wins. Raises AssertionError where the rules refuse a move of it."""
    for move in line:
        assert refusal(layout, move) is None
        layout = apply_move(layout, move)
    return is_won(layout)


def _wins(deals: int, cores: int) -> Iterator[tuple[int, Line]]:
    numbers = range(1, deals + 1)
    with worker_processes(cores) as executor:
        found = executor.map(win_deal, numbers, chunksize=100)
        yield from ((number, line) for number, line in zip(numbers, found, strict=True) if line)


if __name__ == "__main__":
    sys.exit(main())
