"""A terminal that watches how it is drawn on, and says what an eye would see of it besides the picture itself."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import pyte
from pyte.screens import Char
from wcwidth import wcwidth

from client.fullscreen.terminal.output import BEGIN, END

FRAME = re.compile(f"({re.escape(BEGIN)}.*?{re.escape(END)})", re.DOTALL)
LEFT = b"\x1b[?1049l"
"""With what a program leaves the screen that it has drawn on."""
EXPENSE_BYTES = 200
"""What a frame costs at most to say where it begins and ends, and to go to a cell and back."""
CELL_BYTES = 70
"""What a changed cell costs at most: the way to it, its colours and its character."""
HOME = (0, 0)


class Cell(NamedTuple):
    """A place on the screen."""

    x: int
    y: int


@dataclass
class Frame:
    """What one frame did, counted while it is drawn.

    `shown` is each touched cell's contents in turn, the first as it was before.
    """

    bytes: int
    shown: dict[Cell, list[Char]] = field(default_factory=dict)
    wiped: bool = False

    @property
    def changed(self) -> int:
        """How many cells look different after it."""
        return sum(states[0] != states[-1] for states in self.shown.values())


class Watched(pyte.Screen):
    """A screen that notes what is drawn on it frame by frame.

    Attributes:
        frames: every frame that drew something.
        faults: what nobody should see, in words.
    """

    def __init__(self, columns: int, rows: int) -> None:
        self.frames: list[Frame] = []
        self.faults: list[str] = []
        self._frame = Frame(0)
        super().__init__(columns, rows)
        self._stream = pyte.Stream(self)

    def take(self, written: str) -> None:
        """Draw what a program has written, in whole frames and whatever stands between them."""
        for part in filter(None, FRAME.split(written)):
            self._frame = Frame(len(part.encode()))
            self._stream.feed(part)
            if self._frame.shown:
                self._judge(self._frame, is_marked=part.startswith(BEGIN))
                self.frames.append(self._frame)

    def draw(self, data: str) -> None:
        """Draw characters, which have to fit into the row and be drawn while the cursor is out of sight."""
        width = sum(max(0, wcwidth(char)) for char in data)
        if self.cursor.x + width > self.columns:
            self._complain(f"{data!r} runs over the edge")
        if not self.cursor.hidden:
            self._complain(f"{data!r} is drawn by a cursor that can be seen")
        with self._noting(range(self.cursor.x, min(self.cursor.x + width, self.columns)), [self.cursor.y]):
            super().draw(data)

    def index(self) -> None:
        """Go down a row, of which there has to be one."""
        if self.cursor.y >= self.lines - 1:
            self._complain("the screen scrolls")
        super().index()

    def erase_in_line(self, how: int = 0, private: bool = False) -> None:
        with self._noting(range(self.columns), [self.cursor.y]):
            super().erase_in_line(how, private)

    def erase_in_display(self, how: int = 0, *args: Any, **more: Any) -> None:
        self._frame.wiped |= how != 0 or (self.cursor.x, self.cursor.y) == HOME
        with self._noting(range(self.columns), range(self.lines)):
            super().erase_in_display(how, *args, **more)

    @contextmanager
    def _noting(self, columns: Iterable[int], rows: Iterable[int]) -> Iterator[None]:
        """Note what cells hold before and after something is done to them."""
        cells = [Cell(x, y) for y in rows for x in columns]
        for cell in cells:
            self._frame.shown.setdefault(cell, [self.buffer[cell.y][cell.x]])
        yield
        for cell in cells:
            states, now = self._frame.shown[cell], self.buffer[cell.y][cell.x]
            if states[-1] != now:
                states.append(now)

    def _judge(self, frame: Frame, *, is_marked: bool) -> None:
        """Complain of what a whole frame must not be."""
        if not is_marked:
            self._complain("something is drawn outside of a frame")
        if frame.wiped:
            return
        for cell, states in frame.shown.items():
            if len(states) > 2:
                self._complain(f"cell {tuple(cell)} shows {[state.data for state in states]} in one frame")
        if not frame.changed:
            self._complain(f"{frame.bytes} bytes change nothing")
        if frame.bytes > EXPENSE_BYTES + CELL_BYTES * frame.changed:
            self._complain(f"{frame.bytes} bytes change {frame.changed} cells")

    def _complain(self, of: str) -> None:
        self.faults.append(f"frame {len(self.frames)}: {of}")


def watched(written: Iterable[bytes], columns: int, rows: int) -> Watched:
    """A screen on which all was drawn that a program has written, piece by piece.

    What it says after it has left the screen is no drawing any more.
    """
    screen, waiting = Watched(columns, rows), b""
    for piece in written:
        drawn, left, _ = (waiting + piece).partition(LEFT)
        whole, end, waiting = drawn.rpartition(END.encode())
        screen.take((whole + end).decode())
        if left:
            break
    return screen
