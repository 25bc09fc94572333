"""Terminal windows with real programs in them: what a person types goes in, what a person sees comes out."""

from __future__ import annotations

import fcntl
import os
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import MappingProxyType

import pyte

from client.fullscreen.terminal.output import BEGIN, END
from tests.support.patience import PATIENCE_S

READ_BYTES = 65536
ROOT = Path(__file__).parents[3]
NO_CHANGE: Mapping[str, str] = MappingProxyType({})


class Window:
    """One terminal window with a client running in it.

    Attributes:
        written: what the program has written, piece by piece.
    """

    def __init__(self, master: int, process: subprocess.Popen[bytes], columns: int, rows: int) -> None:
        self.process = process
        self.master = master
        self.is_at_end = False
        self.written: list[bytes] = []
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self._screen)
        self._waiting = b""
        self._lines: list[str] = []

    @property
    def lines(self) -> list[str]:
        """What stands on the screen, row by row; read once a drawing, as that takes long."""
        if not self._lines:
            self._lines = list(self._screen.display)
        return self._lines

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    @property
    def code(self) -> str:
        """The code of the table on the screen."""
        found = re.search(r"table ([A-Z]{4,6})", self.lines[0])
        assert found, self.text
        return found[1]

    def ground(self, column: int, row: int) -> str:
        """The colour that a cell is filled with."""
        return str(self._screen.buffer[row][column].bg)

    def ink(self, column: int, row: int) -> str:
        """The colour of what stands in a cell."""
        return str(self._screen.buffer[row][column].fg)

    @property
    def paper(self) -> str:
        """The colour of all that nothing is drawn on, as of the first cell."""
        return self.ground(0, 0)

    def press(self, keys: str) -> None:
        """Press keys, given as the bytes they send."""
        os.write(self.master, keys.encode())

    def click(self, column: int, row: int, button: int = 0) -> None:
        """Press and release a button of the mouse over a cell, counted from 0; button 2 is the right one."""
        place = f"{column + 1};{row + 1}"
        self.press(f"\x1b[<{button};{place}M\x1b[<{button};{place}m")

    def drag(self, source: tuple[int, int], target: tuple[int, int]) -> None:
        """Press the mouse over one cell, move it to another and release it there."""
        start, end = (f"{column + 1};{row + 1}" for column, row in (source, target))
        self.press(f"\x1b[<0;{start}M\x1b[<32;{end}M\x1b[<0;{end}m")

    def point_at(self, column: int, row: int) -> None:
        self.press(f"\x1b[<35;{column + 1};{row + 1}M")

    def turn_wheel(self, column: int, row: int, *, down: bool) -> None:
        self.press(f"\x1b[<{65 if down else 64};{column + 1};{row + 1}M")

    def click_on(self, text: str) -> None:
        """Click on the first letter of the lowest place where a text stands."""
        row = max(row for row, line in enumerate(self.lines) if text in line)
        self.click(self.lines[row].index(text), row)

    def kill(self) -> None:
        """End the program as a power cut would."""
        self.process.kill()
        self.process.wait()

    def take_in(self) -> None:
        """Draw what the program has written, and keep it.

        A frame is drawn once all of it is here, as a terminal does it: nobody ever sees half of one.
        """
        try:
            piece = os.read(self.master, READ_BYTES)
        except OSError:  # The program is gone, and all it wrote is here.
            self.is_at_end = True
            return
        self.written.append(piece)
        self._waiting += piece
        end = _end_of_whole_frames(self._waiting)
        self._stream.feed(self._waiting[:end])
        self._lines = []
        self._waiting = self._waiting[end:]


class Desktop:
    """Opens terminal windows, and waits for what they show; `popen` starts the `program` in them."""

    def __init__(
        self,
        home: Path,
        popen: type[subprocess.Popen[bytes]] = subprocess.Popen,
        program: tuple[str, ...] = (sys.executable, "-m", "client"),
    ) -> None:
        self.home = home
        self._popen = popen
        self._program = program
        self._open = ExitStack()
        self._windows: list[Window] = []

    def window(
        self, *arguments: str, columns: int = 100, rows: int = 32, environ: Mapping[str, str] = NO_CHANGE
    ) -> Window:
        """Open a window and start `parlour` in it with these arguments."""
        usual = {"PARLOUR_HOME": str(self.home), "PYTHONPATH": str(ROOT), "TERM": "xterm-256color", "NO_COLOR": ""}
        variables = {**os.environ, **usual, **environ}
        window = self._open.enter_context(_window(self._popen, variables, (*self._program, *arguments), columns, rows))
        self._windows.append(window)
        return window

    def until(self, holds: Callable[[], bool]) -> None:
        """Look at every window until something holds."""
        limit = time.monotonic() + PATIENCE_S
        while not holds():
            written = {window.master: window for window in self._windows if not window.is_at_end}
            for master in select.select(written, [], [], 0.5)[0]:
                written[master].take_in()
            if time.monotonic() > limit:
                screens = "\n\n".join(window.text for window in self._windows)
                raise AssertionError(f"It never came to that:\n{screens}")

    def expect(self, window: Window, *texts: str) -> None:
        """Look until a window shows all of these texts."""
        self.until(lambda: all(text in window.text for text in texts))

    def close(self) -> None:
        self._open.close()


def _end_of_whole_frames(written: bytes) -> int:
    """Where a frame begins that has not ended yet, or the beginning of one may stand; else the end."""
    begin, end = BEGIN.encode(), END.encode()
    if (begun := written.rfind(begin)) > written.rfind(end):
        return begun
    escape = written.rfind(b"\x1b")
    return escape if escape >= 0 and begin.startswith(written[escape:]) else len(written)


@contextmanager
def _window(
    popen: type[subprocess.Popen[bytes]],
    environ: Mapping[str, str],
    command: tuple[str, ...],
    columns: int,
    rows: int,
) -> Iterator[Window]:
    master, slave = os.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    with popen(command, stdin=slave, stdout=slave, stderr=slave, env=environ, start_new_session=True) as process:
        os.close(slave)
        try:
            yield Window(master, process, columns, rows)
        finally:
            process.kill()
            process.wait()
            os.close(master)
