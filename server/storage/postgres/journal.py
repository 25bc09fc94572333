"""The journal in PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Sequence
from itertools import islice
from typing import Any

from server.room.journal import Append, Journal, Recalled
from server.storage.postgres.connection import PostgresConnection
from server.storage.postgres.database import PostgresDatabase
from server.storage.postgres.session import DuplicateError, UndoneError
from server.storage.postgres.values import Array, BlobArray, NumberArray, TextArray

SCHEMA = """
CREATE TABLE IF NOT EXISTS entries (
    room TEXT NOT NULL, seq INTEGER NOT NULL, entry BLOB NOT NULL, in_summary INTEGER NOT NULL,
    PRIMARY KEY (room, seq)
);
CREATE INDEX IF NOT EXISTS summaries ON entries (room, seq) WHERE in_summary = 1;
CREATE TABLE IF NOT EXISTS rooms (
    opened INTEGER PRIMARY KEY, room TEXT NOT NULL UNIQUE, closed INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX IF NOT EXISTS open_rooms ON rooms (opened) WHERE closed = 0;
CREATE TABLE IF NOT EXISTS beginnings (room TEXT PRIMARY KEY, seq INTEGER NOT NULL, beginning BLOB NOT NULL);
"""
STORE = """
WITH fence AS MATERIALIZED ({fence})
INSERT INTO entries SELECT new.* FROM fence, unnest(%b::text[], %b::bigint[], %b::bytea[], %b::bigint[]) AS new
"""
OPEN_AND_STORE = """
WITH fence AS MATERIALIZED ({fence}), new AS MATERIALIZED (
    SELECT new.* FROM fence, unnest(%b::text[], %b::bigint[], %b::bytea[], %b::bigint[])
    WITH ORDINALITY AS new(room, seq, entry, in_summary, place)
), opened AS (INSERT INTO rooms (room) SELECT room FROM new WHERE seq = 1 ORDER BY place)
INSERT INTO entries SELECT room, seq, entry, in_summary FROM new
"""
HEADS = """
SELECT asked.room, (SELECT max(seq) FROM entries WHERE entries.room = asked.room)
FROM unnest(CAST(? AS TEXT[])) AS asked(room)
"""
READ = "SELECT entry FROM entries WHERE room = ? AND seq > ? ORDER BY seq LIMIT ?"
FIRST = "SELECT entry FROM entries WHERE room = ? AND seq = 1"
SNAPSHOT = "SELECT seq, beginning FROM beginnings WHERE room = ?"
KEEP = """
INSERT INTO beginnings VALUES (?, ?, ?)
ON CONFLICT (room) DO UPDATE SET seq = excluded.seq, beginning = excluded.beginning
"""
SUMMARIES = """
SELECT room, entry FROM rooms JOIN entries USING (room) WHERE closed = 0 AND (seq = 1 OR in_summary = 1)
ORDER BY opened, seq
"""
NEWEST = """
SELECT room, (SELECT entry FROM entries WHERE entries.room = rooms.room ORDER BY seq DESC LIMIT 1)
FROM rooms WHERE closed = 0 ORDER BY opened
"""
HEADS_MAX = 16_384
"""Of how many rooms the newest numbers are remembered."""


class PostgresJournal(Journal):
    """Stores every entry as a row, and those that wait together by one statement."""

    def __init__(self, database: PostgresDatabase) -> None:
        """Use a database opened with this module's SCHEMA."""
        self._database = database
        self._heads = database.heads

    def append_all(self, appends: Sequence[Append]) -> asyncio.Future[list[bool]]:
        return self._database.run_together(self._append, appends)

    async def close(self, room: str) -> None:
        await self._database.run(lambda connection: _close(connection, room))

    async def read(self, room: str, after: int = 0, most: int | None = None) -> list[bytes]:
        return await self._database.run(lambda connection: _read(connection, room, after, most))

    async def head(self, room: str) -> int:
        return await self._database.run(lambda connection: self._look_up(connection, [room])[room])

    async def keep(self, room: str, seq: int, snapshot: bytes) -> None:
        await self._database.run(lambda connection: connection.execute(KEEP, (room, seq, snapshot)).rowcount)

    async def recall(self, room: str, most: int | None = None) -> Recalled:
        return await self._database.run(lambda connection: _recall(connection, room, most))

    async def open_rooms(self) -> dict[str, list[bytes]]:
        return await self._database.run(_open_rooms)

    async def aclose(self) -> None:
        await self._database.aclose()

    # In the database's thread.

    def _append(self, connection: PostgresConnection, calls: Sequence[Sequence[Append]]) -> list[list[bool]]:
        """Store what several calls want stored, in one commit; whether each append of each call is stored."""
        appends = [append for call in calls for append in call]
        try:
            stored = iter(self._store(connection, appends))
        except DuplicateError as error:
            # Somebody else has written: what is known of rooms is out of date.
            self._heads.clear()
            if connection.in_transaction:
                raise UndoneError from error
            stored = iter(self._store(connection, appends))
        return [list(islice(stored, len(call))) for call in calls]

    def _store(self, connection: PostgresConnection, appends: Sequence[Append]) -> list[bool]:
        heads = self._look_up(connection, {append.room for append in appends})
        stored, new = [], []
        for append in appends:
            stored.append(append.seq == heads[append.room] + 1)
            if stored[-1]:
                heads[append.room] += len(append.entries)
                new.append(append)
        if any(append.entries for append in new):
            connection.store(OPEN_AND_STORE if any(append.seq == 1 for append in new) else STORE, _columns(new))
            self._heads.update(heads)
        return stored

    def _look_up(self, connection: PostgresConnection, rooms: Collection[str]) -> dict[str, int]:
        """The numbers of rooms' newest entries, or 0."""
        unknown = [room for room in rooms if room not in self._heads]
        if unknown:
            if len(self._heads) + len(unknown) > HEADS_MAX:
                self._heads.clear()
                unknown = list(rooms)
            found = connection.execute(HEADS, (unknown,))
            self._heads.update((room, seq or 0) for room, seq in found)
        return {room: self._heads[room] for room in rooms}


def _columns(appends: Iterable[Append]) -> tuple[Array, ...]:
    """The rows of appends, as STORE takes them."""
    rooms: list[str] = []
    seqs: list[int] = []
    entries: list[bytes] = []
    flags: list[bool] = []
    for append in appends:
        for seq, entry in enumerate(append.entries, append.seq):
            rooms.append(append.room)
            seqs.append(seq)
            entries.append(entry)
            flags.append(append.in_summary)
    return TextArray(rooms), NumberArray(seqs), BlobArray(entries), NumberArray(flags)


def _read(connection: PostgresConnection, room: str, after: int, most: int | None) -> list[bytes]:
    return [entry for (entry,) in connection.execute(READ, (room, after, most))]


def _recall(connection: PostgresConnection, room: str, most: int | None) -> Recalled:
    seq, snapshot = connection.execute(SNAPSHOT, (room,)).fetchone() or (0, None)
    first = [entry for (entry,) in connection.execute(FIRST, (room,))]
    return snapshot, first + _read(connection, room, max(seq, 1), most)


def _open_rooms(connection: PostgresConnection) -> dict[str, list[bytes]]:
    newest: Sequence[tuple[Any, ...]] = connection.execute(NEWEST).fetchall()
    rooms: dict[str, list[bytes]] = {room: [] for room, _ in newest}
    for room, entry in connection.execute(SUMMARIES):
        rooms[room].append(entry)
    for room, entry in newest:
        rooms[room].append(entry)
    return rooms


def _close(connection: PostgresConnection, room: str) -> None:
    connection.execute("UPDATE rooms SET closed = 1 WHERE room = ?", (room,))
    connection.execute("DELETE FROM beginnings WHERE room = ?", (room,))
