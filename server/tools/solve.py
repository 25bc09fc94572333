"""`parlour solve`: finds out whether a deal of Streets and Alleys can be won, and by which moves.

Exits with 0 whatever the verdict, with 2 for a wrong command line.
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
from protocol.command_line import CommandLineParser
from server.ops.command_line import EXIT_INTERRUPTED, whole_number

MAX_POSITIONS = 100_000_000
MOVES_PER_ROW = 8


def main(arguments: list[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    began = process_time()
    try:
        result = solve(deal(options.deal), options.positions)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    seconds = process_time() - began
    if options.json:
        print(_json(options.deal, result, seconds))
    else:
        print(*to_lines(options.deal, result, seconds), sep="\n")
    return 0


def to_lines(number: int, result: SolverResult, seconds: float) -> Iterator[str]:
    """The result in a sentence, and the moves in rows."""
    match result.found:
        case "won":
            yield f"Deal {number} can be won in {len(result.line)} moves:"
            yield from _rows(result.line)
        case "lost":
            yield f"Deal {number} can't be won: the search was complete."
        case "unknown":
            yield f"The search didn't find out whether deal {number} can be won; try more --positions."
    yield f"({result.positions:,} positions, {seconds:.1f} s of processor time)"


def _rows(line: Line) -> Iterator[str]:
    """The moves as they are typed, in rows that start with the number of their first move."""
    for start in range(0, len(line), MOVES_PER_ROW):
        yield f"{start + 1:4}  {'  '.join(map(text, line[start : start + MOVES_PER_ROW]))}"


def _json(number: int, result: SolverResult, seconds: float) -> str:
    values = {
        "deal": number,
        "verdict": result.found,
        "moves": len(result.line) if result.found == "won" else None,
        "line": [text(move) for move in result.line],
        "positions": result.positions,
        "seconds": round(seconds, 3),
    }
    return json.dumps(values)


def _parser() -> argparse.ArgumentParser:
    parser = CommandLineParser(
        prog="parlour solve",
        usage="parlour solve --deal N [options]",
        description="examples:\n  parlour solve --deal 14   find out whether deal 14 can be won, and how\n\n"
        "Find out whether a deal of Streets and Alleys can be won, and how.",
    )
    parser.add_argument(
        "--deal",
        type=whole_number(DEALS),
        required=True,
        metavar="N",
        help=f"the deal's number, {DEALS[0]} to {DEALS[-1]}",
    )
    parser.add_argument(
        "--positions", type=whole_number(range(1, MAX_POSITIONS + 1)), default=BUDGET, metavar="N",
        help="how many to search before giving up (default: %(default)s, a few seconds)",
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help="print the result as a JSON object")
    return parser


if __name__ == "__main__":
    sys.exit(main())
