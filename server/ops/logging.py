"""Formats the server's log: one line per event, as `key=value` pairs, without secrets.

An error is logged by its type and its place in the code. Its message is left out: it may quote cards that lie face
down, and more people read logs than sit at the table.
"""

from __future__ import annotations

import logging
import os
import stat
import traceback
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TextIO

ROOT = Path(__file__).resolve().parents[2]
DEEPEST = 6
"""How many stack frames of an error are logged, from the innermost on."""


MAX_LOG_BYTES = 1024 * 1024
KEPT_LOG_BYTES = MAX_LOG_BYTES // 2
"""How much of a full log is kept: its end."""


class BoundedHandler(logging.StreamHandler[TextIO]):
    """Logs to a stream, and drops the oldest lines where that is a file opened for reading too, once it is full.

    A private server's log is such a file. A log that somebody redirects is theirs: it can't be read, and only grows.
    """

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line, and keep the file within its bound."""
        super().emit(record)
        with suppress(OSError, ValueError):
            trim_log(self.stream.fileno())


def trim_log(file: int) -> None:
    """Keep the end of a file that is full. Raises OSError where it can't be read."""
    found = os.fstat(file)
    if not stat.S_ISREG(found.st_mode) or found.st_size <= MAX_LOG_BYTES:
        return
    tail = os.pread(file, KEPT_LOG_BYTES, found.st_size - KEPT_LOG_BYTES)
    os.ftruncate(file, 0)
    os.write(file, tail[tail.find(b"\n") + 1 :])


def start_logging(node: int | None = None) -> None:
    """Log to standard error, each line with the number of this node where several log there."""
    handler = BoundedHandler()
    handler.setFormatter(LineFormatter("" if node is None else f"node={node} "))
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    logging.getLogger("websockets").setLevel(logging.WARNING)


class LineFormatter(logging.Formatter):
    """Formats a record as one line. Control characters are escaped, so that no value can forge a line."""

    def __init__(self, source: str = "") -> None:
        """Start each line with the time, from which of several programs it is, the level and the logger's name."""
        super().__init__(f"%(asctime)s {source}level=%(levelname)s from=%(name)s %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        record.message = record.getMessage()
        record.asctime = self.formatTime(record, self.datefmt)
        line = self.formatMessage(record)
        if record.exc_info and record.exc_info[1]:
            line += f" error={describe_error(record.exc_info[1])}"
        return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in line)


def describe_error(error: BaseException) -> str:
    """An error as its type, its causes' types and its stack frames, innermost first."""
    causes = [type(error).__name__]
    while (cause := error.__cause__ or error.__context__) is not None and len(causes) < DEEPEST:
        causes.append(type(cause).__name__)
        error = cause
    return f"{'<'.join(causes)} at={describe_places(traceback.extract_tb(error.__traceback__)[-DEEPEST:])}"


def describe_places(places: Sequence[traceback.FrameSummary]) -> str:
    """Stack frames as `file:line`, innermost first, without the code or its values."""
    return "<".join(f"{_short(place.filename)}:{place.lineno}" for place in reversed(places)) or "?"


def _short(path: str) -> str:
    """The path of a file of ours within the project, and only the name of any other."""
    file = Path(path)
    return str(file.relative_to(ROOT)) if file.is_relative_to(ROOT) else file.name
