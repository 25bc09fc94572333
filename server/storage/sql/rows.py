"""Statements about several rows at once: one costs little more than it does for one row.

A statement says `{rows}` where its rows stand, and `VALUES (?, ?), (?, ?)` takes that place. How many there are is a
power of two each time, so that a database knows few statements.

With `IN ({rows})` SQLite would use no index of several columns. It does with `FROM ({rows}) AS asked CROSS JOIN`, where
the columns of the rows are `column1` and so on.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import chain
from typing import Any

from server.storage.connection import SqlConnection

ROWS_MAX = 64
"""How many rows a statement has at most: SQLite takes a thousand values at once, whatever its version."""

Rows = Collection[Sequence[Any]]


def select_rows(connection: SqlConnection, text: str, rows: Rows) -> list[tuple[Any, ...]]:
    """The rows that a statement selects by some rows, in no order."""
    return [row for statement, values in _statements(text, rows) for row in connection.execute(statement, values)]


def write_rows(connection: SqlConnection, text: str, rows: Rows) -> None:
    """Insert some rows, in their order. No two of them may be the same row of the table."""
    for statement, values in _statements(text, rows):
        connection.execute(statement, values)


def _statements(text: str, rows: Rows) -> Iterator[tuple[str, list[Any]]]:
    left = list(rows)
    while left:
        some = left[: min(ROWS_MAX, 1 << (len(left).bit_length() - 1))]
        del left[: len(some)]
        row = f"({', '.join('?' * len(some[0]))})"
        yield text.format(rows="VALUES " + ", ".join([row] * len(some))), list(chain.from_iterable(some))
