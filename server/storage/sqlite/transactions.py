"""Transactions within transactions."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager


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
