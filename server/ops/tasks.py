"""Tasks with an owner: whatever runs beside the event loop's callbacks, started here and ended here."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine

_log = logging.getLogger("parlour.tasks")


class Tasks:
    """The tasks of one server, none of which can end another by failing. Mutable: they come and go."""

    def __init__(self) -> None:
        """Begin with none."""
        self._running: dict[asyncio.Task[None], None] = {}  # in the order in which they began, and are ended

    def start(self, life: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Run `life` beside everything else; its failure is logged and ends nothing but itself."""
        task = asyncio.create_task(_alone(life))
        self._running[task] = None
        task.add_done_callback(self._running.pop)
        # One that is cancelled before it began would otherwise be said to have been forgotten.
        task.add_done_callback(lambda _: life.close())
        return task

    async def aclose(self) -> None:
        """Cancel what still runs, and wait for it."""
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)


async def _alone(life: Coroutine[None, None, None]) -> None:
    try:
        await life
    except Exception:  # noqa: BLE001 - logged, and nobody else's
        _log.exception("event=task-failed")
