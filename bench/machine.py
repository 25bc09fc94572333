"""The machine the figures are from: its cores, its disk, its versions."""

from __future__ import annotations

import os
import platform
import resource
import sqlite3
import tempfile
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

IN_MEMORY = frozenset({"tmpfs", "ramfs"})
PACKAGES = ("websockets", "uvloop", "msgspec", "msgpack")


@dataclass(frozen=True, slots=True)
class Machine:
    """Where a benchmark runs.

    Attributes:
        cores: those this process may use; none where the system does not say.
        server_cores: those a server under load is pinned to: one, where the load has another for itself, else all.
        folder: where journals are written.
        filesystem: what that folder is on.
        versions: of Python, SQLite and the libraries on the path of a move.
    """

    cores: tuple[int, ...]
    server_cores: tuple[int, ...]
    folder: Path
    filesystem: str
    versions: str

    @property
    def is_pinned(self) -> bool:
        """Whether server and load have a core each."""
        return len(self.cores) > len(self.server_cores)

    def describe(self) -> str:
        """One line for people."""
        pinned = "server and load on a core each" if self.is_pinned else "server and load SHARE their cores"
        disk = f"journals in {self.folder} ({self.filesystem})"
        return f"{len(self.cores) or 'unknown'} cores, {pinned}; {disk}; {self.versions}"


def look_around() -> Machine:
    """The machine as it is, with this process moved to its own core and allowed to open enough sockets."""
    _raise_open_files()
    cores = tuple(sorted(os.sched_getaffinity(0))) if hasattr(os, "sched_getaffinity") else ()
    if len(cores) > 1:
        os.sched_setaffinity(0, cores[1:2])
    folder = _disk()
    return Machine(cores, cores[:1], folder, filesystem(folder), _versions())


def filesystem(path: Path) -> str:
    """The type of the file system that a path is on, or "unknown"."""
    mounts = Path("/proc/mounts")
    if not mounts.exists():
        return "unknown"
    lines = [line.split() for line in mounts.read_text().splitlines()]
    over = [(fields[1], fields[2]) for fields in lines if path.resolve().is_relative_to(fields[1])]
    return max(over, key=lambda mount: len(mount[0]), default=("", "unknown"))[1]


def _disk() -> Path:
    """Where temporary files go, or the current folder when that would be memory."""
    usual = Path(tempfile.gettempdir())
    return Path.cwd() if filesystem(usual) in IN_MEMORY else usual


def _raise_open_files() -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _versions() -> str:
    known = [f"Python {platform.python_version()}", f"SQLite {sqlite3.sqlite_version}"]
    return ", ".join(known + [f"{package} {version(package)}" for package in PACKAGES])
