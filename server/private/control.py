"""Reads the requests that the owner of a private server writes into a pipe in the server's folder.

File permissions say who may: nobody else on the machine can write there. No message of the protocol leads there, so no
player can open the server to the network, wherever they play from.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from protocol.private_server import LanRequest

READ_BYTES = 64 * 1024
"""All that a pipe holds. A request is written in one go, and is short enough to arrive whole (POSIX, PIPE_BUF)."""

_log = logging.getLogger("parlour.owner")


@contextmanager
def hear_requests(pipe: Path, hear: Callable[[LanRequest], None]) -> Iterator[None]:
    """Pass each request to `hear`, in order, while the context lasts. Where no pipe can be made, there are none."""
    pipe.unlink(missing_ok=True)
    try:
        os.mkfifo(pipe, 0o600)
        reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    except OSError as error:
        _log.warning("event=no-wishes error=%s", ascii(error.strerror))
        yield
        return
    kept_open = os.open(pipe, os.O_WRONLY)  # without a writer of our own, the first writer to leave would end the pipe
    loop = asyncio.get_running_loop()
    loop.add_reader(reading, lambda: _read(reading, hear))
    try:
        yield
    finally:
        loop.remove_reader(reading)
        pipe.unlink(missing_ok=True)
        os.close(reading)
        os.close(kept_open)


def _read(reading: int, hear: Callable[[LanRequest], None]) -> None:
    for line in os.read(reading, READ_BYTES).splitlines():
        try:
            hear(msgspec.json.decode(line, type=LanRequest))
        except msgspec.MsgspecError:
            _log.warning("event=wish-unreadable")
