"""How the client starts a program of the server's side."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIMIT_S = 60.0
"""How long a program may take that is waited for."""


def server_command(module: str) -> tuple[str, ...]:
    """The command that runs a module of the server."""
    # -P keeps a folder called "server" in the working directory from being imported in place of ours.
    return sys.executable, "-P", "-m", module


def server_environment() -> dict[str, str]:
    """An environment in which the server's modules are found from any working directory."""
    existing = os.environ.get("PYTHONPATH")
    return {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{existing}" if existing else str(ROOT)}


async def run_to_end(module: str, *words: str) -> tuple[int, bytes, bytes]:
    """Run a module of the server: its exit code, its output, and its errors. Raises OSError or TimeoutError."""
    process = await asyncio.create_subprocess_exec(
        *server_command(module), *words, env=server_environment(), stdin=DEVNULL, stdout=PIPE, stderr=PIPE
    )
    try:
        async with asyncio.timeout(LIMIT_S):
            output, errors = await process.communicate()
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
    return process.returncode or 0, output, errors
