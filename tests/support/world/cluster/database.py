"""A node's session with the engine: its jobs, one transaction after the other, and what became of each.

A session whose connection breaks is made anew for as long as that takes, and then knows whether the transaction that
was under way is stored, as the server's own session does by its row in `writers`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from typing import Any, TypeVar

from server.room.journal import StorageUnavailableError, UnknownOutcomeError
from server.storage.database import FAILED, Job, JobResult, settle
from server.storage.postgres.session import FencedError
from tests.support.world.cluster.engine import Engine
from tests.support.world.cluster.process import Process

CLOSE_WITHIN_S = 5.0
RETRY_S = 0.1
TAKEN = "another server has taken the database over"

S = TypeVar("S")
T = TypeVar("T")


class ModelDatabase:
    """What the stores of a node have for a database; mutable because jobs wait and connections break.

    `failed` is set once nothing more is stored here, and `why` says why; `heads` are rooms' newest numbers.
    """

    def __init__(self, engine: Engine, process: Process, chance: Random) -> None:
        """Become one of those who store in the engine. Raises StorageUnavailableError."""
        self.heads: dict[str, int] = {}
        self.failed = asyncio.Event()
        self.is_away = False
        self.commits = self.jobs = 0
        self._engine = engine
        self._process = process
        self._chance = chance
        self._waiting: list[Job] = []
        self._under_way: list[Job] = []
        self._is_stored = False
        self._is_over = False
        self._idle = asyncio.Event()
        self._idle.set()
        self._begin()

    def _begin(self) -> None:
        self.writer = self._engine.join()
        self.name = f"node {self.writer}"
        self.why, self.is_fenced, self.is_alive = FAILED, False, True

    def run(self, work: Callable[[Any], T]) -> asyncio.Future[T]:
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._add(Job(done, work))
        return done

    def run_together(self, work: Callable[[Any, Sequence[S]], Sequence[T]], item: S) -> asyncio.Future[T]:
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._add(Job(done, None, work, item))
        return done

    async def aclose(self) -> None:
        """Finish what waits, for as long as a server waits for that."""
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_WITHIN_S):
                await self._idle.wait()
        self._is_over = True

    def end(self) -> None:
        """Store nothing more."""
        if self.is_alive:
            self._fail(FAILED)

    async def begin_anew(self) -> None:
        """Be another of those who store, once this one has ended. Raises StorageUnavailableError."""
        await asyncio.sleep(self._engine.weather.commit_s)
        if self._is_broken():
            raise StorageUnavailableError("the engine does not answer")
        self._begin()
        self.heads.clear()
        self.failed.clear()

    def crash(self) -> None:
        """The process is killed: what is under way has come to the engine or has not, and nobody hears of it."""
        lost, is_stored, self._waiting = self._under_way, self._is_stored, []
        is_open = bool(lost) and not (self._is_over or is_stored) and self._engine.is_reached(self.writer)
        if is_open and self._chance.random() < 0.5:
            with suppress(FencedError, StorageUnavailableError):
                self._engine.commit(self.writer, lost, self.heads)
        self._is_over = True

    # From the process to the engine and back.

    def _add(self, job: Job) -> None:
        job.done.add_done_callback(_note)
        if self.is_alive:
            self._waiting.append(job)
            self._send()
        else:
            job.done.set_exception(StorageUnavailableError(self.why))

    def _send(self) -> None:
        if self._under_way or not self._waiting:
            return
        self._under_way, self._waiting, self._is_stored = self._waiting, [], False
        self._idle.clear()
        self._later(self._reach, self._under_way)

    def _later(self, step: Callable[..., None], *arguments: object) -> None:
        held_s = max(0.0, self._engine.hangs_until - self._engine.timing.time())
        delay_s = held_s + self._chance.uniform(0, self._engine.weather.commit_s / 2)
        self._engine.timing.call_later(delay_s, step, *arguments)

    def _reach(self, batch: list[Job]) -> None:
        """The engine hears of the transaction, or the connection is made anew."""
        if not self._is_awaited(batch):
            return
        if self._is_broken():
            self._engine.timing.call_later(RETRY_S, self._reach, batch)
            return
        try:
            results = self._engine.commit(self.writer, batch, self.heads)
        except FencedError:
            self._process.enter(self._be_fenced, batch)
            return
        except StorageUnavailableError as error:
            results = [JobResult(None, error)] * len(batch)
        self._is_stored = True
        if self._chance.random() < self._engine.weather.unanswered:
            self._engine.timing.call_later(RETRY_S, self._resume, batch, results)
        else:
            self._later(self._answer, batch, results)

    def _answer(self, batch: list[Job], results: list[JobResult]) -> None:
        """The answer comes, or the connection has broken meanwhile."""
        if not self._is_awaited(batch):
            return
        if self._is_broken():
            self._engine.timing.call_later(RETRY_S, self._resume, batch, results)
        else:
            self._process.enter(self._settle, batch, results)

    def _resume(self, batch: list[Job], results: list[JobResult]) -> None:
        """A new connection tells whether the transaction is stored."""
        if not self._is_awaited(batch):
            return
        if self._is_broken():
            self._engine.timing.call_later(RETRY_S, self._resume, batch, results)
        elif not self._engine.may_write(self.writer):
            self._process.enter(self._be_fenced, batch)
        else:
            self._process.enter(self._settle, batch, self.look_up(results))

    def _is_awaited(self, batch: list[Job]) -> bool:
        """Whether anybody still waits for what becomes of a transaction."""
        return batch is self._under_way and not self._is_over

    def look_up(self, results: list[JobResult]) -> list[JobResult]:
        """What became of a transaction whose answer was lost."""
        return results

    def _is_broken(self) -> bool:
        self.is_away = not self._engine.is_reached(self.writer)
        return self.is_away

    # In the process.

    def _settle(self, batch: list[Job], results: list[JobResult]) -> None:
        if not self._is_awaited(batch):
            return
        self._under_way = []
        self.commits += 1
        self.jobs += len(batch)
        settle(batch, results)
        self._send()
        if not self._under_way:
            self._idle.set()

    def _be_fenced(self, batch: list[Job]) -> None:
        if self._is_awaited(batch):
            self.is_fenced = True
            self._fail(TAKEN)

    def _fail(self, why: str) -> None:
        self.is_alive, self.why = False, why
        self.failed.set()
        under_way, waiting = self._under_way, self._waiting
        results = [JobResult(None, UnknownOutcomeError(FAILED))] * len(under_way)
        results += [JobResult(None, StorageUnavailableError(FAILED))] * len(waiting)
        self._under_way, self._waiting = under_way + waiting, []
        self._settle(self._under_way, results)


def _note(done: asyncio.Future[Any]) -> None:
    """A process that has ended asks no more what became of its jobs."""
    if not done.cancelled():
        done.exception()
