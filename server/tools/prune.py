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
from server.ops.command_line import EXIT_FAILURE, EXIT_IN_USE
from server.ops.store_address import add_store_option, read_store_option
from server.room.journal import StorageUnavailableError
from server.storage.database import DatabaseInUseError
from server.storage.sql import pruning
from server.storage.sql.pruning import PruneCount
from server.storage.sqlite import pruning as sqlite_pruning
from server.storage.sqlite.database import SqliteDatabase
from server.storage.stores import DATABASE_NAME, MISSING, DataFolderInUseError, lock_named, open_named

DAY_S = 86_400
DAYS = range(1, 36_501)
"""Up to a hundred years."""


def main(arguments: list[str] | None = None) -> int:
    parser = _parser()
    options = parser.parse_args(arguments)
    address = read_store_option(parser, options.store)
    file, before = options.data / DATABASE_NAME, time.time() - options.older * DAY_S
    if not address and not file.is_file():
        print(f"parlour prune: {file} doesn't exist", file=sys.stderr)
        return EXIT_FAILURE
    try:
        if options.dry_run:
            print(f"Would remove {_describe(_count_old(file, address, before), options.older)}")
            return 0
        with lock_named(options.data, address):
            print(f"Removed {_describe(asyncio.run(_prune(options.data, address, before)), options.older)}")
            return 0 if address else _give_back(file)
    except (DataFolderInUseError, DatabaseInUseError) as error:
        print(f"parlour prune: {error} Stop it first; no move is lost.", file=sys.stderr)
        return EXIT_IN_USE
    except StorageUnavailableError as error:
        print(f"parlour prune: {error}", file=sys.stderr)
        return EXIT_FAILURE


def _count_old(file: Path, address: str, before: float) -> PruneCount:
    if not address:
        return sqlite_pruning.count_old(file, before)
    try:
        from server.storage.postgres import pruning as postgres_pruning
    except ImportError:
        raise StorageUnavailableError(MISSING) from None
    return postgres_pruning.count_old(address, before)


async def _prune(data: Path, address: str, before: float) -> PruneCount:
    database = open_named(data, address)
    try:
        if isinstance(database, SqliteDatabase):
            return await sqlite_pruning.prune(database, before)
        return await pruning.prune(database, before, pruning.remove_rows)
    finally:
        await database.aclose()


def _give_back(file: Path) -> int:
    size = file.stat().st_size
    try:
        sqlite_pruning.give_back(file)
    except StorageUnavailableError as error:
        print(
            f"parlour prune: the database will reuse the space, but can't return it to the disk: {error}",
            file=sys.stderr,
        )
        return EXIT_FAILURE
    print(f"The database shrank from {size} to {file.stat().st_size} bytes.")
    return 0


def _describe(counted: PruneCount, days: int) -> str:
    games, tables = count_noun(counted.games, "game"), count_noun(counted.rooms, "table")
    return f"the records of {games} at {tables} that closed more than {count_noun(days, 'day')} ago."


def count_noun(number: int, noun: str) -> str:
    """A number and what it counts: 1 game, 2 games."""
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
    add_store_option(parser)
    parser.add_argument("--data", type=Path, default=Config().data, metavar="DIR", help="the server's folder")
    return parser


if __name__ == "__main__":
    sys.exit(main())
