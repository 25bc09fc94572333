"""One server's session with PostgreSQL, made anew when it breaks, and what became of a write whose answer never came.

Each server has a row in `writers`. Every transaction that writes also takes that row's number one up, so that the row
tells whether it was committed. Where the row has gone, another server has taken the database over, and nothing is
stored any more.

A session that breaks may have left something on its way. So whoever resumes ends the old session, locks the row, which
waits for what is still being committed, and changes the number of the session in it: what comes later from the old one
finds no row. This is itself a write, and so a standby that must have it has all from before.
"""

from __future__ import annotations

import logging
import os
import secrets
import socket
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from time import monotonic, sleep
from typing import Any, NamedTuple

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg.pq import ConnStatus, TransactionStatus

from server.room.journal import StorageUnavailableError
from server.storage.connection import Values
from server.storage.database import DatabaseInUseError
from server.storage.postgres.safety import ASK, SETTINGS, refuse_unsafe
from server.storage.postgres.values import adapt_values

Raw = psycopg.Connection[tuple[Any, ...]]
Cursor = psycopg.Cursor[tuple[Any, ...]]

VERSION = 1
"""The layout of the tables, stored in `layout`."""
INVALID = "PostgreSQL doesn't understand the address of the database: write postgresql://USER@HOST/DATABASE"
RETRY_S = 0.1
"""How long to wait before a server that does not answer is asked again."""
TRIES = 5
"""How often a server tries to become a writer where that ends in a deadlock."""
LOCK_WITHIN_S = 3.0
"""How long a server that starts waits for one that was just killed to be noticed as gone."""
CONNECTION: dict[str, Any] = {
    "target_session_attrs": "read-write",
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
}
"""What a database's address may say otherwise; a server that has vanished is noticed within some 15 s."""
SETUP = """
SET default_transaction_isolation = 'read committed';
SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 3;
SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off
"""
"""Whoever waits for a row's lock then reads its newest numbers; and PostgreSQL notices a server that has vanished.

Plans are made while tables are still small, and kept: all statements find rows by an index, however few there are.
"""
TABLES = """
CREATE TABLE IF NOT EXISTS layout (version BIGINT NOT NULL);
INSERT INTO layout SELECT {version} WHERE NOT EXISTS (SELECT 1 FROM layout);
CREATE TABLE IF NOT EXISTS writers (
    writer BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, session BIGINT NOT NULL, last BIGINT NOT NULL
) WITH (fillfactor = 20);
"""
HAS_LAYOUT = "SELECT to_regclass('layout') IS NOT NULL"
LOCK = "SELECT pg_try_advisory_lock(hashtext('parlour'), hashtext(current_schema()))"
"""Held by the one server that uses the tables, for as long as its session lasts."""
SHARED_LOCK = "SELECT pg_try_advisory_lock_shared(hashtext('parlour'), hashtext(current_schema()))"
"""Held in its place by each of the nodes that use them together."""
LOCK_LAYOUT = "SELECT pg_advisory_xact_lock(hashtext('parlour layout'), hashtext(current_schema()))"
"""Held by whoever makes tables, as several that make the same at once would fail."""
JOIN = "INSERT INTO writers (session, last) VALUES (0, 0) RETURNING writer, session, last"
END_OTHERS = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = %s AND pid <> pg_backend_pid()
"""
RESUME = "UPDATE writers SET session = session + 1 WHERE writer = %s RETURNING writer, session, last"
COUNT = "UPDATE writers SET last = last + 1 WHERE writer = {} AND session = {} AND last = {}"
"""Every transaction that writes has this in it; where it finds no row, this server may write no more."""

_log = logging.getLogger("parlour.database")


class FencedError(Exception):
    """This server can store nothing more: another has the database, or other nodes have evicted it."""


class LostCommitsError(FencedError):
    """The database was put back to an earlier state."""


class AbandonedError(Exception):
    """This server was stopped while PostgreSQL did not answer."""


class UndoneError(Exception):
    """The session broke and is open again. Nothing of the transaction is stored, so it can be run again."""


class RefusedError(StorageUnavailableError):
    """PostgreSQL has refused a statement: nothing of it is stored, nor of its transaction or its part of one."""


class DuplicateError(RefusedError):
    """What was to be stored is there already."""


class Writer(NamedTuple):
    """A row of `writers`: a server, how often it has resumed, and the number of its last commit."""

    writer: int
    session: int
    last: int


class PostgresSession:
    """The session of the server that writes; mutable because it changes with each commit and each break.

    Used by one thread, but for `abandon` and `is_away`, which tells that it has no connection now.
    """

    def __init__(self, url: str, schema: str, *, is_node: bool = False) -> None:
        """Connect, and make what is missing. Raises StorageUnavailableError with a sentence.

        A server that is a node shares the database with others of its cluster.
        """
        try:
            self._conninfo = conninfo_to_dict(url)
        except psycopg.Error:  # which may quote a password
            raise StorageUnavailableError(INVALID) from None
        self._is_node = is_node
        self.name = f"parlour {secrets.token_hex(4)}"
        self._abandoned = threading.Event()
        self.is_away = False
        try:
            self._connect()
            with _closed_on_error(self._raw):
                self.writer = _take_over(self._raw, schema, is_node=is_node)
        except (psycopg.Error, UnicodeError) as error:
            raise StorageUnavailableError(f"can't open the database: {_line(error)}") from error

    def send(self, text: str, values: Values | None = None) -> Cursor:
        """Execute a statement, or without values perhaps many, that commits nothing.

        Raises RefusedError, UndoneError, or whatever a value raises that cannot be sent.
        """
        has_values = values is not None
        with self._undone_if_broken():
            return self._raw.execute(text.encode(), values, prepare=None if has_values else False, binary=has_values)

    def send_many(self, text: str, rows: Sequence[Values]) -> None:
        """Execute a statement with each of many values; raises as `send` does."""
        with self._undone_if_broken():
            self._raw.cursor().executemany(text.encode(), rows)

    def commit(self, text: str, values: Values | None = None) -> Cursor | None:
        """Execute the statement that stores what has COUNT in it; None where the answer was lost, and it is stored.

        Raises RefusedError or UndoneError, and then it has stored nothing.
        """
        number = self.writer.last + 1
        try:
            return self._raw.execute(text.encode(), values, prepare=None if values else False)
        except Exception as error:
            self._raise_refusal(error)
            is_broken = not _is_ready(self._raw)
            self.resume()
            if self.writer.last == number:
                return None
            if is_broken:
                raise UndoneError from error
            raise

    def note_committed(self) -> None:
        """Note that the answer to `commit` is that all is stored."""
        self.writer = self.writer._replace(last=self.writer.last + 1)

    def resume(self) -> None:
        """Connect again, however long that takes. Raises FencedError or AbandonedError."""
        said, self.is_away = "", True
        while True:
            self.close()
            if self._abandoned.is_set():
                raise AbandonedError("PostgreSQL did not answer while the server was stopped")
            try:
                self._connect()
                writer = _resume(self._raw, self.name, self.writer, is_node=self._is_node)
            except FencedError:
                raise
            except Exception as error:  # noqa: BLE001 - whatever psycopg makes of a server that goes away meanwhile
                if said != (said := _line(error)):
                    _log.warning("event=database-away error=%s", ascii(said))
            else:
                self.writer, self.is_away = writer, False
                _log.warning("event=database-back")
                return
            self._abandoned.wait(RETRY_S)

    def close(self) -> None:
        """Close the connection, broken or not."""
        with suppress(Exception):
            self._raw.close()

    def abandon(self) -> None:
        """Wait for no answer any more. May be called by another thread."""
        self._abandoned.set()
        with suppress(Exception), socket.socket(fileno=os.dup(self._raw.pgconn.socket)) as wire:
            wire.shutdown(socket.SHUT_RDWR)

    def _connect(self) -> None:
        """Make a connection, which can be abandoned from its first statement on."""
        own = {"application_name": self.name, "client_encoding": "utf8"}
        self._raw = raw = psycopg.connect(autocommit=True, **{**CONNECTION, **self._conninfo, **own})
        with _closed_on_error(raw):
            adapt_values(raw)
            refuse_unsafe(dict(zip(SETTINGS, raw.execute(ASK.encode()).fetchone() or (), strict=True)))
            raw.execute(SETUP)

    @contextmanager
    def _undone_if_broken(self) -> Iterator[None]:
        try:
            yield
        except Exception as error:
            self._raise_refusal(error)
            if _is_ready(self._raw):
                raise
            self.resume()
            raise UndoneError from error

    def _raise_refusal(self, error: Exception) -> None:
        """Raise RefusedError where that is what a session that goes on has clearly answered.

        Of nodes that wait for one another, PostgreSQL undoes what one of them does, which is then done again.
        """
        if isinstance(error, psycopg.Error) and error.sqlstate and _is_ready(self._raw):
            if isinstance(error, psycopg.errors.DeadlockDetected):
                with self._undone_if_broken():
                    self._raw.execute("ROLLBACK")
                raise UndoneError from error
            if isinstance(error, psycopg.errors.UniqueViolation):
                raise DuplicateError(_line(error)) from error
            _log.error("event=commit-failed error=%s", ascii(_line(error)))
            raise RefusedError(_line(error)) from error


def _is_ready(raw: Raw) -> bool:
    """Whether a session waits for its next statement; a broken one does not, nor one in the middle of an answer."""
    busy = (TransactionStatus.ACTIVE, TransactionStatus.UNKNOWN)
    return raw.pgconn.status == ConnStatus.OK and raw.pgconn.transaction_status not in busy


def _take_over(raw: Raw, schema: str, *, is_node: bool) -> Writer:
    """Become the one server that writes, or one node of those. Raises StorageUnavailableError where that cannot be.

    What other nodes store meanwhile may wait for the tables' layout as this waits for them: then it is tried again.
    """
    _lock(raw, is_node=is_node)
    for _ in range(TRIES - 1):
        with suppress(psycopg.errors.DeadlockDetected):
            return _join(raw, schema, is_node=is_node)
    return _join(raw, schema, is_node=is_node)


def _join(raw: Raw, schema: str, *, is_node: bool) -> Writer:
    with raw.transaction():
        raw.execute(LOCK_LAYOUT)
        if _first(raw, HAS_LAYOUT):
            _refuse_newer(_first(raw, "SELECT version FROM layout"))
        raw.execute((TABLES.format(version=VERSION) + schema).encode())
        if not is_node:
            raw.execute("DELETE FROM writers")
        row = raw.execute(JOIN).fetchone()
    assert row is not None
    return Writer(*row)


def _lock(raw: Raw, *, is_node: bool) -> None:
    until = monotonic() + LOCK_WITHIN_S
    while not _first(raw, SHARED_LOCK if is_node else LOCK):
        if monotonic() >= until:
            raise DatabaseInUseError("Another server is already using this database.")
        sleep(RETRY_S)


def _refuse_newer(version: int) -> None:
    if version > VERSION:
        raise StorageUnavailableError(
            f"The database has version {version}, but this program only knows versions up to {VERSION}: "
            "use a newer Parlour."
        )


def _resume(raw: Raw, name: str, writer: Writer, *, is_node: bool) -> Writer:
    """What the server's row says once nothing of its older sessions is under way.

    Raises FencedError, or StorageUnavailableError where another server has the lock.
    """
    raw.execute(END_OTHERS, (name,))
    row = raw.execute(RESUME, (writer.writer,)).fetchone()
    if row is None:
        raise FencedError("another server has taken the database over")
    if Writer(*row).last < writer.last:
        raise LostCommitsError("the database has lost commits that it had confirmed")
    _lock(raw, is_node=is_node)
    return Writer(*row)


def _first(raw: Raw, query: str) -> Any:  # noqa: ANN401 - whatever is asked for
    row = raw.execute(query.encode()).fetchone()
    return None if row is None else row[0]


def _line(error: Exception) -> str:
    """What an error says, in one line: of an answer its first part alone, as the rest may quote what is stored."""
    said = error.diag.message_primary if isinstance(error, psycopg.Error) else None
    return " ".join((said or str(error)).split())


@contextmanager
def _closed_on_error(raw: Raw) -> Iterator[None]:
    try:
        yield
    except BaseException:
        raw.close()
        raise
