"""Stops programs at the other end of a pipe."""

from __future__ import annotations

import asyncio
import contextlib
from asyncio.subprocess import Process

GOODBYE_LIMIT_S = 1.0


async def stop_process(process: Process) -> None:
    """Close the program's input, which ends it; kill it if it still runs after a while."""
    assert process.stdin is not None, "it was opened as a pipe"
    process.stdin.close()
    try:
        async with asyncio.timeout(GOODBYE_LIMIT_S):
            await process.wait()
    except TimeoutError:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
