"""Finds the journals of rooms that closed long ago: their moves and transcripts, and neither results nor ratings.

When a room closed is told by its newest finished game; one without any is of no use to anybody once it is closed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any, NamedTuple

from server.storage.connection import SqlConnection, SqlDatabase

ROOMS_AT_ONCE = 500
"""How many rooms are removed in one transaction, which bounds how long SQLite's log grows."""
GAMES = "SELECT {} FROM games WHERE games.room = rooms.room"
OLD = f"SELECT room FROM rooms WHERE closed = 1 AND coalesce(({GAMES.format('max(kept_at)')}), 0) < ?"  # noqa: S608 - ours
COUNT = f"SELECT count(*), coalesce(sum(({GAMES.format('count(*)')})), 0) FROM rooms WHERE room IN ({OLD})"  # noqa: S608 - ours

Remove = Callable[[Any, Sequence[str]], None]
"""Removes all that an engine has in its journal of some rooms, by a connection of that engine's."""


class PruneCount(NamedTuple):
    """How many closed rooms' journals are older than asked for, and how many finished games are in them."""

    rooms: int
    games: int


def count_old(connection: SqlConnection, before: float) -> PruneCount:
    """Count what `prune` would remove."""
    return PruneCount(*connection.execute(COUNT, (before,)).fetchone())


async def prune(database: SqlDatabase, before: float, remove: Remove) -> PruneCount:
    """Remove the journals of all rooms that closed before a time, in seconds since 1970; how many there were.

    Each transaction removes some rooms whole. Raises StorageUnavailableError; what is removed until then stays so.
    """
    counted = await database.run(lambda connection: count_old(connection, before))
    old = iter(await database.run(lambda connection: connection.execute(OLD, (before,)).fetchall()))
    while rooms := [room for (room,) in islice(old, ROOMS_AT_ONCE)]:
        await database.run(lambda connection, rooms=rooms: remove(connection, rooms))  # type: ignore[misc]
    return counted


def remove_rows(connection: SqlConnection, rooms: Sequence[str]) -> None:
    """Remove the rows that the journals of both engines have of some rooms."""
    keys = [(room,) for room in rooms]
    for table in ("entries", "beginnings", "rooms"):
        connection.executemany(f"DELETE FROM {table} WHERE room = ?", keys)  # noqa: S608 - ours
