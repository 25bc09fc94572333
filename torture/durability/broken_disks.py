"""Disks that can be made to refuse writes, and mended again."""

from __future__ import annotations

import ctypes
import resource
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg

from server.storage.stores import DATABASE_NAME
from tests.support.processes.running import RunningServer
from torture.tools.homes import Home

SIZE, BALLAST = "4m", "ballast"
"""How large a disk is that is to be full soon, and the file that takes up its rest."""
FILL = b"INSERT INTO entries SELECT 'fill', coalesce(max(seq), 0) + 1, '', 0 FROM entries WHERE room = 'fill'"
"""An entry of no room."""
POSTGRES_SIZE = "160m"
"""How large it is where PostgreSQL and a copy of its programs are to have room."""


CLONE_NEWNS = 0x00020000
"""What unshare(2) calls the mounts."""


class Disk:
    """A disk that can be broken while a server, whose home is on it, writes there; `folder` is on it too.

    `spares` are cases that go well all the same, as what is written fits into files as large as they are.
    """

    name: str
    spares: frozenset[str] = frozenset()

    def __init__(self, folder: Path, home: Home | None = None) -> None:
        self.folder = folder
        self.home = home or Home(folder)

    def break_(self, server: RunningServer) -> None:
        """Refuse every write from now on."""
        raise NotImplementedError

    def mend(self, server: RunningServer) -> None:
        raise NotImplementedError


class Limited(Disk):
    """Any disk, with a limit on the file size of the server's process, which sees a full disk."""

    name = "full, by a limit on the size of files"

    def break_(self, server: RunningServer) -> None:
        self._limit(server, 0)

    def mend(self, server: RunningServer) -> None:
        self._limit(server, resource.RLIM_INFINITY)

    def _limit(self, server: RunningServer, most: int) -> None:
        with suppress(ProcessLookupError):  # it was killed
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))


class Small(Disk):
    """A file system in memory that is full once its rest is taken up. Needs root."""

    name = f"full, a file system of {SIZE}"

    def break_(self, server: RunningServer) -> None:
        """Take up all there is, also what SQLite has room for in its files already."""
        with (self.folder / BALLAST).open("wb", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(4096))
            except OSError:
                return

    def mend(self, server: RunningServer) -> None:
        (self.folder / BALLAST).unlink(missing_ok=True)


class SmallForPostgres(Small):
    """The same under PostgreSQL, which has room for some rows in the pages that its tables have already."""

    name = f"full, a file system of {POSTGRES_SIZE}"
    spares = frozenset({"a new name", "a newcomer", "the newcomer again"})

    def break_(self, server: RunningServer) -> None:
        """Take up all there is, and what room the journal's pages have left."""
        super().break_(server)
        with psycopg.connect(self.home.database, autocommit=True) as connection, suppress(psycopg.errors.DiskFull):
            while True:
                connection.execute(FILL)


class Immutable(Disk):
    """A disk whose files nobody may write any more, the server's open ones included. Needs root, and chattr(1)."""

    name = "read-only, files made immutable"

    def break_(self, server: RunningServer) -> None:
        self._change("+i")

    def mend(self, server: RunningServer) -> None:
        self._change("-i")

    def _change(self, how: str) -> None:
        files = [str(self.folder / f"{DATABASE_NAME}{end}") for end in ("", "-wal")]
        subprocess.run(["chattr", how, *files], check=True)


def isolate_mounts() -> None:
    """Move this process into a mount namespace of its own, which ends with it. Raises OSError; needs root."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(CLONE_NEWNS) != 0:
        raise OSError(ctypes.get_errno(), "mounts cannot be kept apart here")
    subprocess.run(["mount", "--make-rprivate", "/"], check=True)


@contextmanager
def mount_small(folder: Path, size: str = SIZE) -> Iterator[Path]:
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size},mode=755", "none", str(folder)], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def remount(folder: Path, how: str) -> bool:
    """Mount it again, "ro" or "rw"; whether that could be done, as it cannot while somebody writes."""
    return subprocess.run(["mount", "-o", f"remount,{how}", str(folder)], capture_output=True).returncode == 0
