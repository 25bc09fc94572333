"""`python -m server.tools.review FILE`: prints every position of a saved game as a Table, one line of JSON each.

The client steps through them without knowing any rules. Exits with 0, with 1 where the game cannot be replayed, with 2
where there is no saved game.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import msgspec

from protocol.command_line import EXIT_USAGE, CommandLineParser
from server.fairness.positions import positions
from server.fairness.transcript_replay import RefutedError
from server.ops.command_line import whole_number
from server.tools.verify import read_saved_game

EXIT_REFUTED = 1
MAX_SEAT = 7


def main(arguments: list[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    try:
        saved = read_saved_game(Path(options.file))
    except ValueError as error:
        return _fail(str(error), EXIT_USAGE)
    try:
        for table in positions(saved.transcript, options.seat):
            print(msgspec.json.encode(table).decode())
    except RefutedError as error:
        return _fail(str(error), EXIT_REFUTED)
    return 0


def _fail(text: str, code: int) -> int:
    print(text, file=sys.stderr)
    return code


def _parser() -> argparse.ArgumentParser:
    parser = CommandLineParser(
        prog="python -m server.tools.review",
        usage="python -m server.tools.review FILE [options]",
        description="Print every position of a saved game.",
    )
    parser.add_argument("file", metavar="FILE", help="a file that a client saved")
    parser.add_argument(
        "--seat",
        type=whole_number(range(MAX_SEAT + 1)),
        metavar="N",
        help="show what this seat saw, from 0 (default: what spectators saw)",
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
