"""Writes down how a program failed: where in the code, and which keys and events led to it, but nobody's words.

An error is told by its type and its place. Its message is left out, as it may quote what somebody wrote.
"""

from __future__ import annotations

import os
import platform
import sys
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from client.state.breadcrumbs import Breadcrumbs
from protocol import RELEASE

FOLDER = "crashes"
KEPT_MAX = 5
"""How many reports are kept; the oldest is deleted when there is another."""
FRAMES_MAX = 60
CAUSES_MAX = 8
ROOT = Path(__file__).resolve().parents[3]
SAID = (
    "Parlour has crashed, but your games are saved: start it again to go on. The report is in {path}; "
    "to send it to somebody who can help, type 'parlour doctor --bundle'."
)
UNKEPT = "Parlour has crashed, but your games are saved: start it again to go on. The report can't be saved: {why}."


class CrashError(Exception):
    """A program has failed, which is the cause of this; `crumbs` are its last keys and events."""

    def __init__(self, crumbs: Breadcrumbs) -> None:
        super().__init__()
        self.crumbs = crumbs


def report_crash(error: BaseException, crumbs: Breadcrumbs, home: Path, command: str) -> str:
    """Write the report of a crash; gives the sentence for the person."""
    text = "\n".join((*describe_crash(error, command), "", "The last keys and events:", *crumbs.lines(), ""))
    folder = home / FOLDER
    path = folder / f"crash-{datetime.now(UTC):%Y%m%d-%H%M%S}-{os.getpid()}.txt"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_private(path, text)
        for old in kept_reports(home)[:-KEPT_MAX]:
            old.unlink(missing_ok=True)
    except OSError as failure:
        return UNKEPT.format(why=failure.strerror)
    return SAID.format(path=path)


def kept_reports(home: Path) -> list[Path]:
    """The reports that are kept, oldest first."""
    return sorted((home / FOLDER).glob("crash-*.txt"))


def write_private(path: Path, text: str) -> None:
    """Write a file that only its owner can read. Raises OSError."""
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(file, "w", encoding="utf-8", errors="replace") as opened:
        opened.write(text)


def describe_crash(error: BaseException, command: str) -> Iterator[str]:
    """When, what and where, a line each."""
    yield f"Parlour {RELEASE} on Python {platform.python_version()}, {platform.system()}"
    yield f"at {datetime.now(UTC):%Y-%m-%d %H:%M:%S} UTC, in 'parlour {command}', TERM={os.environ.get('TERM', '')}"
    yield f"standard streams on a terminal: {', '.join(_terminals()) or 'none'}"
    for each in _chain(error):
        yield f"\n{type(each).__name__}"
        yield from (_place(frame) for frame in traceback.extract_tb(each.__traceback__)[-FRAMES_MAX:])


def _terminals() -> Iterator[str]:
    return (name for name in ("stdin", "stdout", "stderr") if getattr(sys, name).isatty())


def _chain(error: BaseException) -> Iterator[BaseException]:
    """An error, what it holds, and what led to it."""
    found, seen = [error], 0
    while found and seen < CAUSES_MAX:
        each, seen = found.pop(0), seen + 1
        yield each
        inner = each.exceptions if isinstance(each, BaseExceptionGroup) else ()
        cause = each.__cause__ or (None if each.__suppress_context__ else each.__context__)
        found += [*inner, *(() if cause is None else (cause,))]


def _place(frame: traceback.FrameSummary) -> str:
    file = Path(frame.filename)
    shown = str(file.relative_to(ROOT)) if file.is_relative_to(ROOT) else file.name
    return f"  {shown}:{frame.lineno} in {frame.name}"
