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
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing, suppress
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, TypeVar

from server.room.journal import StorageUnavailableError
from server.storage.sqlite import wal

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], Any]
Upgrade = Callable[[sqlite3.Connection], None]
"""Brings tables that an older server made to the form of today."""

VERSION = 1
"""How a file is laid out, as its `PRAGMA user_version` says. One that says 0 is older than that anything said so."""

BATCH_MAX = 4096
"""The most pieces of work one commit takes: a bound on how long the first of them waits."""

JOBS_MAX = 32
"""How many jobs' rows one statement inserts. Each number of rows has a statement of its own, which is kept prepared."""

FAILED = "the database has failed, and stores nothing until the server is started again"

_log = logging.getLogger("parlour.database")


class _Job(NamedTuple):
    """Work of any kind, or rows to insert `into` a table."""

    done: asyncio.Future[Any]
    work: Work | None
    into: str = ""
    rows: Sequence[tuple[Any, ...]] = ()


class _Result(NamedTuple):
    value: Any
    error: Exception | None


_DONE = _Result(None, None)


class Database:
    """The file, its thread and its queue. Mutable: it owns the one connection. Each piece of work is all or nothing.

    `is_alive` until it meets a fault of ours rather than the disk's; from then on all that is asked is Unwritable.
    """

    def __init__(self, path: Path, schema: str, *upgrades: Upgrade) -> None:
        """Open the file, making it and its tables where they are missing, then upgrade them.

        Raises Unwritable, and leaves a file alone that a newer program has laid out.
        """
        self._loop = asyncio.get_running_loop()
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._connection = _connect(path, schema, (*upgrades, _stamp))
        self.is_alive = True
        self.commits = 0
        self.jobs = 0
        self._thread = threading.Thread(target=self._serve, name="parlour-database", daemon=True)
        self._thread.start()

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """What `work` returns, given the connection in the database's thread; durable when this returns.

        Raises what `work` raises, after which nothing it did stands, and Unwritable when the disk refuses.
        """
        done: asyncio.Future[T] = self._loop.create_future()
        self._jobs.put(_Job(done, work))
        return await done

    def insert(self, into: str, rows: Sequence[tuple[Any, ...]]) -> asyncio.Future[None]:
        """Insert rows into a table, all or none; durable when the answer is awaited.

        What waits together goes in together, which is several times as fast as work of its own. The answer raises
        sqlite3.IntegrityError when the table's rules forbid a row, and Unwritable when the disk refuses.
        """
        done: asyncio.Future[None] = self._loop.create_future()
        self._jobs.put(_Job(done, None, into, rows))
        return done

    async def aclose(self) -> None:
        """Finish the work handed in, checkpoint and close the file."""
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    def _serve(self) -> None:
        running = True
        while running:
            batch, running = self._gather()
            if batch:
                results = self._outcome(batch)
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

    def _outcome(self, batch: list[_Job]) -> list[_Result]:
        """What the batch comes to. After a fault nothing more is tried; what is half done goes with the connection."""
        if self.is_alive:
            try:
                return self._commit(batch)
            except Exception:  # noqa: BLE001 - whatever it is, this thread has to answer, or everyone waits for ever
                _log.exception("event=database-failed")
                self.is_alive = False
        return [_Result(None, StorageUnavailableError(FAILED))] * len(batch)

    def _commit(self, batch: list[_Job]) -> list[_Result]:
        """The batch in one transaction; when the disk refuses it, none of it stands."""
        try:
            results = self._at_once(batch) or self._together(batch)
        except sqlite3.Error as error:
            _log.error("event=commit-failed error=%s", ascii(str(error)))
            self._give_back()
            return [_Result(None, StorageUnavailableError(str(error)))] * len(batch)
        self.commits += 1
        self.jobs += len(batch)
        return results

    def _at_once(self, batch: list[_Job]) -> list[_Result] | None:
        """The batch as one statement, or None where it takes more and has changed nothing.

        One statement is a transaction of its own. With words before and after it, this thread would stand in line for
        Python's lock three times as often, in the middle of what everybody waits for.
        """
        if len(batch) > JOBS_MAX or len({_into(job) for job in batch}) > 1 or not _into(batch[0]):
            return None
        with suppress(sqlite3.IntegrityError):
            self._insert_rows(_into(batch[0]), [row for job in batch for row in job.rows])
            return [_DONE] * len(batch)
        return None

    def _together(self, batch: list[_Job]) -> list[_Result]:
        """The batch as one transaction of many statements."""
        self._connection.execute("BEGIN IMMEDIATE")
        results = [result for into, jobs in groupby(batch, _into) for result in self._do(into, list(jobs))]
        self._connection.execute("COMMIT")
        return results

    def _do(self, into: str, jobs: list[_Job]) -> list[_Result]:
        if not into:
            return [self._attempt(job) for job in jobs]
        chunks = [jobs[start : start + JOBS_MAX] for start in range(0, len(jobs), JOBS_MAX)]
        return [result for chunk in chunks for result in self._insert(into, chunk)]

    def _insert(self, into: str, jobs: list[_Job]) -> list[_Result]:
        """Many jobs' rows in one statement, and job by job when the table forbids any of them."""
        try:
            self._insert_rows(into, [row for job in jobs for row in job.rows])
        except sqlite3.IntegrityError:
            return [self._attempt(job) for job in jobs]
        return [_DONE] * len(jobs)

    def _insert_rows(self, into: str, rows: Sequence[tuple[Any, ...]]) -> None:
        values = [value for row in rows for value in row]
        self._connection.execute(_insertion(into, len(rows), len(rows[0])), values)

    def _attempt(self, job: _Job) -> _Result:
        """One piece of work. What it raises of its own is its alone; an error of the disk ends the whole batch."""
        try:
            if job.work is not None:
                return _Result(self._whole(job.work), None)
            self._insert_rows(job.into, job.rows)
        except sqlite3.IntegrityError as error:
            return _Result(None, error)
        except sqlite3.Error:
            raise
        except Exception as error:  # noqa: BLE001 - handed to whoever asked for the work
            return _Result(None, error)
        return _DONE

    def _whole(self, work: Work) -> Any:  # noqa: ANN401 - whatever the work returns
        """What `work` returns; where it raises, nothing it did stands."""
        self._connection.execute("SAVEPOINT work")
        try:
            value = work(self._connection)
        except Exception:
            # A full disk has ended the whole transaction already.
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK TO work")
            raise
        self._connection.execute("RELEASE work")
        return value

    def _give_back(self) -> None:
        if self._connection.in_transaction:
            self._connection.rollback()


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
                _say_what_is_missing(path, log, connection)
            connection.executescript(schema)
            for upgrade in upgrades:
                upgrade(connection)
            unless_ready.pop_all()
    except (OSError, sqlite3.Error) as error:
        raise StorageUnavailableError(f"{path} cannot be opened: {error}") from error
    return connection


def refuse_newer(path: Path) -> None:
    """Raise Unwritable where a newer program has laid out the file; not even its log is checkpointed."""
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


def _stamp(connection: sqlite3.Connection) -> None:
    """Say in the file how it is laid out, once it is."""
    if _version(connection) != VERSION:
        connection.execute(f"PRAGMA user_version={VERSION}")


def _say_what_is_missing(path: Path, log: wal.WalLog, connection: sqlite3.Connection) -> None:
    """Tell of what SQLite could not read of the log; where that was moves, keep the log as it was."""
    (_, recovered, _) = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    found = wal.find_damage(log, recovered)
    if found is None:
        return
    rooms, kept = ",".join(found.rooms) or "none", Path(f"{path}-wal.damaged")
    if found.told != "no":
        with suppress(OSError):  # a disk that is full besides
            kept.write_bytes(log.raw)
    match found.told:
        case "yes":
            _log.error("event=journal-damaged commits=%d rooms=%s kept=%s", found.commits, rooms, ascii(str(kept)))
        case "perhaps":
            _log.error("event=last-write-damaged commits=%d rooms=%s kept=%s", found.commits, rooms, ascii(str(kept)))
        case "no":
            _log.warning("event=last-write-unfinished rooms=%s", rooms)


@lru_cache(maxsize=4 * JOBS_MAX)
def _insertion(into: str, rows: int, columns: int) -> str:
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
