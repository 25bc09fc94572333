"""`python -m bench.winnable`: deals of Streets and Alleys that are proved winnable, as the engine keeps them: with a
line that wins each.

`python -m bench.winnable > engines/streets_and_alleys/solver/winnable.py` writes the list anew. The same solver
writes the same list on every machine, as it counts positions and not seconds.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator

from engines.streets_and_alleys.layout import Layout, deal, is_won
from engines.streets_and_alleys.moves import applied, refusal
from engines.streets_and_alleys.solver.known_wins import read, text
from engines.streets_and_alleys.solver.shorten import Line
from engines.streets_and_alleys.solver.solver import solve
from server.tools.offline.series import worker_processes

DEALS = 1000
POSITIONS = 250_000
"""How many positions a deal gets: what needs more is left out, though it may well be winnable."""

MODULE = '''"""Deals that are proved winnable: those of 1 to {deals} that the solver won in {positions:,} positions.

Written by `python -m bench.winnable`, not to be changed by hand. A solver that has changed since may win others so
soon, but what is proved stays proved.
"""

from __future__ import annotations

from engines.chance import Chance


def winnable(chance: Chance) -> int:
    """The number of some deal that can be won."""
    return chance.choice(WINNABLE)


_ROWS = """
{rows}
"""  # noqa: E501 - a row is a deal

PROOFS = {{int(number): line for number, line in map(str.split, _ROWS.strip().splitlines())}}
"""A line that wins each of the deals, as `engines.streets_and_alleys.solver.known_wins` reads it."""

WINNABLE = tuple(PROOFS)
"""The numbers of the deals, in ascending order."""'''


def main() -> int:
    """Print the module."""
    parser = argparse.ArgumentParser(prog="python -m bench.winnable", description=__doc__)
    parser.add_argument("--deals", type=int, default=DEALS, help="the highest deal (default: %(default)s)")
    parser.add_argument("--positions", type=int, default=POSITIONS, help="for each deal (default: %(default)s)")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="(default: one for each core)")
    chosen = parser.parse_args()
    rows = "\n".join(_rows(chosen.deals, chosen.positions, chosen.processes))
    print(MODULE.format(deals=chosen.deals, positions=chosen.positions, rows=rows))
    return 0


def proved(number: int, positions: int) -> str | None:
    """The text of a line that wins a deal, tried by the rules move by move; None where the solver finds none."""
    layout = deal(number)
    written = text(layout, solve(layout, positions).line)
    return written if wins(layout, read(layout, written)) else None


def wins(layout: Layout, line: Line) -> bool:
    """Whether a line wins. Raises AssertionError where the rules refuse a move of it."""
    for move in line:
        assert refusal(layout, move) is None
        layout = applied(layout, move)
    return is_won(layout)


def _rows(deals: int, positions: int, cores: int) -> Iterator[str]:
    numbers = range(1, deals + 1)
    with worker_processes(cores) as executor:
        proofs = executor.map(proved, numbers, [positions] * deals, chunksize=10)
        yield from (f"{number} {proof}" for number, proof in zip(numbers, proofs, strict=True) if proof)


if __name__ == "__main__":
    sys.exit(main())
