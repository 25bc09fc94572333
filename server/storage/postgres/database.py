"""A PostgreSQL database behind one thread and one session."""

from __future__ import annotations

import asyncio
import logging
import sys
from contextlib import AbstractContextManager
from functools import partial
from time import monotonic

import psycopg

from server.room.journal import StorageUnavailableError
from server.storage.database import FAILED, Database, Job, JobResult, Work
from server.storage.postgres import dialect
from server.storage.postgres.connection import PostgresConnection
from server.storage.postgres.session import (
    AbandonedError,
    FencedError,
    LostCommitsError,
    PostgresSession,
    UndoneError,
)

COLLISIONS: tuple[type[Exception], ...] = (psycopg.errors.UniqueViolation, psycopg.errors.DeadlockDetected)
"""What befalls a job that has read what another node then changed, or that two nodes block each other with."""
TRIES = 10
"""How often a job is run that collides each time."""
CLOSE_WITHIN_S = 5.0
"""How long a server that stops waits for PostgreSQL."""


_log = logging.getLogger("parlour.database")


class PostgresDatabase(Database[PostgresConnection]):
    """One PostgreSQL database, which one server at a time may use.

    Jobs wait for as long as PostgreSQL is away. One whose answer was lost is looked up, and run again if nothing of it
    is stored; so jobs may change nothing but the database. `heads` are rooms' newest numbers, as far as known.
    `writer` is the server's row, without which it writes nothing, and `name` what PostgreSQL knows its session by. Once
    that row has gone, a node `is_fenced`, and may begin anew.
    """

    _refusals = (StorageUnavailableError,)

    def __init__(self, url: str, schema: str, *, is_node: bool = False) -> None:
        """Connect, and make the tables that are missing, of SQLite's schema. Raises StorageUnavailableError.

        A node shares the database with others of its cluster.
        """
        self.heads: dict[str, int] = {}
        self.is_fenced = False
        self._asked_at: float | None = None
        self._open = partial(PostgresSession, url, dialect.schema(schema), is_node=is_node)
        self._use(self._open())
        super().__init__(self._connection)

    def _use(self, session: PostgresSession) -> None:
        self._session, self._connection = session, PostgresConnection(session)
        self.writer, self.name = session.writer.writer, session.name

    @property
    def is_away(self) -> bool:
        return self._session.is_away

    @property
    def waits_s(self) -> float:
        asked_at = self._asked_at
        return 0.0 if asked_at is None else monotonic() - asked_at

    async def aclose(self) -> None:
        """Finish the waiting jobs, unless PostgreSQL is away, and close the session."""
        closing = asyncio.ensure_future(super().aclose())
        while not (await asyncio.wait([closing], timeout=CLOSE_WITHIN_S))[0]:
            self._session.abandon()

    def end(self) -> None:
        """Store nothing more: what waits, or is asked for before this begins anew, raises StorageUnavailableError."""
        self.is_alive = False
        self._session.abandon()

    async def begin_anew(self) -> None:
        """Be another server that writes, once this one has ended. Raises StorageUnavailableError.

        All that the old one was asked for has failed by then.
        """
        session = await asyncio.to_thread(self._open)
        await super().aclose()
        self._use(session)
        self.heads.clear()
        self.failed.clear()
        self.why, self.is_fenced, self.is_alive = FAILED, False, True
        self._begin()

    def _run_batch(self, batch: list[Job]) -> list[JobResult]:
        self._asked_at = monotonic()
        try:
            while True:
                try:
                    return super()._run_batch(batch)
                except UndoneError:
                    self.heads.clear()
        finally:
            self._asked_at = None

    def _attempt(self, work: Work) -> JobResult:
        """Run a job again that has collided with another node's: it then reads what that has stored."""
        result = super()._attempt(work)
        for _ in range(TRIES):
            if result.error is None or not isinstance(result.error.__cause__, COLLISIONS):
                break
            result = super()._attempt(work)
        return result

    def _transaction(self) -> AbstractContextManager[None]:
        return self._connection.transaction()

    def _ends_batch(self, error: Exception) -> bool:
        return isinstance(error, UndoneError | FencedError | AbandonedError)

    def _fail(self) -> None:
        error = sys.exception()
        self.is_fenced = isinstance(error, FencedError) and not isinstance(error, LostCommitsError)
        if isinstance(error, FencedError | AbandonedError):
            self.why = str(error)
            _log.error("event=database-gone reason=%s", ascii(self.why))
            self._give_up()
        else:
            super()._fail()

    def _undo(self, error: Exception) -> None:  # noqa: ARG002 - the session has logged it
        self.heads.clear()

    def _close(self) -> None:
        self._session.close()
