"""Processes that a program has started, and what becomes of them once it is ended. Reads /proc, so it needs Linux."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from tests.support.patience import PATIENCE_S

LOOK_EVERY_S = 0.02


def pids() -> set[int]:
    """The processes that this one has started and that have not ended."""
    return {process.pid for process in multiprocessing.active_children() if process.pid is not None}


async def until(fits: Callable[[], bool]) -> None:
    """Wait for something about a process, which nobody is told of."""
    while not fits():  # noqa: ASYNC110 - processes set no events
        await asyncio.sleep(LOOK_EVERY_S / 4)


def outlive_their_parent(*command: str, workers: int, by: signal.Signals = signal.SIGKILL) -> set[int]:
    """Run a Python module until it has so many processes at work, end it by a signal, and return those that go on."""
    parent = subprocess.Popen([sys.executable, "-m", *command], stdout=subprocess.DEVNULL)
    try:
        begun = _begun(parent, workers)
    finally:
        parent.send_signal(by)
        parent.wait(PATIENCE_S)
    deadline = time.monotonic() + PATIENCE_S
    while (left := {pid for pid in begun if _runs(pid)}) and time.monotonic() < deadline:
        time.sleep(LOOK_EVERY_S)
    for pid in left:
        os.kill(pid, signal.SIGKILL)
    return left


def _begun(parent: subprocess.Popen[bytes], workers: int) -> set[int]:
    """All its processes, as soon as there are enough of them that do work. Raises TimeoutError."""
    deadline = time.monotonic() + PATIENCE_S
    while sum(map(_works, children := _children(parent.pid))) < workers:
        if time.monotonic() > deadline or parent.poll() is not None:
            raise TimeoutError(f"{parent.args!r} never had {workers} processes at work")
        time.sleep(LOOK_EVERY_S)
    return children


def _children(pid: int) -> set[int]:
    stats = ((file, _stat(file)) for file in Path("/proc").glob("[0-9]*/stat"))
    return {int(file.parent.name) for file, stat in stats if stat and int(stat[1]) == pid}


def _works(pid: int) -> bool:
    """Whether it has used a second of the processor, which is more than its start takes."""
    stat = _stat(Path(f"/proc/{pid}/stat"))
    return bool(stat) and int(stat[11]) > 100


def _runs(pid: int) -> bool:
    """Whether it is there, and not only remembered because nobody has asked how it ended."""
    return _stat(Path(f"/proc/{pid}/stat"))[:1] not in ([], ["Z"])


def _stat(file: Path) -> list[str]:
    """What the system tells of a process from its state on, see proc(5); nothing once it is gone."""
    try:
        return file.read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return []
