"""The tables of a cluster in memory, and a connection to them that takes the statements of the PostgreSQL stores."""

from __future__ import annotations

import json
import sqlite3
import struct
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any, NamedTuple

from server.storage.connection import Values
from server.storage.postgres import journal as journal_postgres
from server.storage.postgres.cluster import directory as directory_postgres
from server.storage.postgres.cluster import stores as stores_postgres
from server.storage.postgres.session import DuplicateError
from server.storage.postgres.values import Array, BlobArray, NumberArray
from server.storage.sqlite.connection import SqliteConnection, transaction
from server.storage.stores import STORES

SCHEMA = """
CREATE TABLE writers (writer INTEGER PRIMARY KEY AUTOINCREMENT);
CREATE TABLE entries (
    room TEXT NOT NULL, seq INTEGER NOT NULL, entry BLOB NOT NULL, in_summary INTEGER NOT NULL, PRIMARY KEY (room, seq)
);
CREATE TABLE rooms (opened INTEGER PRIMARY KEY, room TEXT NOT NULL UNIQUE, closed INTEGER NOT NULL DEFAULT 0);
CREATE TABLE beginnings (room TEXT PRIMARY KEY, seq INTEGER NOT NULL, beginning BLOB NOT NULL);
CREATE TABLE directory (
    opened INTEGER PRIMARY KEY AUTOINCREMENT, room TEXT NOT NULL UNIQUE, code TEXT NOT NULL UNIQUE,
    node INTEGER REFERENCES writers ON DELETE SET NULL, due REAL, speaks INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE open_seats (
    player INTEGER, room TEXT REFERENCES directory (room) ON DELETE CASCADE, PRIMARY KEY (player, room)
);
"""
"""As in PostgreSQL, where those who store there are one by one in `writers`."""
RECENT = """
SELECT room, entry FROM (
    SELECT entries.room, entry, entries.seq, row_number() OVER (PARTITION BY entries.room ORDER BY entries.seq) AS place
    FROM entries LEFT JOIN beginnings USING (room)
    WHERE entries.room IN (SELECT value FROM json_each(?)) AND entries.seq > max(coalesce(beginnings.seq, 1), 1)
) WHERE place <= ? ORDER BY seq
"""
PAIRS = (
    "(SELECT one.value AS player, other.value AS room FROM json_each(?) AS one "
    "JOIN json_each(?) AS other ON one.key = other.key)"
)
SPOKEN = (
    ("unnest(CAST(? AS BIGINT[]), CAST(? AS TEXT[])) AS new(player, room)", f"{PAIRS} AS new"),
    ("unnest(CAST(? AS BIGINT[]), CAST(? AS TEXT[]))", PAIRS),
    ("JOIN directory USING (room)\nON CONFLICT", "JOIN directory USING (room) WHERE true ON CONFLICT"),
    (directory_postgres.RECENT, RECENT),
    ("unnest(CAST(? AS TEXT[])) AS asked(room)", "(SELECT value AS room FROM json_each(?)) AS asked"),
    ("= ANY(CAST(? AS TEXT[]))", "IN (SELECT value FROM json_each(?))"),
    ("FOR UPDATE SKIP LOCKED", ""),
    (stores_postgres.AWAIT_TURN, "SELECT 0"),
)
"""What PostgreSQL and SQLite say differently, of what the stores of a node say."""
STATISTICS = "INSERT INTO standings"
"""What changes what it has read, and is lost where two do so at once."""
LENGTH = struct.Struct(">i")
HEADER_BYTES = 20


class StoredEntries(NamedTuple):
    """Entries of a room that a transaction stores, from number `seq` on."""

    room: str
    seq: int
    entries: tuple[bytes, ...]


class ModelConnection:
    """Executes the statements of stores; mutable because it notes what a transaction stores in the journal.

    `is_ordered` says that a job has waited for those of other nodes that change results.
    """

    def __init__(self) -> None:
        self.raw = SqliteConnection(":memory:", isolation_level=None)
        self.raw.executescript(STORES + SCHEMA)
        self.raw.execute("PRAGMA foreign_keys = ON")
        self.stored: list[StoredEntries] = []
        self.is_ordered = False

    @property
    def in_transaction(self) -> bool:
        """Whether jobs share a transaction. Each of a model's calls of a journal is one by itself."""
        return False

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Store all that is done within or, where that raises, nothing. In a transaction, this is a part of that."""
        before = len(self.stored)
        try:
            with transaction(self.raw):
                yield
        except BaseException:
            del self.stored[before:]
            raise

    def execute(self, text: str, values: Values = ()) -> sqlite3.Cursor:
        """Execute a statement. Raises DuplicateError."""
        if isinstance(values, Sequence):
            values = [json.dumps(value) if isinstance(value, list | tuple) else value for value in values]
        if text == stores_postgres.AWAIT_TURN:
            self.is_ordered = True
        if text == directory_postgres.FIRST_ENTRY:
            self.stored.append(StoredEntries(values[0], 1, (values[1],)))  # type: ignore[index]
        with _duplicates():
            return self.raw.execute(_translate(text), values)

    def executemany(self, text: str, rows: Iterable[Sequence[Any]]) -> None:
        for row in rows:
            self.execute(text, row)

    def execute_rows(self, text: str, rows: Collection[Sequence[Any]]) -> list[tuple[Any, ...]]:
        """Execute a statement about several rows."""
        assert self.is_ordered or not text.startswith(STATISTICS), "another node's job may change the same statistics"
        with _duplicates():
            return self.raw.execute_rows(text, rows)

    def store(self, text: str, values: Sequence[Any]) -> None:
        """Store the rows of appends, by one of the two statements for that. Raises DuplicateError."""
        assert text in (journal_postgres.STORE, journal_postgres.OPEN_AND_STORE)
        new: dict[str, list[tuple[int, bytes]]] = {}
        with self.transaction():
            for room, seq, entry, flag in zip(*map(_unpack, values), strict=True):
                if seq == 1:
                    self.execute("INSERT INTO rooms (room) VALUES (?)", (room,))
                self.execute("INSERT INTO entries VALUES (?, ?, ?, ?)", (room, seq, entry, flag))
                new.setdefault(room, []).append((seq, entry))
        for room, rows in new.items():
            self.stored.append(StoredEntries(room, rows[0][0], tuple(entry for _, entry in rows)))


@contextmanager
def _duplicates() -> Iterator[None]:
    """Raise DuplicateError where SQLite finds what is there already."""
    try:
        yield
    except sqlite3.IntegrityError as error:
        raise DuplicateError(str(error)) from error


@cache
def _translate(text: str) -> str:
    for theirs, ours in SPOKEN:
        text = text.replace(theirs, ours)
    return text


def _unpack(array: Array) -> list[Any]:
    """What an array holds that is packed for PostgreSQL."""
    values, at = [], HEADER_BYTES
    while at < len(array.packed):
        (size,) = LENGTH.unpack_from(array.packed, at)
        at += LENGTH.size
        values.append(array.packed[at : at + size])
        at += size
    if isinstance(array, NumberArray):
        return [int.from_bytes(value, "big") for value in values]
    return values if type(array) is BlobArray else [value.decode() for value in values]
