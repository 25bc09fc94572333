"""Counts the old rooms of a PostgreSQL database beside the server that uses it."""

from __future__ import annotations

import psycopg

from server.room.journal import StorageUnavailableError
from server.storage.postgres import dialect
from server.storage.postgres.values import adapt_values
from server.storage.sql.pruning import COUNT, PruneCount


def count_old(address: str, before: float) -> PruneCount:
    """Count what `prune` would remove, without changing anything. Raises StorageUnavailableError."""
    query = dialect.statement(COUNT)
    try:
        with psycopg.connect(address) as reader:
            adapt_values(reader)
            rooms, games = reader.execute(query.text.encode(), query.fit((before,))).fetchone() or (0, 0)
            return PruneCount(rooms, games)
    except psycopg.ProgrammingError as error:
        if error.sqlstate is None:  # which may quote a password
            raise StorageUnavailableError("PostgreSQL doesn't understand the address of the database") from None
        raise StorageUnavailableError(" ".join(str(error).split())) from error
    except psycopg.Error as error:
        raise StorageUnavailableError(" ".join(str(error).split())) from error
