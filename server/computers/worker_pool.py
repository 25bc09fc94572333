"""The processes that computers think in, seen from the server: each thinks of one thing at a time.

Whoever has a task waits in one line for the next worker that is free. A worker whose thought takes too long, or is
waited for no more, is ended and replaced, and none of the others hears of it.
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
"""How long a process may take until it is warm, on a machine however busy."""
RESTART_S = 1.0
"""How long to wait before another try, where no process can be started: twice as long each time."""
RESTART_MAX_S = 60.0

Rest = Callable[[float], Awaitable[None]]
Work = Callable[[socket.socket], None]
"""What a process does in its socket: it says something once it is warm, and then answers."""

_log = logging.getLogger("parlour.workers")


class WorkerDiedError(Exception):
    """The process ended before it answered."""


class WorkersBusyError(Exception):
    """Too many wait for a worker already, or one has waited for too long."""


class Worker:
    """One process, which does one task after the other. Mutable: it owns the process and the socket to it."""

    def __init__(self, process: SpawnProcess, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Speak with a process; see `start`."""
        self._process = process
        self._reader = reader
        self._writer = writer

    @classmethod
    async def start(cls, work: Work = thinking.work) -> Worker:
        """Start a process, and wait until it is warm. Raises Died, TimeoutError, or whatever kept it from starting."""
        ours, theirs = socket.socketpair()
        with theirs, ExitStack() as unless_started:
            unless_started.callback(ours.close)
            process = multiprocessing.get_context("spawn").Process(target=work, args=(theirs,), daemon=True)
            process.start()
            unless_started.pop_all()
        worker = cls(process, *await asyncio.open_connection(sock=ours))
        try:
            async with asyncio.timeout(START_LIMIT_S):
                await worker._heard()
        except BaseException:
            worker.end()
            raise
        return worker

    async def answer(self, task: bytes) -> bytes:
        """The answer to a task. Raises Died. Who does not wait for it has to end the worker."""
        self._writer.write(thinking.frame_message(task))
        return await self._heard()

    def end(self) -> None:
        """End the process, whatever it thinks about."""
        self._process.kill()
        self._writer.close()

    async def _heard(self) -> bytes:
        try:
            size = await self._reader.readexactly(thinking.SIZE_BYTES)
            return await self._reader.readexactly(int.from_bytes(size, "big"))
        except (asyncio.IncompleteReadError, ConnectionError):
            raise WorkerDiedError("the process has ended") from None


class WorkerPool:
    """A number of workers, each replaced alone, and the line before them. Mutable: it owns them.

    `waiting` is how many stand in line, `thinking` how many are being answered.
    """

    def __init__(
        self,
        number: int,
        waiting_max: int,
        line_s: float,
        work: Work = thinking.work,
        rest: Rest = asyncio.sleep,
    ) -> None:
        """Start nothing yet. At most `waiting_max` may stand in line, and each for `line_s` seconds.

        `rest` waits before another try where no process can be started.
        """
        self.waiting = 0
        self.thinking = 0
        self._number = number
        self._waiting_max = waiting_max
        self._line_s = line_s
        self._work = work
        self._pause = rest
        self._is_open = True
        self._starts: Tasks | None = None
        self._workers: set[Worker] = set()
        self._idle: list[Worker] = []
        # Unlike asyncio's queues, a semaphore lets nobody pass those who came before.
        self._free = asyncio.Semaphore(0)

    def start(self) -> None:
        """Start all of them, once; whoever asks before they are warm waits."""
        if self._starts is None:
            self._starts = Tasks()
            for _ in range(self._number):
                self._starts.start(self._hire())

    async def answer(self, task: bytes, within_s: float) -> bytes:
        """The answer to a task, thought about for so long at most.

        Raises Busy, Died, or TimeoutError where that time is up. One who waits no more is no more thought for.
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
        self._rest(worker)
        return answer

    async def aclose(self) -> None:
        """End all of them, whatever they think about."""
        self._is_open = False
        for worker in self._workers:
            worker.end()
        if self._starts is not None:
            await self._starts.aclose()

    async def _next(self) -> Worker:
        """The next worker that is free: first come, first served. Raises Busy."""
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

    def _rest(self, worker: Worker) -> None:
        self._idle.append(worker)
        self._free.release()

    def _replace(self, worker: Worker) -> None:
        worker.end()
        self._workers.discard(worker)
        if self._is_open and self._starts is not None:
            self._starts.start(self._hire())

    async def _hire(self) -> None:
        """Have one worker more, however often that has to be tried."""
        rest_s = RESTART_S
        while True:
            try:
                worker = await Worker.start(self._work)
                break
            except Exception as error:  # noqa: BLE001 - whatever it is, without workers computers play no better than by default
                _log.error("event=worker-not-started error=%r", error)
            await self._pause(rest_s)
            rest_s = min(2 * rest_s, RESTART_MAX_S)
        self._workers.add(worker)
        self._rest(worker)
