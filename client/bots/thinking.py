"""A bot's thought, in a thread of its own, and where in somebody's program a thing happened."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import threading
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from traceback import FrameSummary

OURS = Path(__file__).parent
"""Nobody's program is at fault in here."""


class ThreadedCall:
    """A call in a thread that does not keep the program from ending. Mutable: it comes to its end.

    Attributes:
        done: set once it has.
        result: what it gave.
        error: what it raised, be it a SystemExit; None where it did not.
    """

    def __init__(self, call: Callable[[], object]) -> None:
        """Begin to think, on a loop that runs."""
        self.done = asyncio.Event()
        self.result: object = None
        self.error: BaseException | None = None
        self._call = call
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._think, daemon=True)
        self._thread.start()

    def frames(self) -> Sequence[FrameSummary]:
        """Where it is now, outermost first; nowhere once it has come to its end."""
        frame = None if self.done.is_set() else sys._current_frames().get(self._thread.ident or 0)
        return () if frame is None else traceback.extract_stack(frame)

    def _think(self) -> None:
        try:
            self.result = self._call()
        except BaseException as error:  # noqa: BLE001 - whoever waits for the thought tells of it
            self.error = error
        with contextlib.suppress(RuntimeError):  # the program ended meanwhile
            self._loop.call_soon_threadsafe(self.done.set)


def place(frames: Sequence[FrameSummary], folder: Path | None = None) -> str:
    """The innermost place that is in the program's own folder, or else in any file: "mybot.py, line 4"."""
    written = [each for each in frames if not each.filename.startswith("<") and Path(each.filename).parent != OURS]
    own = [each for each in written if Path(each.filename).parent == folder]
    return next((f"{Path(each.filename).name}, line {each.lineno}" for each in reversed(own or written)), "")


def told(error: BaseException, folder: Path | None = None) -> str:
    """What an error is, and where in the program it came from: "mybot.py, line 4: KeyError: 'no plan'"."""
    if isinstance(error, SyntaxError) and error.filename:
        where = f"{Path(error.filename).name}, line {error.lineno}"
        return f"{where}: {type(error).__name__}: {error.msg}"
    where = place(traceback.extract_tb(error.__traceback__), folder)
    return ": ".join(filter(None, (where, type(error).__name__, str(error))))
