"""A program in a pseudo-terminal, and what a person would see of it."""

from __future__ import annotations

import fcntl
import os
import select
import struct
import subprocess
import sys
import termios
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from time import perf_counter

import pyte

from bench.load.process import pin

COLUMNS, ROWS = 100, 32
WAIT_LIMIT_S = 20.0
READ_BYTES = 65536


class Terminal:
    """A terminal emulator with a program running in it."""

    def __init__(self, master: int) -> None:
        """Show what is written to the terminal's other end."""
        self._master = master
        self._written = select.poll()
        self._written.register(master, select.POLLIN)
        self._screen = pyte.Screen(COLUMNS, ROWS)
        self._stream = pyte.ByteStream(self._screen)

    @property
    def text(self) -> str:
        """What is on screen, line by line."""
        return "\n".join(self._screen.display)

    def press(self, keys: str) -> None:
        """Type."""
        os.write(self._master, keys.encode())

    def wait_for(self, seen: Callable[[str], bool]) -> float:
        """Wait until the screen is as wanted; when that was, by `perf_counter`. Raises TimeoutError with the screen."""
        limit = perf_counter() + WAIT_LIMIT_S
        while not seen(self.text):
            left = limit - perf_counter()
            if left <= 0 or not self._written.poll(left * 1000):
                raise TimeoutError(f"waited in vain before this screen:\n{self.text}")
            self._stream.feed(os.read(self._master, READ_BYTES))
        return perf_counter()


@contextmanager
def running(arguments: Iterable[str], environment: Mapping[str, str], cores: Iterable[int]) -> Iterator[Terminal]:
    """A terminal in which a Python module runs; it is killed on the way out."""
    master, slave = os.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    command = [sys.executable, "-m", *arguments]
    with subprocess.Popen(
        command, stdin=slave, stdout=slave, stderr=slave, env=dict(environment), start_new_session=True
    ) as process:
        os.close(slave)
        try:
            pin(process.pid, cores)
            yield Terminal(master)
        finally:
            process.kill()
            os.close(master)
