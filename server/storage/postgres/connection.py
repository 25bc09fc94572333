"""The connection that stores use: SQLite's statements, in transactions that cost what they have to.

PostgreSQL is a round trip away, and a commit costs it a sync. So reads alone make no transaction, which begins with the
first write; and what begins and marks it goes to PostgreSQL together.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from server.storage.connection import Values
from server.storage.postgres import dialect
from server.storage.postgres.session import COUNT, Cursor, FencedError, PostgresSession, RefusedError, UndoneError

FENCE = COUNT.format("%b", "%b", "%b") + " RETURNING 1"
MARK = "SAVEPOINT job"
REPLACE_MARK = "RELEASE job; SAVEPOINT job"
UNDO_JOB = "ROLLBACK TO job"


class PostgresConnection:
    """A connection as SQLite's is, as far as stores use it; mutable because a transaction is open or not."""

    def __init__(self, session: PostgresSession) -> None:
        """Use an open session."""
        self._session = session
        self._depth = 0
        self._has_begun = False
        self._begun_in = 0
        self._has_mark = False
        self._is_marked = False

    @property
    def in_transaction(self) -> bool:
        """Whether what is written is stored with more, or not at all."""
        return self._depth > 0

    def execute(self, text: str, values: Values = ()) -> Cursor:
        """Execute a statement of SQLite's.

        Raises StorageUnavailableError, and UndoneError or FencedError, which end the transaction.
        """
        self._prepare(text)
        translated = dialect.statement(text)
        return self._session.send(translated.text, translated.fit(values))

    def executemany(self, text: str, rows: Iterable[Values]) -> None:
        """Execute a statement with each of many values; raises as `execute` does."""
        self._prepare(text)
        translated = dialect.statement(text)
        self._session.send_many(translated.text, [translated.fit(row) for row in rows])

    def execute_rows(self, text: str, rows: Collection[Sequence[Any]]) -> list[tuple[Any, ...]]:
        """Execute a statement of SQLite's about several rows; raises as `execute` does."""
        if not rows:
            return []
        cursor = self.execute(*dialect.about_rows(text, rows))
        return cursor.fetchall() if cursor.description else []

    def store(self, text: str, values: Sequence[Any]) -> None:
        """Execute a statement of PostgreSQL's that inserts something, as a transaction by itself if none is open.

        It begins with `WITH fence AS ({fence})`, which has a row if this server may write. Raises as `execute` does.
        """
        if self._depth:
            self._prepare(text)
            self._session.send(text.format(fence="SELECT 1"), values)
            return
        cursor = self._session.commit(text.format(fence=FENCE), (*self._session.writer, *values))
        if cursor is not None:
            _refuse_fenced(cursor)
            self._session.note_committed()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Store all that is done within or, where that raises, nothing. In a transaction, this is a part of that."""
        self._depth += 1
        self._is_marked = False
        try:
            yield
            if self._depth == 1:
                self._commit()
        except BaseException as error:
            self._undo(is_lost=isinstance(error, UndoneError))
            raise
        finally:
            self._depth -= 1
            if not self._depth:
                self._has_begun = self._has_mark = False

    def _prepare(self, text: str) -> None:
        """Begin what a statement belongs to, if it has not begun."""
        if not self._has_begun and text.lstrip()[:6].upper() == "SELECT":
            return
        if not self._depth:
            raise RuntimeError("only a transaction may write")
        self._refuse_undone()
        steps = []
        is_first = not self._has_begun
        if is_first:
            steps += ["BEGIN", COUNT.format(*self._session.writer)]
        if self._depth > 1 and not self._is_marked:
            steps.append(REPLACE_MARK if self._has_mark else MARK)
        if not steps:
            return
        self._has_begun, self._begun_in = True, self._session.writer.session
        cursor = self._session.send("; ".join(steps))
        self._is_marked = self._has_mark = self._depth > 1
        if is_first:
            cursor.nextset()
            _refuse_fenced(cursor)

    def _commit(self) -> None:
        if not self._has_begun:
            return
        self._refuse_undone()
        cursor = self._session.commit("COMMIT")
        if cursor is None:
            return
        if cursor.statusmessage != "COMMIT":
            raise RefusedError("the transaction was undone")
        self._session.note_committed()

    def _undo(self, *, is_lost: bool) -> None:
        """Undo all, or the part that failed; where all is lost, that is no part of a transaction any more."""
        if not self._has_begun:
            return
        if self._depth == 1:
            with suppress(UndoneError, RefusedError):
                self._session.send("ROLLBACK")
        elif self._is_marked and not is_lost:
            self._session.send(UNDO_JOB)

    def _refuse_undone(self) -> None:
        """Raise UndoneError in a transaction of a session that broke, which a job may have overlooked."""
        if self._has_begun and self._session.writer.session != self._begun_in:
            raise UndoneError


def _refuse_fenced(cursor: Cursor) -> None:
    if not cursor.rowcount:
        raise FencedError("another server has taken the database over")
