"""`parlour solve`: whether a deal of Streets and Alleys can be won, and by which moves.

Exits with 0 whatever the verdict, with 2 on a command line that says nothing sensible.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from time import process_time

from engines.streets_and_alleys.layout import DEALS, deal
from engines.streets_and_alleys.moves import text
from engines.streets_and_alleys.solver.shorten import Line
from engines.streets_and_alleys.solver.solver import BUDGET, SolverResult, solve
from server.ops.command_line import ServerArgumentParser, whole_number

EXIT_INTERRUPTED = 130
MAX_POSITIONS = 100_000_000
A_ROW = 8
"""How many moves stand in a row."""


def main(arguments: list[str] | None = None) -> int:
    """Solve a deal and print what became of it."""
    asked = _parser().parse_args(sys.argv[1:] if arguments is None else arguments)
    began = process_time()
    try:
        verdict = solve(deal(asked.deal), asked.positions)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    seconds = process_time() - began
    if asked.json:
        print(_json(asked.deal, verdict, seconds))
    else:
        print(*to_lines(asked.deal, verdict, seconds), sep="\n")
    return 0


def to_lines(number: int, verdict: SolverResult, seconds: float) -> Iterator[str]:
    """The verdict in a sentence, and the moves in rows."""
    match verdict.found:
        case "won":
            yield f"Deal {number} can be won in {len(verdict.line)} moves:"
            yield from _rows(verdict.line)
        case "lost":
            yield f"Deal {number} cannot be won: all that can follow was looked at."
        case "unknown":
            yield f"Nobody knows whether deal {number} can be won; more --positions may tell."
    yield f"({verdict.positions:,} positions, {seconds:.1f} seconds of the processor)"


def _rows(line: Line) -> Iterator[str]:
    """The moves as they are typed, a few in a row, each row with the number of its first."""
    for start in range(0, len(line), A_ROW):
        yield f"{start + 1:4}  {'  '.join(map(text, line[start : start + A_ROW]))}"


def _json(number: int, verdict: SolverResult, seconds: float) -> str:
    told = {
        "deal": number,
        "verdict": verdict.found,
        "moves": len(verdict.line) if verdict.found == "won" else None,
        "line": [text(move) for move in verdict.line],
        "positions": verdict.positions,
        "seconds": round(seconds, 3),
    }
    return json.dumps(told)


def _parser() -> argparse.ArgumentParser:
    parser = ServerArgumentParser(
        prog="parlour solve",
        description="Tell whether a deal of Streets and Alleys can be won, and by which moves.",
        epilog="Example: parlour solve --deal 14",
    )
    parser.add_argument("--deal", type=_deal, required=True, metavar="N", help=f"from {DEALS[0]} to {DEALS[-1]}")
    parser.add_argument(
        "--positions", type=_positions, default=BUDGET, metavar="N",
        help="how many to look at before giving up (default: %(default)s, some seconds' worth)",
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help="one JSON object")
    return parser


def _deal(written: str) -> int:
    return whole_number(written, DEALS)


def _positions(written: str) -> int:
    return whole_number(written, range(1, MAX_POSITIONS + 1))


if __name__ == "__main__":
    sys.exit(main())
