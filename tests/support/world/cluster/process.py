"""Processes of a world's servers, each of which can be stopped for a while as by SIGSTOP.

All run on one loop. What a process schedules is its own, by the context that goes with each callback: while it stands
still, all that is due there waits, in order, as does whatever comes to it, and time goes on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextvars import Context, ContextVar, copy_context
from typing import Any, TypeVar

from tests.support.world.loop import VirtualLoop

T = TypeVar("T")


class Process:
    """What runs in one process; mutable because it stops and goes on."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.is_stopped = False
        self._is_over = False
        self._loop = loop
        self._waiting: list[_Due] = []
        self._context = Context()
        self._context.run(RUNNING.set, self)

    def make(self, make: Callable[[], T]) -> T:
        """Make something in the process."""
        return self._context.run(make)

    def start(self, coroutine: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Run a task in the process."""
        return self._loop.create_task(coroutine, context=self._context.copy())

    def enter(self, call: Callable[..., object], *arguments: object) -> None:
        """Call something in the process, as when bytes come to it: now, or once it goes on."""
        if RUNNING.get() is self:
            call(*arguments)
        else:
            self.run(_Due(self._context.run, (call, *arguments)))

    def run(self, due: _Due) -> None:
        """Do what is due here, or let it wait."""
        if self._is_over or due.is_cancelled:
            return
        if self.is_stopped:
            self._waiting.append(due)
        else:
            due.call(*due.arguments)

    def stop(self) -> None:
        """Stand still."""
        self.is_stopped = True

    def go_on(self) -> None:
        """Do what is due by now."""
        self.is_stopped = False
        waiting, self._waiting = self._waiting, []
        for due in waiting:
            if due.context is None:
                self.run(due)
            else:
                self._loop.call_soon(self.run, due, context=due.context)

    def end(self) -> None:
        """Do nothing any more, whatever is due."""
        self._is_over = True


class _Due:
    """A call that is due in a process, in a context of its own if it was scheduled there, by a `handle` then."""

    __slots__ = ("arguments", "call", "context", "handle")

    def __init__(self, call: Callable[..., object], arguments: tuple[Any, ...], context: Context | None = None) -> None:
        self.call = call
        self.arguments = arguments
        self.context = context
        self.handle: asyncio.Handle | None = None

    @property
    def is_cancelled(self) -> bool:
        return self.handle is not None and self.handle.cancelled()


RUNNING: ContextVar[Process | None] = ContextVar("running", default=None)
"""In which process something happens; None for the world outside."""


class ProcessLoop(VirtualLoop):
    """A loop that lets what is due in a process that stands still wait."""

    def call_soon(
        self, callback: Callable[..., object], *args: object, context: Context | None = None
    ) -> asyncio.Handle:
        context = copy_context() if context is None else context
        if (process := context.get(RUNNING)) is None:
            return super().call_soon(callback, *args, context=context)
        due = _Due(callback, args, context)
        due.handle = super().call_soon(process.run, due, context=context)
        return due.handle

    def call_at(
        self, when: float, callback: Callable[..., object], *args: object, context: Context | None = None
    ) -> asyncio.TimerHandle:
        context = copy_context() if context is None else context
        if (process := context.get(RUNNING)) is None:
            return super().call_at(when, callback, *args, context=context)
        due = _Due(callback, args, context)
        due.handle = handle = super().call_at(when, process.run, due, context=context)
        return handle


class OutsideTiming:
    """The loop for networks and engines, which stand still with no process."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._context = Context()
        self.time = loop.time

    def call_later(self, delay: float, callback: Callable[..., object], /, *args: object) -> asyncio.TimerHandle:
        return self._loop.call_later(delay, callback, *args, context=self._context)

    def call_soon(self, callback: Callable[..., object], /, *args: object) -> asyncio.Handle:
        return self._loop.call_soon(callback, *args, context=self._context)
