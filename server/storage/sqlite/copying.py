"""A room's entries in a SQLite file, for `storage.copying`."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from server.storage.copying import EntryRow
from server.storage.sqlite import chunks
from server.storage.sqlite.commit_log import STORE, CommitLog

CHUNK = "INSERT INTO chunks (opened, last, entries) VALUES (?, ?, ?)"


class SqliteEntries:
    """Reads entries wherever they lie, and writes them as they lie once they are folded."""

    def __init__(self, log: CommitLog) -> None:
        """Use the commit log of the file's database."""
        self._log = log

    def read(self, connection: sqlite3.Connection, room: str, after: int, most: int) -> list[bytes]:
        return self._log.read(connection, room, after, most)

    def write(self, connection: sqlite3.Connection, opened: int, room: str, rows: Sequence[EntryRow]) -> None:
        alone = [(room, *row) for row in rows if row[0] == 1 or row[2]]
        connection.executemany(STORE, alone)
        folded = {seq: entry for seq, entry, in_summary in rows if seq > 1 and not in_summary}
        if folded:
            connection.execute(CHUNK, (opened, max(folded), chunks.pack(folded)))

    def finish(self, connection: sqlite3.Connection) -> None:
        """Do nothing: SQLite looks itself which numbers are taken."""
