"""What the server writes down: one line an event, in pairs of a name and a value, and nothing anybody was not to see.

A fault is written by its type and by where it happened. Its own words are left out: they may quote cards that lie face
down, and logs are read by more people than sit at the table.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DEEPEST = 6
"""How many of the places that a fault went through are written, from the innermost on."""


def start_logging() -> None:
    """Write to the standard error from now on."""
    place = logging.StreamHandler()
    place.setFormatter(LineFormatter())
    logging.basicConfig(level=logging.INFO, handlers=[place])
    logging.getLogger("websockets").setLevel(logging.WARNING)


class LineFormatter(logging.Formatter):
    """Writes a record as one line. Control characters are escaped, so that nobody can write a line of their own."""

    def __init__(self) -> None:
        """Begin lines with the time, the level and who writes."""
        super().__init__("%(asctime)s level=%(levelname)s from=%(name)s %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        record.message = record.getMessage()
        record.asctime = self.formatTime(record, self.datefmt)
        line = self.formatMessage(record)
        if record.exc_info and record.exc_info[1]:
            line += f" error={describe_error(record.exc_info[1])}"
        return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in line)


def describe_error(error: BaseException) -> str:
    """What can be said of an error: its type, what it came from, and the places it went through, innermost first."""
    causes = [type(error).__name__]
    while (error_before := error.__cause__ or error.__context__) is not None and len(causes) < DEEPEST:
        causes.append(type(error_before).__name__)
        error = error_before
    return f"{'<'.join(causes)} at={describe_places(traceback.extract_tb(error.__traceback__)[-DEEPEST:])}"


def describe_places(places: Sequence[traceback.FrameSummary]) -> str:
    """Places in programs, innermost first, without a word of what they were about."""
    return "<".join(f"{_short(place.filename)}:{place.lineno}" for place in reversed(places)) or "?"


def _short(path: str) -> str:
    """A file of ours by its place in the project, any other by its name."""
    file = Path(path)
    return str(file.relative_to(ROOT)) if file.is_relative_to(ROOT) else file.name
