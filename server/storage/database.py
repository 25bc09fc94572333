"""The thread and queue of a database, and group commit, whichever engine is behind them.

One thread and one connection do everything. Group commit makes up for what one writer costs: jobs handed in during a
commit share the next one. The thread takes whatever waits as soon as the engine has answered, and never waits for more.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from itertools import groupby
from queue import Empty, SimpleQueue
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar

from server.room.journal import StorageUnavailableError, UnknownOutcomeError

C_co = TypeVar("C_co", covariant=True)
"""The connection of an engine."""
S = TypeVar("S")
T = TypeVar("T")
Work = Callable[[Any], Any]
Together = Callable[[Any, Sequence[Any]], Sequence[Any]]

BATCH_MAX = 4096
"""How many jobs one commit takes at most, which bounds how long the first of them waits."""


class DatabaseInUseError(StorageUnavailableError):
    """Another server uses the database."""


FAILED = "the database has failed; restart the server"

_log = logging.getLogger("parlour.database")


class Job(NamedTuple):
    """Something to do: `work` alone, or `together` for the items of all such jobs; `done` takes its result."""

    done: asyncio.Future[Any]
    work: Work | None
    together: Together | None = None
    item: Any = None


class WaitingJob(Protocol):
    """Somebody who waits for a result."""

    @property
    def done(self) -> asyncio.Future[Any]: ...


class JobResult(NamedTuple):
    """What a job returned, or the exception it raised."""

    value: Any
    error: Exception | None


class Database(ABC, Generic[C_co]):
    """A database with its thread, connection and queue. Each job is all or nothing.

    `is_alive` becomes False after an unexpected exception, a bug rather than a refusal; from then on every job raises
    StorageUnavailableError, `failed` tells who waits for that, and `why` says it. `commits` and `jobs` count what was
    done.

    What is below `_serve` happens in the thread. An engine says how it makes a transaction, what it raises to refuse
    one, and which errors of a job end the transaction of all.
    """

    _refusals: ClassVar[tuple[type[Exception], ...]]
    """What says that nothing of a transaction is stored."""

    def __init__(self, connection: C_co) -> None:
        """Start the thread, which uses and closes the connection."""
        self._connection = connection
        self._loop = asyncio.get_running_loop()
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self.is_alive = True
        self.failed = asyncio.Event()
        self.why = FAILED
        self.commits = 0
        self.jobs = 0
        self._begin()

    def _begin(self) -> None:
        """Start the thread."""
        self._thread = threading.Thread(target=self._serve, name="parlour-database", daemon=True)
        self._thread.start()

    @property
    def is_away(self) -> bool:
        """Whether jobs wait for an engine that does not answer."""
        return False

    @property
    def waits_s(self) -> float:
        """How long the engine has not answered what it was asked, in seconds, where that is known."""
        return 0.0

    def run(self, work: Callable[[C_co], T]) -> asyncio.Future[T]:
        """Call `work` with the connection in the database's thread; what it wrote is durable once the future is done.

        The future raises what `work` raises, after undoing what it did, and StorageUnavailableError when the engine
        refuses.
        """
        done: asyncio.Future[T] = self._loop.create_future()
        self._jobs.put(Job(done, work))
        return done

    def run_together(self, work: Callable[[C_co, Sequence[S]], Sequence[T]], item: S) -> asyncio.Future[T]:
        """Call `work` once with the items of all jobs for it that wait together; it returns a result for each.

        It must be all or nothing, which one statement is by itself, and else a transaction makes it. The future raises
        StorageUnavailableError when the engine refuses.
        """
        done: asyncio.Future[T] = self._loop.create_future()
        self._jobs.put(Job(done, None, work, item))
        return done

    async def aclose(self) -> None:
        """Finish the waiting jobs, and close the connection."""
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    def _serve(self) -> None:
        running = True
        while running:
            self._tidy()
            batch, running = self._take_batch()
            if batch:
                results = self._execute(batch)
                self._loop.call_soon_threadsafe(settle, batch, results)
        self._close()

    def _take_batch(self) -> tuple[list[Job], bool]:
        """Wait for a job and take all that wait with it; False where the database is to close after them."""
        batch: list[Job] = []
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

    def _execute(self, batch: list[Job]) -> list[JobResult]:
        """Commit a batch. After an unexpected exception nothing more is tried, and the open transaction is lost."""
        if not self.is_alive:
            return [JobResult(None, StorageUnavailableError(FAILED))] * len(batch)
        try:
            results = self._run_batch(batch)
        except self._refusals as error:
            self._undo(error)
            return [JobResult(None, StorageUnavailableError(str(error)))] * len(batch)
        except Exception:  # noqa: BLE001 - this thread has to answer, or everybody waits for ever
            self._fail()
            return [JobResult(None, UnknownOutcomeError(FAILED))] * len(batch)
        self.commits += 1
        self.jobs += len(batch)
        return results

    def _fail(self) -> None:
        _log.exception("event=database-failed")
        self._give_up()

    def _give_up(self) -> None:
        """Do no more jobs, and tell who waits for that."""
        self.is_alive = False
        self._loop.call_soon_threadsafe(self.failed.set)

    def _run_batch(self, batch: list[Job]) -> list[JobResult]:
        """Run all jobs in one transaction, which jobs of one kind make by themselves.

        BEGIN and COMMIT around a single statement would make this thread wait for the GIL three times as often, while
        all jobs wait.
        """
        if len({job.together for job in batch}) == 1 and batch[0].together is not None:
            return self._run_jobs(batch[0].together, batch)
        with self._transaction():
            groups = groupby(batch, _together)
            return [result for together, jobs in groups for result in self._run_jobs(together, list(jobs))]

    def _run_jobs(self, together: Together | None, jobs: list[Job]) -> list[JobResult]:
        if together is None:
            return [self._attempt(job.work) for job in jobs if job.work is not None]
        return [JobResult(value, None) for value in together(self._connection, [job.item for job in jobs])]

    def _attempt(self, work: Work) -> JobResult:
        """Run one job. Its own exception is its result; an error of the engine's ends the whole batch."""
        try:
            with self._transaction():
                return JobResult(work(self._connection), None)
        except Exception as error:
            if self._ends_batch(error):
                raise
            return JobResult(None, error)

    # What an engine supplies.

    @abstractmethod
    def _transaction(self) -> AbstractContextManager[None]:
        """Store all that is done within or, where that raises, nothing. In a transaction, this is a part of that."""

    @abstractmethod
    def _ends_batch(self, error: Exception) -> bool:
        """Whether what a job raised ends the transaction of all, rather than that job alone."""

    @abstractmethod
    def _undo(self, error: Exception) -> None:
        """End the transaction that was refused, if it is still open, and forget what is thought to be stored."""

    def _tidy(self) -> None:
        """Do what nobody waits for, for as long as nobody does."""

    @abstractmethod
    def _close(self) -> None:
        """Close the connection."""


def _together(job: Job) -> Together | None:
    return job.together


def settle(batch: Iterable[WaitingJob], results: Iterable[JobResult]) -> None:
    """Give each of those who wait its result, but those who do so no longer."""
    for job, (value, error) in zip(batch, results, strict=True):
        if job.done.done():
            continue
        if error is None:
            job.done.set_result(value)
        else:
            job.done.set_exception(error)
