"""Disks that can be made to refuse writes, and mended again."""

from __future__ import annotations

import ctypes
import resource
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from server.storage.stores import DATABASE_NAME
from tests.support.processes.running import RunningServer

SIZE, BALLAST = "4m", "ballast"
"""How large a disk is that is to be full soon, and the file that takes up its rest."""


CLONE_NEWNS = 0x00020000
"""What unshare(2) calls the mounts."""


class Disk:
    """A folder on a disk that can be broken while a server writes there."""

    name: str

    def __init__(self, folder: Path) -> None:
        self.folder = folder

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
def mount_small(folder: Path) -> Iterator[Path]:
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "none", str(folder)], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def remount(folder: Path, how: str) -> bool:
    """Mount it again, "ro" or "rw"; whether that could be done, as it cannot while somebody writes."""
    return subprocess.run(["mount", "-o", f"remount,{how}", str(folder)], capture_output=True).returncode == 0
