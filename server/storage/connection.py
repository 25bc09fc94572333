"""What a store needs of a database, so that its statements are written once for every engine.

They are SQLite's, as far as PostgreSQL has the same; the values' places are `?`, `?1` or `:name`. A flag is 0 or 1. A
store looks first whether a row is there, or says ON CONFLICT: what breaks UNIQUE is an error of the engine's own.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeVar

T = TypeVar("T")
Values = Sequence[Any] | Mapping[str, Any]


def upsert(table: str, key: str, columns: str, rows: str = "") -> str:
    """The statement that stores a row, of a key's columns and others, in place of the one that has its key.

    `rows` stands in the place of one row's values.

    >>> upsert("notes", "player", "text")
    'INSERT INTO notes (player, text) VALUES (?, ?) ON CONFLICT (player) DO UPDATE SET text = excluded.text'
    """
    others = columns.split(", ")
    places = ", ".join("?" * (len(key.split(", ")) + len(others)))
    changed = ", ".join(f"{column} = excluded.{column}" for column in others)
    insert = f"INSERT INTO {table} ({key}, {columns}) {rows or f'VALUES ({places})'}"
    return f"{insert} ON CONFLICT ({key}) DO UPDATE SET {changed}"


class SqlCursor(Protocol):
    """The rows of an executed statement, each a tuple, or how many it has changed."""

    @property
    def rowcount(self) -> int:
        """How many rows an INSERT, UPDATE or DELETE has changed."""

    @property
    def description(self) -> Any:  # noqa: ANN401 - each engine has its own
        """A sequence for each column, with its name first."""

    def fetchone(self) -> Any:  # noqa: ANN401 - as sqlite3 has them
        """The next row, or None."""

    def fetchall(self) -> list[Any]:
        """The rows that are left."""

    def __iter__(self) -> Iterator[Any]:
        """Each row that is left."""


class SqlConnection(Protocol):
    """A connection within one job of its database, which is all or nothing."""

    def execute(self, text: str, values: Values = ..., /) -> SqlCursor:
        """Execute one statement."""

    def executemany(self, text: str, rows: Iterable[Sequence[Any]], /) -> object:
        """Execute one statement with each of many values."""

    def execute_rows(self, text: str, rows: Collection[Sequence[Any]], /) -> list[tuple[Any, ...]]:
        """Execute a statement about several rows, which costs little more than about one; returns what it selects.

        The statement says `{rows}` where they stand, in their order. No two that it inserts may be the same row of the
        table. With `IN ({rows})` SQLite would use no index of several columns. It does with
        `FROM ({rows}) AS asked CROSS JOIN`, where the columns of the rows are `column1` and so on.
        """


class SqlDatabase(Protocol):
    """A database that runs jobs, one after the other."""

    def run(self, work: Callable[[SqlConnection], T]) -> Awaitable[T]:
        """Call `work` with the connection, perhaps twice, the first time undone; it may change nothing else.

        What it wrote is durable once the result is there. Raises what `work` raises, after undoing what it did, and
        StorageUnavailableError when the engine refuses.
        """
