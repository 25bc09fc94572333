"""The journal in SQLite, which is the default."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence

from server.room.journal import Append, Journal, Recalled
from server.storage.sqlite import slots
from server.storage.sqlite.database import SqliteDatabase

SCHEMA = (
    slots.SCHEMA
    + """
CREATE TABLE IF NOT EXISTS entries (
    room TEXT NOT NULL, seq INTEGER NOT NULL, entry BLOB NOT NULL, in_summary INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (room, seq)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS rooms (
    opened INTEGER PRIMARY KEY, room TEXT NOT NULL UNIQUE, closed INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX IF NOT EXISTS open_rooms ON rooms (opened) WHERE NOT closed;
CREATE TABLE IF NOT EXISTS beginnings (room TEXT PRIMARY KEY, seq INTEGER NOT NULL, beginning BLOB NOT NULL);
"""
)
UPGRADE = """
BEGIN IMMEDIATE;
ALTER TABLE entries ADD COLUMN in_summary INTEGER NOT NULL DEFAULT 0;
UPDATE entries SET in_summary = 1 WHERE substr(entry, 12, 4) = x'a3736974';
COMMIT;
"""
"""From the layout without the column. In the entry's bytes, the tag `sit` follows the eleven that hold its time."""
SUMMARIES = """
SELECT room, entry FROM rooms JOIN entries USING (room) WHERE NOT closed AND (seq = 1 OR in_summary)
ORDER BY opened, seq
"""
"""Scans the rows of the open rooms, of which most have few."""
OPEN = "SELECT room FROM rooms WHERE NOT closed ORDER BY opened"
SNAPSHOT = "SELECT seq, beginning FROM beginnings WHERE room = ?"
FIRST = "SELECT entry FROM entries WHERE room = ? AND seq = 1"


def upgrade(connection: sqlite3.Connection) -> None:
    """Mark the entries that belong to a room's summary, in a file without that column."""
    columns = {name for _, name, *_ in connection.execute("PRAGMA table_info(entries)")}
    if "in_summary" not in columns:
        connection.executescript(UPGRADE)


class SqliteJournal(Journal):
    """Stores what waits together as one commit; see `commit_log` for where its entries lie."""

    def __init__(self, database: SqliteDatabase) -> None:
        """Use a database opened with this module's SCHEMA."""
        self._database = database
        self._log = database.commit_log

    def append_all(self, appends: Sequence[Append]) -> asyncio.Future[list[bool]]:
        return self._database.run_together(self._log.append, appends)

    async def close(self, room: str) -> None:
        await self._database.run(lambda connection: _close(connection, room))

    async def read(self, room: str, after: int = 0, most: int | None = None) -> list[bytes]:
        return await self._database.run(lambda connection: self._log.read(connection, room, after, most))

    async def head(self, room: str) -> int:
        return await self._database.run(lambda connection: self._log.head(connection, room))

    async def keep(self, room: str, seq: int, snapshot: bytes) -> None:
        store = "INSERT OR REPLACE INTO beginnings VALUES (?, ?, ?)"
        await self._database.run(lambda connection: connection.execute(store, (room, seq, snapshot)).rowcount)

    async def recall(self, room: str, most: int | None = None) -> Recalled:
        return await self._database.run(lambda connection: self._recall(connection, room, most))

    async def open_rooms(self) -> dict[str, list[bytes]]:
        return await self._database.run(self._open_rooms)

    async def aclose(self) -> None:
        await self._database.aclose()

    # In the database's thread.

    def _recall(self, connection: sqlite3.Connection, room: str, most: int | None) -> Recalled:
        seq, snapshot = connection.execute(SNAPSHOT, (room,)).fetchone() or (0, None)
        first = [entry for (entry,) in connection.execute(FIRST, (room,))]
        return snapshot, first + self._log.read(connection, room, max(seq, 1), most)

    def _open_rooms(self, connection: sqlite3.Connection) -> dict[str, list[bytes]]:
        rooms: dict[str, list[bytes]] = {room: [] for (room,) in connection.execute(OPEN)}
        for room, entry in connection.execute(SUMMARIES):
            rooms[room].append(entry)
        for room, summary in rooms.items():
            if (newest := self._log.newest(connection, room)) is not None:
                summary.append(newest)
        return rooms


def _close(connection: sqlite3.Connection, room: str) -> None:
    connection.execute("UPDATE rooms SET closed = 1 WHERE room = ?", (room,))
    connection.execute("DELETE FROM beginnings WHERE room = ?", (room,))
