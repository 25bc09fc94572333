"""Finds the private server that runs on this machine, or starts one as a process.

The server announces in its data directory where it listens, stops by itself soon after its last client has left, and
keeps every game on disk. So a client that is killed and restarted finds the same games, and nothing is left running.
"""

from __future__ import annotations

import asyncio
import socket
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

from client.hosting.lan import LanAccess, read_announcement
from client.server_programs import server_command, server_environment

SERVER_COMMAND = server_command("server")
START_LIMIT_S = 10.0
PROBE_LIMIT_S = 0.25
LOOK_EVERY_S = 0.01
MAX_LOG_BYTES = 2 * 1024 * 1024
"""A server keeps its log within half of that; one that never came so far as to log starts it anew."""
ANOTHER_RUNS = 3
"""The server's exit code when another one uses the directory; the client then waits for that one."""


class PrivateServer:
    """The private server of a data directory."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.door = LanAccess(directory)
        self._process: subprocess.Popen[bytes] | None = None

    def begin(self) -> None:
        """Start a server unless one runs, without waiting for it. Raises OSError."""
        if running_url(self.directory) is None:
            self._start()

    async def find(self) -> str:
        """Wait for the URL of the running server, and start one if none runs. Raises OSError with a reason."""
        deadline = time.monotonic() + START_LIMIT_S
        if self._process and self._process.poll() is not None:
            self._process = None  # it ran, and has ended since
        while (url := running_url(self.directory)) is None:
            if self._process is None:
                self._start()
            elif self._process.poll() is not None:
                self._check_exit(self._process.returncode)
            if time.monotonic() > deadline:
                raise OSError(f"your own server did not start within {START_LIMIT_S:.0f} s; its log is in {self._log}")
            await asyncio.sleep(LOOK_EVERY_S)
        with suppress(OSError):  # the screen shows that it is shut, and the owner may open it elsewhere
            await self.door.keep_open()
        return url

    def _check_exit(self, code: int) -> None:
        """Let the next attempt start another server, unless that would fail the same way. Raises OSError."""
        self._process = None
        if code not in {0, ANOTHER_RUNS}:
            raise OSError(f"your own server did not start; its log in {self._log} says why")

    @property
    def _log(self) -> Path:
        return self.directory / "server.log"

    def _start(self) -> None:
        self.directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        if self._log.exists() and self._log.stat().st_size > MAX_LOG_BYTES:
            self._log.unlink()
        with self._log.open("a+b") as log:  # readable, so that the server can keep it short
            self._process = subprocess.Popen(  # noqa: S603 - our own program
                [*SERVER_COMMAND, "--private", "--data", str(self.directory.resolve())],
                env=server_environment(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,  # Ctrl-C here is not meant for a server that others may be using
            )


def running_url(directory: Path) -> str | None:
    """The URL of the directory's server, or None where none runs.

    A killed server leaves its announcement behind, so a connection is tried, which takes no time on this machine.
    """
    found = read_announcement(directory)
    if found is None:
        return None
    try:
        parts = urlsplit(found.url)
        socket.create_connection((parts.hostname, parts.port), timeout=PROBE_LIMIT_S).close()
    except (OSError, ValueError, TypeError):
        return None
    return found.url
