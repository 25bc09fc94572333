"""Runs a bot's call in a thread of its own, and finds the line of a person's program where something happened."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import threading
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from traceback import FrameSummary

OWN_FOLDER = Path(__file__).parent
"""Frames in here are never the program's own."""


class ThreadedCall:
    """A call in a daemon thread, which does not keep the program from ending.

    Attributes:
        done: set once the call has ended.
        result: what it returned.
        error: what it raised, which may be a SystemExit; None if it raised nothing.
    """

    def __init__(self, call: Callable[[], object]) -> None:
        self.done = asyncio.Event()
        self.result: object = None
        self.error: BaseException | None = None
        self._call = call
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def frames(self) -> Sequence[FrameSummary]:
        """The frames it is in now, outermost first; none once it has ended."""
        frame = None if self.done.is_set() else sys._current_frames().get(self._thread.ident or 0)
        return () if frame is None else traceback.extract_stack(frame)

    def _run(self) -> None:
        try:
            self.result = self._call()
        except BaseException as error:  # noqa: BLE001 - whoever awaits `done` reports it
            self.error = error
        with contextlib.suppress(RuntimeError):  # the program ended meanwhile
            self._loop.call_soon_threadsafe(self.done.set)


def program_line(frames: Sequence[FrameSummary], folder: Path | None = None) -> str:
    """The innermost line in the program's own folder, or else in any file, as in "mybot.py, line 4"."""
    in_files = [
        each for each in frames if not each.filename.startswith("<") and Path(each.filename).parent != OWN_FOLDER
    ]
    own = [each for each in in_files if Path(each.filename).parent == folder]
    return next((f"{Path(each.filename).name}, line {each.lineno}" for each in reversed(own or in_files)), "")


def describe_error(error: BaseException, folder: Path | None = None) -> str:
    """Describe an error and the line it came from, as in "mybot.py, line 4: KeyError: 'no plan'"."""
    if isinstance(error, SyntaxError) and error.filename:
        where = f"{Path(error.filename).name}, line {error.lineno}"
        return f"{where}: {type(error).__name__}: {error.msg}"
    where = program_line(traceback.extract_tb(error.__traceback__), folder)
    return ": ".join(filter(None, (where, type(error).__name__, str(error))))
