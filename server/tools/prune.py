"""`python -m server.tools.prune`, or `parlour prune`: removes the records of games that ended long ago.

Their moves and transcripts are gone then; results, statistics, ratings and accounts stay. The server must be stopped
meanwhile, since only one program may write; with `--dry-run` it may run, and nothing is changed. Exits with 0, with 1
where it cannot be done, with 2 for a wrong command line, and with 3 where the server runs.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import sys
import time
from pathlib import Path

from protocol.command_line import CommandLineParser
from server.config import Config
from server.ops.command_line import EXIT_FAILURE
from server.room.journal import StorageUnavailableError
from server.storage.sqlite import pruning
from server.storage.sqlite.pruning import PruneCount
from server.storage.stores import DATABASE_NAME, DataFolderInUseError, lock_data_folder, open_database
from server.tools.revoke import EXIT_IN_USE

DAY_S = 86_400
DAYS = range(1, 36_501)
"""Up to a hundred years."""


def main(arguments: list[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    file, before = options.data / DATABASE_NAME, time.time() - options.older * DAY_S
    if not file.is_file():
        print(f"parlour prune: {file} doesn't exist", file=sys.stderr)
        return EXIT_FAILURE
    try:
        if options.dry_run:
            print(f"Would remove {_describe(pruning.count_old(file, before), options.older)}")
            return 0
        with lock_data_folder(options.data):
            print(f"Removed {_describe(asyncio.run(_prune(options.data, before)), options.older)}")
            return _give_back(file)
    except DataFolderInUseError as error:
        print(f"parlour prune: {error} Stop it first; no move is lost.", file=sys.stderr)
        return EXIT_IN_USE
    except StorageUnavailableError as error:
        print(f"parlour prune: {error}", file=sys.stderr)
        return EXIT_FAILURE


async def _prune(data: Path, before: float) -> PruneCount:
    database = open_database(data)
    try:
        return await pruning.prune(database, before)
    finally:
        await database.aclose()


def _give_back(file: Path) -> int:
    size = file.stat().st_size
    try:
        pruning.give_back(file)
    except StorageUnavailableError as error:
        print(
            f"parlour prune: the database will reuse the space, but can't return it to the disk: {error}",
            file=sys.stderr,
        )
        return EXIT_FAILURE
    print(f"The database shrank from {size} to {file.stat().st_size} bytes.")
    return 0


def _describe(counted: PruneCount, days: int) -> str:
    games, tables = _count(counted.games, "game"), _count(counted.rooms, "table")
    return f"the records of {games} at {tables} that closed more than {_count(days, 'day')} ago."


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _days(written: str) -> int:
    """A number of days such as 90d. Raises ArgumentTypeError."""
    found = re.fullmatch("([0-9]{1,5})d", written)
    if found is None or int(found[1]) not in DAYS:
        raise argparse.ArgumentTypeError(f"{written[:40]!r} is not a number of days; write it like 90d, at least 1d")
    return int(found[1])


def _parser() -> argparse.ArgumentParser:
    parser = CommandLineParser(
        prog="parlour prune",
        usage="parlour prune --older DAYS [options]",
        description="Remove the moves and transcripts of games at tables that closed long ago.",
        epilog="Results, statistics, ratings and accounts stay. Stop the server first, except for a dry run.",
    )
    parser.add_argument(
        "--older", type=_days, required=True, metavar="DAYS", help="remove what is older than this, such as 90d"
    )
    parser.add_argument("--dry-run", action="store_true", help="show what would be removed, and change nothing")
    parser.add_argument("--data", type=Path, default=Config().data, metavar="DIR", help="the server's folder")
    return parser


if __name__ == "__main__":
    sys.exit(main())
