"""Disks that are busy and disks that refuse, for tests: the operating system really does say no."""

from __future__ import annotations

import asyncio
import resource
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, TypeVar

from server.storage.database import Database
from server.storage.stores import open_database

S = TypeVar("S")

AT_MOST_S = 10.0


def opened_store(folder: Path, store: Callable[[Database[Any]], S]) -> AbstractAsyncContextManager[S]:
    """A store in the database of a folder, closed on the way out."""
    return store_in(open_database(folder), store)


@asynccontextmanager
async def store_in(database: Database[Any], store: Callable[[Database[Any]], S]) -> AsyncIterator[S]:
    """A store in a database, which is closed on the way out."""
    try:
        yield store(database)
    finally:
        await database.aclose()


@contextmanager
def files_of_at_most(size: int) -> Iterator[None]:
    """Let no file of this process grow beyond `size` bytes, as on a disk that is full: a write there fails."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@asynccontextmanager
async def busy(database: Database[Any]) -> AsyncIterator[None]:
    """A database in the middle of a commit: what is handed in meanwhile waits, and goes on together on the way out."""
    loop, began, gate = asyncio.get_running_loop(), asyncio.Event(), threading.Event()

    def work(connection: object) -> bool:
        loop.call_soon_threadsafe(began.set)
        return gate.wait(AT_MOST_S)

    done = asyncio.ensure_future(database.run(work))
    await began.wait()
    try:
        yield
        # What was handed in as tasks is in line once they have had their turn.
        await asyncio.sleep(0)
    finally:
        gate.set()
        assert await done
