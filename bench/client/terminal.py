"""A client in a terminal window, and when a person would see what they wait for."""

from __future__ import annotations

import select
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter

from bench.load.process import pin
from tests.support.terminal.windows import Desktop, Window

WAIT_LIMIT_S = 20.0


def wait_for(window: Window, seen: Callable[[str], bool]) -> float:
    """Wait until a window is as wanted; when what made it so had come, by `perf_counter`.

    How long the emulated terminal takes to show it is not the client's. Raises TimeoutError with the window's text.
    """
    came = perf_counter()
    limit = came + WAIT_LIMIT_S
    news = select.poll()  # `select.select` knows no more than 1,024 files, and a benchmark opens more
    news.register(window.master, select.POLLIN)
    while not seen(window.text):
        left = limit - perf_counter()
        if left <= 0 or not news.poll(left * 1000):
            raise TimeoutError(f"waited in vain before this screen:\n{window.text}")
        came = perf_counter()
        window.take_in()
    return came


@contextmanager
def running(home: Path, cores: Iterable[int], *arguments: str) -> Iterator[Window]:
    """A window in which a client with a home of its own runs; it is killed on the way out."""
    desktop = Desktop(home)
    try:
        window = desktop.window(*arguments)
        pin(window.process.pid, cores)
        yield window
    finally:
        desktop.close()
