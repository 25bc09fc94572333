"""Removes the journals of rooms that closed long ago: their moves and transcripts, and neither results nor ratings.

When a room closed is told by its newest finished game; one without any is of no use to anybody once it is closed.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from server.room.journal import StorageUnavailableError
from server.storage.sqlite.database import SqliteDatabase, refuse_newer

ROOMS_AT_ONCE = 500
"""How many rooms are removed in one transaction, which bounds how long SQLite's log grows."""
GAMES = "SELECT {} FROM games WHERE games.room = rooms.room"
OLD = f"SELECT room FROM rooms WHERE closed AND coalesce(({GAMES.format('max(kept_at)')}), 0) < ?"  # noqa: S608 - ours
COUNT = f"SELECT count(*), coalesce(sum(({GAMES.format('count(*)')})), 0) FROM rooms WHERE room IN ({OLD})"  # noqa: S608 - ours


class PruneCount(NamedTuple):
    """How many closed rooms' journals are older than asked for, and how many finished games are in them."""

    rooms: int
    games: int


def count_old(file: Path, before: float) -> PruneCount:
    """Count what `prune` would remove, without changing anything. Raises StorageUnavailableError."""
    try:
        refuse_newer(file)
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as reader:
            return _count(reader, before)
    except sqlite3.Error as error:
        raise StorageUnavailableError(f"can't read {file}: {error}") from error


async def prune(database: SqliteDatabase, before: float) -> PruneCount:
    """Remove the journals of all rooms that closed before a time, in seconds since 1970; how many there were.

    Each transaction removes some rooms whole. Raises StorageUnavailableError; what is removed until then stays so.
    """
    counted = await database.run(lambda connection: _count(connection, before))
    old = iter(await database.run(lambda connection: connection.execute(OLD, (before,)).fetchall()))
    while rooms := [room for (room,) in islice(old, ROOMS_AT_ONCE)]:
        await database.run(lambda connection, rooms=rooms: _remove(database, connection, rooms))  # type: ignore[misc]
    return counted


def _count(connection: sqlite3.Connection, before: float) -> PruneCount:
    return PruneCount(*connection.execute(COUNT, (before,)).fetchone())


def _remove(database: SqliteDatabase, connection: sqlite3.Connection, rooms: Sequence[str]) -> None:
    database.commit_log.clear_slots(connection)
    keys = [(room,) for room in rooms]
    connection.executemany("DELETE FROM chunks WHERE opened = (SELECT opened FROM rooms WHERE room = ?)", keys)
    for table in ("entries", "beginnings", "rooms"):
        connection.executemany(f"DELETE FROM {table} WHERE room = ?", keys)  # noqa: S608 - ours


def give_back(file: Path) -> None:
    """Give the space that was freed back to the disk, which needs as much again meanwhile as the file then takes.

    Raises StorageUnavailableError.
    """
    try:
        with closing(sqlite3.connect(file, isolation_level=None)) as connection:
            connection.execute("VACUUM")
    except sqlite3.Error as error:
        raise StorageUnavailableError(str(error)) from error
