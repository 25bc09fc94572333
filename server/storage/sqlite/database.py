"""One SQLite file behind one thread and one connection, with group commit.

SQLite before 3.51.3 can damage a WAL file when two connections write or checkpoint, so exactly one connection exists.
Group commit makes up for what one writer costs: jobs handed in during a commit share the next one. The thread takes
whatever waits as soon as the disk has answered, and never waits for more.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing, suppress
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, TypeVar
from weakref import finalize

from server.room.journal import StorageUnavailableError
from server.storage.sqlite import wal

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], Any]
Upgrade = Callable[[sqlite3.Connection], None]
"""Converts tables that an older server made to the current layout."""

VERSION = 1
"""The layout of the file, stored in its `PRAGMA user_version`; 0 stands for all layouts before the first number."""

BATCH_MAX = 4096
"""How many jobs one commit takes at most, which bounds how long the first of them waits."""

JOBS_MAX = 32
"""How many jobs one INSERT takes at most. Each number of rows has a statement of its own, which SQLite caches."""

FAILED = "the database has failed, and stores nothing until the server is started again"

_log = logging.getLogger("parlour.database")


class _Job(NamedTuple):
    """A function to run, or rows to insert `into` a table; `done` takes its result."""

    done: asyncio.Future[Any]
    work: Work | None
    into: str = ""
    rows: Sequence[tuple[Any, ...]] = ()


class _Result(NamedTuple):
    value: Any
    error: Exception | None


_DONE = _Result(None, None)


class Database:
    """One SQLite file with its thread, connection and queue. Each job is all or nothing.

    `is_alive` becomes False after an unexpected exception, a bug rather than a disk error; from then on every job
    raises StorageUnavailableError.
    """

    def __init__(self, path: Path, schema: str, *upgrades: Upgrade) -> None:
        """Open the file, create what is missing, then upgrade its tables.

        Raises StorageUnavailableError; a file with a newer layout is not touched.
        """
        self._loop = asyncio.get_running_loop()
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._connection = _connect(path, schema, (*upgrades, _store_version))
        self.is_alive = True
        self.commits = 0
        self.jobs = 0
        self._thread = threading.Thread(target=self._serve, name="parlour-database", daemon=True)
        self._thread.start()

    def run(self, work: Callable[[sqlite3.Connection], T]) -> asyncio.Future[T]:
        """Call `work` with the connection in the database's thread; what it wrote is durable once the future is done.

        The future raises what `work` raises, after undoing what it did, and StorageUnavailableError when the disk
        refuses.
        """
        done: asyncio.Future[T] = self._loop.create_future()
        self._jobs.put(_Job(done, work))
        return done

    def insert(self, into: str, rows: Sequence[tuple[Any, ...]]) -> asyncio.Future[None]:
        """Insert rows into a table, all or none; they are durable once the future is done.

        Waiting rows are inserted together, which is several times as fast as `run`. The future raises
        sqlite3.IntegrityError when a constraint forbids a row, and StorageUnavailableError when the disk refuses.
        """
        done: asyncio.Future[None] = self._loop.create_future()
        self._jobs.put(_Job(done, None, into, rows))
        return done

    async def aclose(self) -> None:
        """Finish the waiting jobs, checkpoint and close the file."""
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    def _serve(self) -> None:
        running = True
        while running:
            batch, running = self._take_batch()
            if batch:
                results = self._execute(batch)
                self._loop.call_soon_threadsafe(_settle, batch, results)
        self._connection.close()

    def _take_batch(self) -> tuple[list[_Job], bool]:
        """Wait for a job and take all that wait with it; False where the database is to close after them."""
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

    def _execute(self, batch: list[_Job]) -> list[_Result]:
        """Commit a batch. After an unexpected exception nothing more is tried, and the open transaction is lost."""
        if self.is_alive:
            try:
                return self._commit(batch)
            except Exception:  # noqa: BLE001 - this thread has to answer, or everybody waits for ever
                _log.exception("event=database-failed")
                self.is_alive = False
        return [_Result(None, StorageUnavailableError(FAILED))] * len(batch)

    def _commit(self, batch: list[_Job]) -> list[_Result]:
        """Run the batch in one transaction; when the disk refuses, none of it is stored."""
        try:
            results = self._run_statement(batch) or self._run_transaction(batch)
        except sqlite3.Error as error:
            _log.error("event=commit-failed error=%s", ascii(str(error)))
            if self._connection.in_transaction:
                self._connection.rollback()
            return [_Result(None, StorageUnavailableError(str(error)))] * len(batch)
        self.commits += 1
        self.jobs += len(batch)
        return results

    def _run_statement(self, batch: list[_Job]) -> list[_Result] | None:
        """Run the batch as one INSERT; None where that is not possible, and nothing was changed.

        One statement is its own transaction. BEGIN and COMMIT around it would make this thread wait for the GIL three
        times as often, while all jobs wait.
        """
        if len(batch) > JOBS_MAX or len({_into(job) for job in batch}) > 1 or not _into(batch[0]):
            return None
        with suppress(sqlite3.IntegrityError):
            self._insert_rows(_into(batch[0]), [row for job in batch for row in job.rows])
            return [_DONE] * len(batch)
        return None

    def _run_transaction(self, batch: list[_Job]) -> list[_Result]:
        """Run the batch as one transaction of several statements."""
        self._connection.execute("BEGIN IMMEDIATE")
        results = [result for into, jobs in groupby(batch, _into) for result in self._run_jobs(into, list(jobs))]
        self._connection.execute("COMMIT")
        return results

    def _run_jobs(self, into: str, jobs: list[_Job]) -> list[_Result]:
        if not into:
            return [self._attempt(job) for job in jobs]
        chunks = [jobs[start : start + JOBS_MAX] for start in range(0, len(jobs), JOBS_MAX)]
        return [result for chunk in chunks for result in self._insert(into, chunk)]

    def _insert(self, into: str, jobs: list[_Job]) -> list[_Result]:
        """Insert the rows of several jobs in one statement, or job by job when a constraint forbids any of them."""
        try:
            self._insert_rows(into, [row for job in jobs for row in job.rows])
        except sqlite3.IntegrityError:
            return [self._attempt(job) for job in jobs]
        return [_DONE] * len(jobs)

    def _insert_rows(self, into: str, rows: Sequence[tuple[Any, ...]]) -> None:
        values = [value for row in rows for value in row]
        self._connection.execute(_insert_statement(into, len(rows), len(rows[0])), values)

    def _attempt(self, job: _Job) -> _Result:
        """Run one job. Its own exception is its result; an SQLite error ends the whole batch."""
        try:
            if job.work is not None:
                return _Result(_run_work(self._connection, job.work), None)
            self._insert_rows(job.into, job.rows)
        except sqlite3.IntegrityError as error:
            return _Result(None, error)
        except sqlite3.Error:
            raise
        except Exception as error:  # noqa: BLE001 - raised where the job is awaited
            return _Result(None, error)
        return _DONE


class MemoryDatabase:
    """A database that lasts as long as the process. It runs each job at once, in the thread that asks."""

    def __init__(self, schema: str) -> None:
        # Whichever thread collects garbage closes it.
        self._connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        finalize(self, self._connection.close)
        self._connection.executescript(schema)

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Call `work` with the connection. Raises what `work` raises, after undoing what it did."""
        return _run_work(self._connection, work)


def _run_work(connection: sqlite3.Connection, work: Callable[[sqlite3.Connection], T]) -> T:
    """Call `work` in a savepoint, and undo what it did if it raises."""
    connection.execute("SAVEPOINT work")
    try:
        value = work(connection)
    except Exception:
        # On a full disk SQLite has rolled back the transaction already.
        if connection.in_transaction:
            connection.execute("ROLLBACK TO work")
        raise
    connection.execute("RELEASE work")
    return value


def _connect(path: Path, schema: str, upgrades: Sequence[Upgrade]) -> sqlite3.Connection:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        refuse_newer(path)
        log = wal.read_log(path)
        connection = sqlite3.connect(
            path, isolation_level=None, check_same_thread=False, cached_statements=4 * JOBS_MAX
        )
        with ExitStack() as unless_ready:
            unless_ready.callback(connection.close)
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=FULL")
            if log is not None:
                _report_damage(path, log, connection)
            connection.executescript(schema)
            for upgrade in upgrades:
                upgrade(connection)
            unless_ready.pop_all()
    except (OSError, sqlite3.Error) as error:
        raise StorageUnavailableError(f"{path} cannot be opened: {error}") from error
    return connection


def refuse_newer(path: Path) -> None:
    """Raise StorageUnavailableError where a newer program made the file; not even its log is checkpointed."""
    if not path.exists():
        return
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as reader:
        version = _version(reader)
    if version > VERSION:
        raise StorageUnavailableError(
            f"{path} has version {version}, and this program knows none above {VERSION}: it needs a newer Parlour."
        )


def _version(connection: sqlite3.Connection) -> int:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version)


def _store_version(connection: sqlite3.Connection) -> None:
    """Store the layout's version, once all upgrades are done."""
    if _version(connection) != VERSION:
        connection.execute(f"PRAGMA user_version={VERSION}")


def _report_damage(path: Path, log: wal.WalLog, connection: sqlite3.Connection) -> None:
    """Log what SQLite could not recover; where that may be moves people have seen, keep a copy of the log."""
    (_, recovered, _) = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    damage = wal.find_damage(log, recovered)
    if damage is None:
        return
    rooms, copy = ",".join(damage.rooms) or "none", Path(f"{path}-wal.damaged")
    if damage.shown != "no":
        with suppress(OSError):  # a full disk must not stop the server from starting
            copy.write_bytes(log.raw)
    match damage.shown:
        case "yes":
            _log.error("event=journal-damaged commits=%d rooms=%s kept=%s", damage.commits, rooms, ascii(str(copy)))
        case "perhaps":
            _log.error("event=last-write-damaged commits=%d rooms=%s kept=%s", damage.commits, rooms, ascii(str(copy)))
        case "no":
            _log.warning("event=last-write-unfinished rooms=%s", rooms)


@lru_cache(maxsize=4 * JOBS_MAX)
def _insert_statement(into: str, rows: int, columns: int) -> str:
    row = f"({', '.join('?' * columns)})"
    return f"INSERT INTO {into} VALUES {', '.join([row] * rows)}"  # noqa: S608 - the table's name is ours


def _into(job: _Job) -> str:
    return job.into


def _settle(batch: list[_Job], results: list[_Result]) -> None:
    for job, (value, error) in zip(batch, results, strict=True):
        if job.done.cancelled():
            continue
        if error is None:
            job.done.set_result(value)
        else:
            job.done.set_exception(error)
