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
from itertools import groupby
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, TypeVar
from weakref import finalize

from server.room.journal import StorageUnavailableError
from server.storage.permissions import close_to_others, make_private_file, make_private_folder
from server.storage.sqlite import wal
from server.storage.sqlite.commit_log import CommitLog
from server.storage.sqlite.transactions import transaction

S = TypeVar("S")
T = TypeVar("T")
Work = Callable[[sqlite3.Connection], Any]
Upgrade = Callable[[sqlite3.Connection], None]
"""Converts tables that an older server made to the current layout."""

VERSION = 3
"""The layout of the file, stored in its `PRAGMA user_version`; 0 stands for all layouts before the first number."""

PAGE = 1024
"""The page size of a new file, in bytes: a commit of a few moves writes one page. Older files keep theirs."""

DAMAGED = "-wal.damaged"
BESIDE = ("-wal", "-shm", DAMAGED)
"""What the names of the files beside it end with."""

LOG_BYTES = 4 * 1024 * 1024
"""How long the log grows before what is in it is written to the file."""

BATCH_MAX = 4096
"""How many jobs one commit takes at most, which bounds how long the first of them waits."""

FAILED = "the database has failed; restart the server"

_log = logging.getLogger("parlour.database")


Together = Callable[[sqlite3.Connection, Sequence[Any]], Sequence[Any]]


class _Job(NamedTuple):
    """Something to do: `work` alone, or `together` for the items of all such jobs; `done` takes its result."""

    done: asyncio.Future[Any]
    work: Work | None
    together: Together | None = None
    item: Any = None


class _Result(NamedTuple):
    value: Any
    error: Exception | None


class Database:
    """One SQLite file with its thread, connection and queue. Each job is all or nothing.

    `path` is the file. `is_alive` becomes False after an unexpected exception, a bug rather than a disk error; from
    then on every job raises StorageUnavailableError, and `failed` tells who waits for that.
    """

    def __init__(self, path: Path, schema: str, *upgrades: Upgrade) -> None:
        """Open the file, create what is missing, then upgrade its tables.

        Raises StorageUnavailableError; a file with a newer layout is not touched.
        """
        self.path = path
        self.commit_log = CommitLog()
        self._loop = asyncio.get_running_loop()
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._connection = _connect(path, schema, (*upgrades, _store_version))
        self.is_alive = True
        self.failed = asyncio.Event()
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

    def run_together(
        self, work: Callable[[sqlite3.Connection, Sequence[S]], Sequence[T]], item: S
    ) -> asyncio.Future[T]:
        """Call `work` once with the items of all jobs for it that wait together; it returns a result for each.

        It must be all or nothing, which one statement is by itself, and else `transaction` makes it. The future raises
        StorageUnavailableError when the disk refuses.
        """
        done: asyncio.Future[T] = self._loop.create_future()
        self._jobs.put(_Job(done, None, work, item))
        return done

    async def aclose(self) -> None:
        """Finish the waiting jobs, checkpoint and close the file."""
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    def _serve(self) -> None:
        running = True
        while running:
            self._keep_up()
            batch, running = self._take_batch()
            if batch:
                results = self._execute(batch)
                self._loop.call_soon_threadsafe(_settle, batch, results)
        if self.is_alive:
            self._tidy(self.commit_log.finish)
        self._connection.close()

    def _keep_up(self) -> None:
        """Fold what is due until somebody waits; once, where that is now."""
        while self.is_alive and self.commit_log.is_due(is_idle=self._jobs.empty()):
            if not self._tidy(self.commit_log.fold_some) or not self._jobs.empty():
                return

    def _tidy(self, work: Callable[[sqlite3.Connection], None]) -> bool:
        """Do something that nobody waits for; False where the disk refuses."""
        try:
            work(self._connection)
        except sqlite3.Error as error:
            self._undo(error)
            return False
        except Exception:  # noqa: BLE001 - as in `_execute`
            self._fail()
            return False
        return True

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
        if not self.is_alive:
            return [_Result(None, StorageUnavailableError(FAILED))] * len(batch)
        try:
            results = self._run_batch(batch)
        except sqlite3.Error as error:
            self._undo(error)
            return [_Result(None, StorageUnavailableError(str(error)))] * len(batch)
        except Exception:  # noqa: BLE001 - this thread has to answer, or everybody waits for ever
            self._fail()
            return [_Result(None, StorageUnavailableError(FAILED))] * len(batch)
        self.commits += 1
        self.jobs += len(batch)
        return results

    def _fail(self) -> None:
        _log.exception("event=database-failed")
        self.is_alive = False
        self._loop.call_soon_threadsafe(self.failed.set)

    def _undo(self, error: sqlite3.Error) -> None:
        """Note that the disk has refused: nothing of the transaction is stored."""
        _log.error("event=commit-failed error=%s", ascii(str(error)))
        if self._connection.in_transaction:
            self._connection.rollback()
        self.commit_log.forget()

    def _run_batch(self, batch: list[_Job]) -> list[_Result]:
        """Run all jobs in one transaction, which jobs of one kind make by themselves.

        BEGIN and COMMIT around a single statement would make this thread wait for the GIL three times as often, while
        all jobs wait.
        """
        if len({job.together for job in batch}) == 1 and batch[0].together is not None:
            return self._run_jobs(batch[0].together, batch)
        with transaction(self._connection):
            groups = groupby(batch, _together)
            return [result for together, jobs in groups for result in self._run_jobs(together, list(jobs))]

    def _run_jobs(self, together: Together | None, jobs: list[_Job]) -> list[_Result]:
        if together is None:
            return [self._attempt(job.work) for job in jobs if job.work is not None]
        return [_Result(value, None) for value in together(self._connection, [job.item for job in jobs])]

    def _attempt(self, work: Work) -> _Result:
        """Run one job. Its own exception is its result; an SQLite error ends the whole batch."""
        try:
            with transaction(self._connection):
                return _Result(work(self._connection), None)
        except sqlite3.IntegrityError as error:
            return _Result(None, error)
        except sqlite3.Error:
            raise
        except Exception as error:  # noqa: BLE001 - raised where the job is awaited
            return _Result(None, error)


class MemoryDatabase:
    """A database that lasts as long as the process. It runs each job at once, in the thread that asks."""

    def __init__(self, schema: str) -> None:
        # Whichever thread collects garbage closes it.
        self._connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        finalize(self, self._connection.close)
        self._connection.executescript(schema)

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Call `work` with the connection. Raises what `work` raises, after undoing what it did."""
        with transaction(self._connection):
            return work(self._connection)


def _connect(path: Path, schema: str, upgrades: Sequence[Upgrade]) -> sqlite3.Connection:
    try:
        make_private_folder(path.parent)
        for beside in BESIDE:
            close_to_others(Path(f"{path}{beside}"))
        if path.exists():
            close_to_others(path)
            refuse_newer(path)
        else:
            make_private_file(path)  # SQLite gives the files beside it the same mode
        log = wal.read_log(path)
        connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        with ExitStack() as unless_ready:
            unless_ready.callback(connection.close)
            connection.execute(f"PRAGMA page_size={PAGE}")
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=FULL")
            (page,) = connection.execute("PRAGMA page_size").fetchone()
            connection.execute(f"PRAGMA wal_autocheckpoint={LOG_BYTES // page}")
            if log is not None:
                _report_damage(path, log, connection)
            connection.executescript(schema)
            for upgrade in upgrades:
                upgrade(connection)
            unless_ready.pop_all()
    except (OSError, sqlite3.Error) as error:
        raise StorageUnavailableError(f"can't open {path}: {error}") from error
    return connection


def refuse_newer(path: Path) -> None:
    """Raise StorageUnavailableError where a newer program made the file; not even its log is checkpointed."""
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as reader:
        version = _version(reader)
    if version > VERSION:
        raise StorageUnavailableError(
            f"{path} has version {version}, but this program only knows versions up to {VERSION}: use a newer Parlour."
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
    lost = CommitLog().lost_rooms(connection, damage.pages)
    rooms, copy = ",".join(lost) or "none", Path(f"{path}{DAMAGED}")
    if damage.shown != "no":
        with suppress(OSError):  # a full disk must not stop the server from starting
            make_private_file(copy)
            copy.write_bytes(log.raw)
    match damage.shown:
        case "yes":
            _log.error("event=journal-damaged commits=%d rooms=%s kept=%s", damage.commits, rooms, ascii(str(copy)))
        case "perhaps":
            _log.error("event=last-write-damaged commits=%d rooms=%s kept=%s", damage.commits, rooms, ascii(str(copy)))
        case "no":
            _log.warning("event=last-write-unfinished rooms=%s", rooms)


def _together(job: _Job) -> Together | None:
    return job.together


def _settle(batch: list[_Job], results: list[_Result]) -> None:
    for job, (value, error) in zip(batch, results, strict=True):
        if job.done.cancelled():
            continue
        if error is None:
            job.done.set_result(value)
        else:
            job.done.set_exception(error)
