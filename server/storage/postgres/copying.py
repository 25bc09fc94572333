"""A room's entries in PostgreSQL, for `storage.copying`."""

from __future__ import annotations

from collections.abc import Sequence

from server.storage.copying import EntryRow
from server.storage.postgres.connection import PostgresConnection
from server.storage.postgres.journal import READ

STORE = "INSERT INTO entries (room, seq, entry, in_summary) VALUES (?, ?, ?, ?)"
NUMBERED = """
SELECT table_name, column_name FROM information_schema.columns
WHERE table_schema = current_schema() AND identity_generation = 'BY DEFAULT'
"""
GO_ON = "SELECT setval(pg_get_serial_sequence(?, ?), (SELECT coalesce(max({column}), 0) + 1 FROM {table}), false)"


class PostgresEntries:
    """Reads and writes an entry as a row."""

    def read(self, connection: PostgresConnection, room: str, after: int, most: int) -> list[bytes]:
        return [entry for (entry,) in connection.execute(READ, (room, after, most))]

    def write(self, connection: PostgresConnection, opened: int, room: str, rows: Sequence[EntryRow]) -> None:  # noqa: ARG002 - the row says which room
        connection.executemany(STORE, [(room, *row) for row in rows])

    def finish(self, connection: PostgresConnection) -> None:
        """Have each table's numbers go on behind the highest."""
        for table, column in connection.execute(NUMBERED).fetchall():
            connection.execute(GO_ON.format(table=table, column=column), (table, column)).fetchone()
