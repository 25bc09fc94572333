"""Copies all that a server stores from one database to another, empty one, and compares the two.

The copy is a single transaction: it is there whole, with nothing different, or not at all.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from hashlib import sha256
from typing import Any, NamedTuple, Protocol, TypeVar

import msgspec

from server.storage.connection import SqlConnection
from server.storage.database import Database

T = TypeVar("T")
Ask = Callable[[Callable[[Any], T]], T]
"""Calls something with a connection."""
EntryRow = tuple[int, bytes, int]
"""The number of a room's entry, the entry, and 1 if it belongs to the room's summary, or else 0."""

TABLES: Mapping[str, str] = {
    "players": "player",
    "tokens": "issued",
    "devices": "device",
    "link_codes": "player",
    "claimed_names": "folded",
    "notes": "player",
    "former_players": "player",
    "last_seen": "player",
    "games": "past",
    "seats": "player, past",
    "ranks": "game, player, level",
    "encounters": "player, game, whom, level",
    "records": "kept",
    "standings": "player, game",
    "sanctions": "kind, target",
    "reports": "number",
    "rooms": "opened",
    "beginnings": "room",
}
"""The tables that both engines have alike, and the primary key of each. What else there is has a room's entries."""
ROWS_AT_ONCE = 500
IN_SUMMARY = "SELECT seq FROM entries WHERE room = ? AND in_summary = 1"
ROOMS = "SELECT opened, room FROM rooms ORDER BY opened"


class CopyRefusedError(Exception):
    """Nothing was copied; the message says why."""


class StoredEntries(Protocol):
    """How an engine's journal keeps the entries of rooms."""

    def read(self, connection: Any, room: str, after: int, most: int) -> list[bytes]:  # noqa: ANN401 - the engine's own
        """The entries of a room that follow entry `after`, in order, or the first `most` of them."""

    def write(self, connection: Any, opened: int, room: str, rows: Sequence[EntryRow]) -> None:  # noqa: ANN401 - as above
        """Store entries of a room whose row has the number `opened`."""

    def finish(self, connection: Any) -> None:  # noqa: ANN401 - as above
        """Do what is left when all rows of all tables are there."""


class CopySide(NamedTuple):
    """A database, and its journal's entries."""

    database: Database[Any]
    entries: StoredEntries


class CopyDigest(NamedTuple):
    """How many rows there are, and the hash of them all."""

    rows: int
    sha256: bytes


class _Running:
    """A digest of the rows so far. Mutable."""

    def __init__(self) -> None:
        self._count = 0
        self._hash = sha256()

    def add(self, rows: Sequence[Any]) -> None:
        self._count += len(rows)
        for row in rows:
            self._hash.update(msgspec.msgpack.encode(row))

    @property
    def digest(self) -> CopyDigest:
        return CopyDigest(self._count, self._hash.digest())


async def copy(source: CopySide, target: CopySide) -> Mapping[str, CopyDigest]:
    """Copy everything; returns the digest of each table and, by their names, of each room's entries.

    Raises CopyRefusedError and StorageUnavailableError, and then the target is as it was; also when it is cancelled.
    """
    loop, cancelled = asyncio.get_running_loop(), threading.Event()

    async def run(work: Callable[[Any], T]) -> T:
        return await source.database.run(work)

    def ask(work: Callable[[Any], T]) -> T:
        if cancelled.is_set():
            raise CopyRefusedError("interrupted")
        return asyncio.run_coroutine_threadsafe(run(work), loop).result()

    try:
        return await target.database.run(lambda connection: _copy(ask, source.entries, connection, target.entries))
    except asyncio.CancelledError:
        cancelled.set()
        raise


def _copy(
    ask: Ask[Any], source: StoredEntries, connection: SqlConnection, target: StoredEntries
) -> Mapping[str, CopyDigest]:
    """Copy and compare, in the target's thread; `ask` asks the source."""
    for table in TABLES:
        if connection.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone():  # noqa: S608 - ours
            raise CopyRefusedError("the target has players or tables already: take an empty one")
    columns = {table: ask(partial(_columns, table)) for table in TABLES}
    copied = {table: _copy_table(ask, connection, table, columns[table]) for table in TABLES}
    rooms = connection.execute(ROOMS).fetchall()
    for opened, room in rooms:
        copied[room] = _digest(_copied_entries(ask, source, connection, target, opened, room))
    target.finish(connection)

    def look(work: Callable[[Any], T]) -> T:
        return work(connection)

    for table in TABLES:
        _compare(table, copied[table], _digest(_pages(look, table, columns[table])))
    for _, room in rooms:
        _compare(f"the entries of {room}", copied[room], _digest(_entries(look, target, room)))
    return copied


def _compare(what: str, source: CopyDigest, target: CopyDigest) -> None:
    if source != target:
        raise CopyRefusedError(f"{what}: {source.rows} in the source and {target.rows} in the copy are not the same")


def _digest(pages: Iterator[Sequence[Any]]) -> CopyDigest:
    running = _Running()
    for page in pages:
        running.add(page)
    return running.digest


def _columns(table: str, connection: SqlConnection) -> list[str]:
    return [name for name, *_ in connection.execute(f"SELECT * FROM {table} LIMIT 0").description]  # noqa: S608 - ours


def _copy_table(ask: Ask[Any], connection: SqlConnection, table: str, columns: Sequence[str]) -> CopyDigest:
    places = ", ".join("?" * len(columns))
    insert = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({places})"  # noqa: S608 - ours
    running = _Running()
    for page in _pages(ask, table, columns):
        connection.executemany(insert, page)
        running.add(page)
    return running.digest


def _pages(ask: Ask[Any], table: str, columns: Sequence[str]) -> Iterator[Sequence[Any]]:
    """The rows of a table in the order of its key, so many at once."""
    key = TABLES[table]
    names = key.split(", ")
    places = ", ".join("?" * len(names))
    begin = f"SELECT {', '.join(columns)} FROM {table}"  # noqa: S608 - ours
    end = f"ORDER BY {key} LIMIT {ROWS_AT_ONCE}"
    query, after = f"{begin} {end}", tuple[Any, ...]()
    while rows := ask(partial(_select, query, after)):
        yield rows
        query = f"{begin} WHERE ({key}) > ({places}) {end}"
        after = tuple(rows[-1][columns.index(name)] for name in names)


def _select(query: str, values: Sequence[Any], connection: SqlConnection) -> list[Any]:
    return connection.execute(query, values).fetchall()


def _entries(ask: Ask[Any], stored: StoredEntries, room: str) -> Iterator[Sequence[EntryRow]]:
    """A room's entries, so many at once."""
    marked = {seq for (seq,) in ask(partial(_select, IN_SUMMARY, (room,)))}
    after = 0
    while page := ask(partial(_read, stored, room, after)):
        yield [(seq, entry, int(seq in marked)) for seq, entry in enumerate(page, after + 1)]
        after += len(page)


def _read(stored: StoredEntries, room: str, after: int, connection: SqlConnection) -> list[bytes]:
    return stored.read(connection, room, after, ROWS_AT_ONCE)


def _copied_entries(
    ask: Ask[Any], source: StoredEntries, connection: SqlConnection, target: StoredEntries, opened: int, room: str
) -> Iterator[Sequence[EntryRow]]:
    """A room's entries, each of which is stored in the target as well."""
    for page in _entries(ask, source, room):
        target.write(connection, opened, room, page)
        yield page
