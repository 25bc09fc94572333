"""One SQLite file behind one thread and one connection, with group commit.

SQLite before 3.51.3 can damage a WAL file when two connections write or checkpoint, so exactly one connection exists.
Work handed in while a commit is on its way shares the next one: the thread takes whatever has piled up as soon as the
disk has answered, and never waits for more.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, TypeVar

from server.journal import Unwritable

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], Any]

BATCH_MAX = 4096
"""The most pieces of work one commit takes: a bound on how long the first of them waits."""

_log = logging.getLogger("parlour.database")


class _Job(NamedTuple):
    work: Work
    done: asyncio.Future[Any]


class _Result(NamedTuple):
    value: Any
    error: Exception | None


class Database:
    """The file, its thread and its queue. Mutable: it owns the one connection. Each piece of work is all or nothing."""

    def __init__(self, path: Path, schema: str) -> None:
        """Open the file, making it and its tables where they are missing. Raises Unwritable."""
        self._loop = asyncio.get_running_loop()
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._connection = _connect(path, schema)
        self.commits = 0
        self.jobs = 0
        self._thread = threading.Thread(target=self._serve, name="parlour-database", daemon=True)
        self._thread.start()

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """What `work` returns, given the connection in the database's thread; durable when this returns.

        Raises what `work` raises, after which nothing it did stands, and Unwritable when the disk refuses.
        """
        done: asyncio.Future[T] = self._loop.create_future()
        self._jobs.put(_Job(work, done))
        return await done

    async def aclose(self) -> None:
        """Finish the work handed in, checkpoint and close the file."""
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    def _serve(self) -> None:
        running = True
        while running:
            batch, running = self._gather()
            if batch:
                results = self._commit(batch)
                self._loop.call_soon_threadsafe(_settle, batch, results)
        self._connection.close()

    def _gather(self) -> tuple[list[_Job], bool]:
        """Everything waiting, at least one job; and whether to go on after it."""
        batch: list[_Job] = []
        job = self._jobs.get()
        while job is not None and len(batch) < BATCH_MAX:
            batch.append(job)
            try:
                job = self._jobs.get_nowait()
            except Empty:
                return batch, True
        if job is not None:
            self._jobs.put(job)
        return batch, job is not None

    def _commit(self, batch: list[_Job]) -> list[_Result]:
        """The batch in one transaction; when the disk refuses it, none of it stands."""
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            results = [self._attempt(job.work) for job in batch]
            self._connection.execute("COMMIT")
        except sqlite3.Error as error:
            _log.error("event=commit-failed error=%s", ascii(str(error)))
            self._give_back()
            return [_Result(None, Unwritable(str(error)))] * len(batch)
        self.commits += 1
        self.jobs += len(batch)
        return results

    def _attempt(self, work: Work) -> _Result:
        """One piece of work. What it raises of its own is its alone; an error of the disk ends the whole batch."""
        try:
            return _Result(work(self._connection), None)
        except sqlite3.OperationalError:
            raise
        except Exception as error:  # noqa: BLE001 - handed to whoever asked for the work
            return _Result(None, error)

    def _give_back(self) -> None:
        if self._connection.in_transaction:
            self._connection.rollback()


def _connect(path: Path, schema: str) -> sqlite3.Connection:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, cached_statements=64)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.executescript(schema)
    except (OSError, sqlite3.Error) as error:
        raise Unwritable(f"{path} cannot be opened: {error}") from error
    return connection


def _settle(batch: list[_Job], results: list[_Result]) -> None:
    for job, (value, error) in zip(batch, results, strict=True):
        if job.done.cancelled():
            continue
        if error is None:
            job.done.set_result(value)
        else:
            job.done.set_exception(error)
