"""The worker processes as the server sees them; each runs one task at a time.

There are a few of them, started and warmed up once the server listens. Tasks wait in one bounded line, first come,
first served, and a task's time starts when a worker takes it. A worker is killed and replaced when its task takes too
long or nobody waits for the answer any more; the others go on undisturbed.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import socket
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from multiprocessing.context import SpawnProcess

from server.computers import worker as thinking
from server.ops.tasks import Tasks

START_LIMIT_S = 60.0
"""How long a process may take to warm up, even on a busy machine."""
RESTART_S = 1.0
"""The pause after a process could not be started; it doubles with each failure, up to RESTART_MAX_S."""
RESTART_MAX_S = 60.0

Sleep = Callable[[float], Awaitable[None]]
Work = Callable[[socket.socket], None]
"""What the process runs: it sends a message once it is warm, and then an answer for each task."""

_log = logging.getLogger("parlour.workers")


class WorkerDiedError(Exception):
    """The process ended before it answered."""


class WorkersBusyError(Exception):
    """Too many tasks wait for a worker, or this one has waited too long."""


class Worker:
    """A worker process and the socket to it, which this object owns."""

    def __init__(self, process: SpawnProcess, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Take a process that runs; `start` makes one."""
        self._process = process
        self._reader = reader
        self._writer = writer

    @classmethod
    async def start(cls, work: Work = thinking.work) -> Worker:
        """Start a process and wait until it is warm. Raises WorkerDiedError, TimeoutError or any error of the start."""
        ours, theirs = socket.socketpair()
        with theirs, ExitStack() as unless_started:
            unless_started.callback(ours.close)
            process = multiprocessing.get_context("spawn").Process(target=work, args=(theirs,), daemon=True)
            process.start()
            unless_started.pop_all()
        worker = cls(process, *await asyncio.open_connection(sock=ours))
        try:
            async with asyncio.timeout(START_LIMIT_S):
                await worker._receive()
        except BaseException:
            worker.end()
            raise
        return worker

    async def answer(self, task: bytes) -> bytes:
        """Run a task. Raises WorkerDiedError. A caller that stops waiting has to end the worker."""
        self._writer.write(thinking.frame_message(task))
        return await self._receive()

    def end(self) -> None:
        """Kill the process, even in the middle of a task."""
        self._process.kill()
        self._writer.close()

    async def _receive(self) -> bytes:
        try:
            size = await self._reader.readexactly(thinking.SIZE_BYTES)
            return await self._reader.readexactly(int.from_bytes(size, "big"))
        except (asyncio.IncompleteReadError, ConnectionError):
            raise WorkerDiedError("the process has ended") from None


class WorkerPool:
    """A fixed number of workers and the line of tasks for them; owns the processes.

    `waiting` counts the tasks in line, `thinking` those that run.
    """

    def __init__(
        self,
        number: int,
        waiting_max: int,
        line_s: float,
        work: Work = thinking.work,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        """Start nothing yet. At most `waiting_max` tasks may wait in line, each for `line_s` seconds.

        `sleep` waits before the next try where a process cannot be started.
        """
        self.waiting = 0
        self.thinking = 0
        self._number = number
        self._waiting_max = waiting_max
        self._line_s = line_s
        self._work = work
        self._sleep = sleep
        self._is_open = True
        self._starts: Tasks | None = None
        self._workers: set[Worker] = set()
        self._idle: list[Worker] = []
        # Unlike asyncio's queues, a semaphore keeps the order of arrival.
        self._free = asyncio.Semaphore(0)

    def start(self) -> None:
        """Start all workers, once; tasks wait until they are warm."""
        if self._starts is None:
            self._starts = Tasks()
            for _ in range(self._number):
                self._starts.start(self._hire())

    async def until_free(self) -> None:
        """Wait until a worker is warm and free."""
        async with self._free:
            pass

    async def answer(self, task: bytes, within_s: float) -> bytes:
        """Run a task for at most `within_s` seconds, once a worker is free.

        Raises WorkersBusyError, WorkerDiedError, or TimeoutError when that time is up. Cancelling it ends the worker.
        """
        self.start()
        worker = await self._next()
        self.thinking += 1
        try:
            async with asyncio.timeout(within_s):
                answer = await worker.answer(task)
        except BaseException:
            self._replace(worker)
            raise
        finally:
            self.thinking -= 1
        self._release(worker)
        return answer

    async def aclose(self) -> None:
        """Kill all workers, even in the middle of a task."""
        self._is_open = False
        for worker in self._workers:
            worker.end()
        if self._starts is not None:
            await self._starts.aclose()

    async def _next(self) -> Worker:
        """The next free worker: first come, first served. Raises WorkersBusyError."""
        if self._free.locked() and self.waiting >= self._waiting_max:
            raise WorkersBusyError("too many wait already")
        self.waiting += 1
        try:
            async with asyncio.timeout(self._line_s):
                await self._free.acquire()
        except TimeoutError:
            raise WorkersBusyError(f"nobody was free for {self._line_s:g} s") from None
        finally:
            self.waiting -= 1
        return self._idle.pop()

    def _release(self, worker: Worker) -> None:
        self._idle.append(worker)
        self._free.release()

    def _replace(self, worker: Worker) -> None:
        worker.end()
        self._workers.discard(worker)
        if self._is_open and self._starts is not None:
            self._starts.start(self._hire())

    async def _hire(self) -> None:
        """Start one more worker, and try again until that works."""
        rest_s = RESTART_S
        while True:
            try:
                worker = await Worker.start(self._work)
                break
            except Exception as error:  # noqa: BLE001 - without workers, computers only make default moves
                _log.error("event=worker-not-started error=%r", error)
            await self._sleep(rest_s)
            rest_s = min(2 * rest_s, RESTART_MAX_S)
        self._workers.add(worker)
        self._release(worker)
