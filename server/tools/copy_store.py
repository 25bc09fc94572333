"""`python -m server.tools.copy_store`, or `parlour copy-store`: copies all that a server stores to PostgreSQL, or back.

One side is a server's folder, and the other an empty PostgreSQL database, or the other way round. The server must be
stopped meanwhile. What was copied is read again and compared, and the source stays as it is. Exits with 0, with 1
where nothing was copied, with 2 for a wrong command line, and with 3 where a server runs.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from protocol.command_line import CommandLineParser
from server.ops.command_line import EXIT_FAILURE, EXIT_IN_USE, EXIT_INTERRUPTED
from server.ops.store_address import VARIABLE, is_postgres, read_store
from server.room.journal import StorageUnavailableError
from server.storage import copying
from server.storage.copying import TABLES, CopyDigest, CopyRefusedError, CopySide
from server.storage.database import Database, DatabaseInUseError
from server.storage.sqlite.copying import SqliteEntries
from server.storage.sqlite.database import BESIDE
from server.storage.stores import (
    DATABASE_NAME,
    DataFolderInUseError,
    lock_data_folder,
    open_database,
    open_file,
    open_postgres,
)
from server.tools.prune import count_noun

D = TypeVar("D", bound=Database[Any])

FRESH = f"{DATABASE_NAME}.copy"
"""What a file is called until all is in it."""


def main(arguments: list[str] | None = None) -> int:
    parser = _parser()
    options = parser.parse_args(arguments)
    try:
        source, target = _place(options.source), _place(options.target)
    except ValueError as error:
        parser.error(str(error))
    if isinstance(source, Path) == isinstance(target, Path):
        parser.error("one of the two must be a server's folder, and the other a PostgreSQL database")
    try:
        with ExitStack() as stack:
            for place in (source, target):
                if isinstance(place, Path):
                    _refuse_unfit(place, is_source=place is source)
                    stack.enter_context(lock_data_folder(place))
            copied = asyncio.run(copy(source, target))
    except (DataFolderInUseError, DatabaseInUseError) as error:
        print(f"parlour copy-store: {error} Stop it first; no move is lost.", file=sys.stderr)
        return EXIT_IN_USE
    except (CopyRefusedError, StorageUnavailableError) as error:
        print(f"parlour copy-store: nothing was copied: {error}", file=sys.stderr)
        return EXIT_FAILURE
    except KeyboardInterrupt:
        print("parlour copy-store: interrupted", file=sys.stderr)
        return EXIT_INTERRUPTED
    print(_describe(copied))
    return 0


async def copy(source: Path | str, target: Path | str) -> dict[str, CopyDigest]:
    """Copy from a folder to the address of a PostgreSQL database, or back.

    Raises CopyRefusedError, DatabaseInUseError, or StorageUnavailableError.
    """
    async with _opened(source) as one:
        if isinstance(target, str):
            async with _opened(target) as other:
                return dict(await copying.copy(one, other))
        fresh = target / FRESH
        _remove(fresh)
        try:
            async with _closing(open_file(fresh)) as file:
                copied = dict(await copying.copy(one, CopySide(file, SqliteEntries(file.commit_log))))
            _put_in_place(fresh)
        finally:
            _remove(fresh)
    return copied


@asynccontextmanager
async def _opened(place: Path | str) -> AsyncIterator[CopySide]:
    if isinstance(place, Path):
        file = open_database(place)
        async with _closing(file):
            yield CopySide(file, SqliteEntries(file.commit_log))
        return
    database = open_postgres(place)
    from server.storage.postgres.copying import PostgresEntries

    async with _closing(database):
        yield CopySide(database, PostgresEntries())


@asynccontextmanager
async def _closing(database: D) -> AsyncIterator[D]:
    try:
        yield database
    finally:
        await database.aclose()


def _refuse_unfit(folder: Path, *, is_source: bool) -> None:
    """Raise CopyRefusedError where a folder has no database to copy from, or one already to copy to."""
    file = folder / DATABASE_NAME
    if is_source and not file.is_file():
        raise CopyRefusedError(f"{file} doesn't exist")
    if not is_source and file.exists():
        raise CopyRefusedError(f"{file} exists already: take an empty folder")


def _put_in_place(fresh: Path) -> None:
    if Path(f"{fresh}-wal").exists():
        raise StorageUnavailableError("the disk has refused the end of it")
    fresh.rename(fresh.with_name(DATABASE_NAME))


def _remove(fresh: Path) -> None:
    for file in (fresh, *(Path(f"{fresh}{beside}") for beside in BESIDE)):
        file.unlink(missing_ok=True)


def _describe(copied: Mapping[str, CopyDigest]) -> str:
    entries = sum(digest.rows for name, digest in copied.items() if name not in TABLES)
    counts = (
        count_noun(copied["players"].rows, "player"),
        count_noun(copied["games"].rows, "finished game"),
        f"{count_noun(copied['rooms'].rows, 'table')} with {entries} moves and other entries",
    )
    return f"Copied {', '.join(counts[:-1])} and {counts[-1]}, and compared them. The source is as it was."


def _place(written: str) -> Path | str:
    """A folder, or the address of a PostgreSQL database. Raises ValueError with a sentence."""
    if written == VARIABLE:
        address = read_store(None)
        if not address:
            raise ValueError(f"{VARIABLE} is not set")
        return address
    return read_store(written) if is_postgres(written) else Path(written)


def _parser() -> argparse.ArgumentParser:
    parser = CommandLineParser(
        prog="parlour copy-store",
        description="Copy everything a server stores from its folder to an empty PostgreSQL database, or back.",
        epilog=f"Each of the two is a folder, an address such as postgresql://parlour@localhost/parlour, or {VARIABLE} "
        "for the address in that variable. Stop the server first, and never serve both copies.",
    )
    parser.add_argument("source", metavar="FROM", help="where everything is")
    parser.add_argument("target", metavar="TO", help="where to copy it, with nothing there yet")
    return parser


if __name__ == "__main__":
    sys.exit(main())
