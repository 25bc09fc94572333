"""The journal in SQLite, which is the default."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence

from server.room.journal import Append, ConflictError, Journal
from server.storage.sqlite.database import Database

SCHEMA = """
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
UPGRADE = """
BEGIN IMMEDIATE;
ALTER TABLE entries ADD COLUMN in_summary INTEGER NOT NULL DEFAULT 0;
UPDATE entries SET in_summary = 1 WHERE substr(entry, 12, 4) = x'a3736974';
COMMIT;
"""
"""From the layout without the column. In the entry's bytes, the tag `sit` follows the eleven that hold its time."""
STORE = "INSERT INTO entries (room, seq, entry, in_summary) VALUES (?, ?, ?, ?)"
MOST = "entries (room, seq, entry)"
"""The columns for entries in no summary, which are most: one more would slow down inserting many of them at once."""
SUMMARIES = """
SELECT room, entry FROM rooms JOIN entries USING (room) WHERE NOT closed AND (seq = 1 OR in_summary)
ORDER BY opened, seq
"""
"""Scans all entries of the open rooms: a million take a quarter of a second, which is cheaper than an index."""
NEWEST = """
SELECT room, (SELECT entry FROM entries WHERE room = rooms.room ORDER BY seq DESC LIMIT 1) FROM rooms
WHERE NOT closed ORDER BY opened
"""


def upgrade(connection: sqlite3.Connection) -> None:
    """Mark the entries that belong to a room's summary, in a file without that column."""
    columns = {name for _, name, *_ in connection.execute("PRAGMA table_info(entries)")}
    if "in_summary" not in columns:
        connection.executescript(UPGRADE)


class SqliteJournal(Journal):
    """Stores entries as rows; the primary key refuses a second entry of the same number."""

    def __init__(self, database: Database) -> None:
        """Use a database opened with this module's SCHEMA."""
        self._database = database

    def append_all(self, appends: Sequence[Append]) -> asyncio.Future[list[bool]]:
        return self._database.run(lambda connection: [_append(connection, each) for each in appends])

    async def append(self, room: str, seq: int, *entries: bytes, in_summary: bool = False) -> None:
        rows = [(room, number, entry) for number, entry in enumerate(entries, seq)]
        try:
            if in_summary or seq == 1:
                await self._database.run(lambda connection: _store(connection, rows, in_summary=in_summary))
            else:
                await self._database.insert(MOST, rows)
        except sqlite3.IntegrityError:
            raise ConflictError(f"an entry of room {room} from {seq} on is stored already") from None

    async def close(self, room: str) -> None:
        await self._database.run(lambda connection: _close(connection, room))

    async def read(self, room: str, after: int = 0) -> list[bytes]:
        query = "SELECT entry FROM entries WHERE room = ? AND seq > ? ORDER BY seq"
        rows = await self._database.run(lambda connection: connection.execute(query, (room, after)).fetchall())
        return [entry for (entry,) in rows]

    async def keep(self, room: str, seq: int, snapshot: bytes) -> None:
        store = "INSERT OR REPLACE INTO beginnings VALUES (?, ?, ?)"
        await self._database.run(lambda connection: connection.execute(store, (room, seq, snapshot)).rowcount)

    async def recall(self, room: str) -> tuple[bytes | None, list[bytes]]:
        return await self._database.run(lambda connection: _recall(connection, room))

    async def open_rooms(self) -> dict[str, list[bytes]]:
        return await self._database.run(_open_rooms)

    async def aclose(self) -> None:
        await self._database.aclose()


def _store(connection: sqlite3.Connection, rows: list[tuple[str, int, bytes]], *, in_summary: bool) -> None:
    """Store entries of one room, and the room itself with its first entry."""
    connection.executemany(STORE, [(*row, in_summary) for row in rows])
    room, seq, _ = rows[0]
    if seq == 1:
        connection.execute("INSERT INTO rooms (room) VALUES (?)", (room,))


def _append(connection: sqlite3.Connection, append: Append) -> bool:
    """Store the entries of one room; False where a number is taken, and nothing of them is stored."""
    rows = [(append.room, seq, entry) for seq, entry in enumerate(append.entries, append.seq)]
    connection.execute("SAVEPOINT append")
    try:
        _store(connection, rows, in_summary=append.in_summary)
    except sqlite3.IntegrityError:
        connection.execute("ROLLBACK TO append")
        return False
    finally:
        if connection.in_transaction:
            connection.execute("RELEASE append")
    return True


def _close(connection: sqlite3.Connection, room: str) -> None:
    connection.execute("UPDATE rooms SET closed = 1 WHERE room = ?", (room,))
    connection.execute("DELETE FROM beginnings WHERE room = ?", (room,))


def _recall(connection: sqlite3.Connection, room: str) -> tuple[bytes | None, list[bytes]]:
    find = "SELECT seq, beginning FROM beginnings WHERE room = ?"
    seq, snapshot = connection.execute(find, (room,)).fetchone() or (0, None)
    read = "SELECT entry FROM entries WHERE room = ? AND (seq = 1 OR seq > ?) ORDER BY seq"
    return snapshot, [entry for (entry,) in connection.execute(read, (room, seq))]


def _open_rooms(connection: sqlite3.Connection) -> dict[str, list[bytes]]:
    rooms: dict[str, list[bytes]] = {}
    for query in (SUMMARIES, NEWEST):
        for room, entry in connection.execute(query):
            rooms.setdefault(room, []).extend([] if entry is None else [entry])
    return rooms
