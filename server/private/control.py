"""What the owner of a private server wishes of it, written into a pipe in its folder.

Nobody else on the machine can write there, and nothing that comes over a socket leads there: whoever plays on the
server, from wherever, has no word for any of this.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

READ_BYTES = 64 * 1024
"""All that a pipe holds. A wish is written in one go, and is short enough to arrive whole (POSIX, PIPE_BUF)."""

_log = logging.getLogger("parlour.owner")


class LanRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Be open to the network at an address, on a port if one is named, or with no address be shut.

    `ask` is a text of the owner's choosing, which the answer carries back.
    """

    ask: str
    host: str | None
    port: int | None


@contextmanager
def hear_requests(pipe: Path, hear: Callable[[LanRequest], None]) -> Iterator[None]:
    """Hear every wish, in order, until the end. Where no pipe can be, there are no wishes."""
    pipe.unlink(missing_ok=True)
    try:
        os.mkfifo(pipe, 0o600)
        reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    except OSError as error:
        _log.warning("event=no-wishes error=%s", ascii(error.strerror))
        yield
        return
    kept_open = os.open(pipe, os.O_WRONLY)  # or the end of one wish would be the end of them all
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
