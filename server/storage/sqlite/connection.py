"""A connection that takes statements about several rows, and transactions within transactions."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from typing import Any

ROWS_MAX = 64
"""How many rows a statement has at most: SQLite takes a thousand values at once, whatever its version."""


class SqliteConnection(sqlite3.Connection):
    """A connection to SQLite, as stores use it."""

    def execute_rows(self, text: str, rows: Collection[Sequence[Any]], /) -> list[tuple[Any, ...]]:
        """Execute a statement about several rows, as SqlConnection says.

        `VALUES (?, ?), (?, ?)` takes the place of `{rows}`. How many there are is a power of two each time, so that
        SQLite knows few statements.
        """
        found: list[tuple[Any, ...]] = []
        left = list(rows)
        while left:
            some = left[: min(ROWS_MAX, 1 << (len(left).bit_length() - 1))]
            del left[: len(some)]
            row = f"({', '.join('?' * len(some[0]))})"
            statement = text.format(rows="VALUES " + ", ".join([row] * len(some)))
            found += self.execute(statement, list(chain.from_iterable(some)))
        return found


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Store all that is done within or, where that raises, nothing. In a transaction, this is a part of that."""
    is_part = connection.in_transaction
    connection.execute("SAVEPOINT part" if is_part else "BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("RELEASE part" if is_part else "COMMIT")
    except BaseException:
        # On a full disk SQLite has rolled back the transaction already.
        if connection.in_transaction:
            connection.execute("ROLLBACK TO part" if is_part else "ROLLBACK")
            if is_part:
                connection.execute("RELEASE part")
        raise
