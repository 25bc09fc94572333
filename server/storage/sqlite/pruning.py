"""Removes old rooms from a SQLite file, and gives the space back to the disk."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from server.room.journal import StorageUnavailableError
from server.storage.sql import pruning
from server.storage.sql.pruning import PruneCount
from server.storage.sqlite.connection import SqliteConnection
from server.storage.sqlite.database import SqliteDatabase, refuse_newer


def count_old(file: Path, before: float) -> PruneCount:
    """Count what `prune` would remove, without changing anything. Raises StorageUnavailableError."""
    try:
        refuse_newer(file)
        with closing(SqliteConnection(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as reader:
            return pruning.count_old(reader, before)
    except sqlite3.Error as error:
        raise StorageUnavailableError(f"can't read {file}: {error}") from error


async def prune(database: SqliteDatabase, before: float) -> PruneCount:
    """As `prune` of `storage.sql.pruning`, with what else this engine's journal has of rooms."""

    def remove(connection: SqliteConnection, rooms: Sequence[str]) -> None:
        database.commit_log.clear_slots(connection)
        opened = "SELECT opened FROM rooms WHERE room = ?"
        connection.executemany(f"DELETE FROM chunks WHERE opened = ({opened})", [(room,) for room in rooms])  # noqa: S608 - ours
        pruning.remove_rows(connection, rooms)

    return await pruning.prune(database, before, remove)


def give_back(file: Path) -> None:
    """Give the space that was freed back to the disk, which needs as much again meanwhile as the file then takes.

    Raises StorageUnavailableError.
    """
    try:
        with closing(sqlite3.connect(file, isolation_level=None)) as connection:
            connection.execute("VACUUM")
    except sqlite3.Error as error:
        raise StorageUnavailableError(str(error)) from error
