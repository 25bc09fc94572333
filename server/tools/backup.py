"""`python -m server.tools.backup`, or `parlour backup`: copies all that a server stores, while it runs.

The copy is one consistent file, which only its owner can read: it holds everything up to some moment. Exits with 0,
with 1 where there is nothing to copy or no place for it, with 2 for a wrong command line.
"""

from __future__ import annotations

import argparse
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

from protocol.command_line import CommandLineParser
from server.config import Config
from server.ops.command_line import EXIT_FAILURE
from server.ops.store_address import read_store_option
from server.room.journal import StorageUnavailableError
from server.storage.permissions import make_private_file
from server.storage.sqlite.database import refuse_newer
from server.storage.stores import DATABASE_NAME

IN_POSTGRES = "parlour backup: nothing was copied: PARLOUR_STORE names a PostgreSQL database, which pg_dump copies."


def main(arguments: list[str] | None = None) -> int:
    parser = _parser()
    options = parser.parse_args(arguments)
    if read_store_option(parser, None):
        print(IN_POSTGRES, file=sys.stderr)
        return EXIT_FAILURE
    try:
        copy(options.data / DATABASE_NAME, options.file)
    except (OSError, sqlite3.Error, StorageUnavailableError) as error:
        print(f"parlour backup: nothing was copied: {error}", file=sys.stderr)
        return EXIT_FAILURE
    print(f"Copied everything to {options.file}.")
    return 0


def copy(database: Path, file: Path) -> None:
    """Copy a database that may be in use to a file, which appears once it is complete.

    Raises OSError or sqlite3.Error, or StorageUnavailableError where a newer program made the database.
    """
    if not database.is_file():
        raise FileNotFoundError(f"{database} doesn't exist")
    refuse_newer(database)
    fresh = file.with_name(f"{file.name}.new")
    fresh.unlink(missing_ok=True)
    make_private_file(fresh)
    # Only the server may write or checkpoint: a second connection that did could damage the log (see `database`).
    with (
        closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)) as source,
        closing(sqlite3.connect(fresh)) as target,
    ):
        source.execute("PRAGMA query_only=ON")
        source.backup(target)
    fresh.replace(file)


def _parser() -> argparse.ArgumentParser:
    parser = CommandLineParser(
        prog="parlour backup",
        usage="parlour backup FILE [options]",
        description="Copy everything a server stores to one file, while the server runs.",
        epilog="To restore it, stop the server and replace parlour.db, and the files beside it, with this one.",
    )
    parser.add_argument("file", metavar="FILE", type=Path, help="where to put the copy")
    parser.add_argument("--data", type=Path, default=Config().data, metavar="DIR", help="the server's folder")
    return parser


if __name__ == "__main__":
    sys.exit(main())
