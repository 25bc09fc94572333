"""Owns the background tasks of a server: starts them, logs their failures and cancels them at the end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine

_log = logging.getLogger("parlour.tasks")


class Tasks:
    """The running tasks of one server, isolated from each other's failures."""

    def __init__(self) -> None:
        self._running: dict[asyncio.Task[None], None] = {}  # in the order they are started in, and cancelled in

    def start(self, coroutine: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Run a coroutine in the background; if it fails, that is logged and ends nothing else."""
        task = asyncio.create_task(_run_logged(coroutine))
        self._running[task] = None
        task.add_done_callback(self._running.pop)
        # Without this, Python warns that a coroutine cancelled before its first step was never awaited.
        task.add_done_callback(lambda _: coroutine.close())
        return task

    async def aclose(self) -> None:
        """Cancel all running tasks, and wait until they have ended."""
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)


async def _run_logged(coroutine: Coroutine[None, None, None]) -> None:
    try:
        await coroutine
    except Exception:  # noqa: BLE001 - logged; no other task is concerned
        _log.exception("event=task-failed")
