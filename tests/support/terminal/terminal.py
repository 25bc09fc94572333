"""A terminal that a test looks at: the real client draws into an emulator, and keys and clicks come in as bytes."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Protocol

import pyte
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput, create_pipe_input

from client.commands.actions import Leaving
from client.drawing.canvas import is_beside
from client.drawing.theme_files import ThemeFiles
from client.fullscreen.app import App
from client.fullscreen.effects import Copy
from client.fullscreen.screens.styling import BUILT_IN_THEMES, ActiveTheme, Remember, forget
from client.fullscreen.terminal.output import FrameOutput
from client.history.archive import BARE, GameArchive
from client.net.wire import Wire
from client.settings import Settings
from client.state.habits import HabitsFile
from protocol.text import is_mark
from tests.support.patience import PATIENCE_S

STANDS_FOR = "x"
"""Drawn in the place of a mark that takes a cell, which the library cannot do."""


class Hearing(Protocol):
    """A wire that tells what it hears to somebody who is known only once the app is made."""

    def connect(self, app: App) -> Wire:
        """The wire, telling the app."""


class Clock:
    """A monotonic clock that only the test turns."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Terminal:
    """A terminal of a given size with the client running in it.

    Whatever the client writes is drawn at once; `until` waits for the screen to look as asked, without sleeping.
    """

    def __init__(self, columns: int, rows: int) -> None:
        self.bells = 0
        self.frames = 0
        self.titles: list[str] = []
        self.written: list[str] = []
        self._screen = _Emulator(columns, rows, self)
        self._stream = pyte.Stream(self._screen)
        self._changed = asyncio.Event()
        self._size = Size(rows=rows, columns=columns)
        self._input: PipeInput | None = None
        self.output = FrameOutput(self, lambda: self._size, term="xterm-256color", enable_cpr=False)  # type: ignore[arg-type]
        self.encoding = "utf-8"

    @property
    def lines(self) -> list[str]:
        """What stands on the screen, row by row."""
        return list(self._screen.display)

    @property
    def columns(self) -> int:
        return int(self._screen.columns)

    @property
    def cursor(self) -> tuple[int, int, bool]:
        """The column and row of the cursor, and whether it is hidden."""
        cursor = self._screen.cursor
        return cursor.x, cursor.y, bool(cursor.hidden)

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def row(self, at: int) -> str:
        """One row, counted from 0, or from the end below 0."""
        return self.lines[at].rstrip()

    def style(self, column: int, row: int) -> pyte.screens.Char:
        return self._screen.buffer[row][column]

    def find(self, text: str) -> tuple[int, int]:
        """The column and row where a text starts."""
        for row, line in enumerate(self.lines):
            if text in line:
                return line.index(text), row
        raise AssertionError(f"{text!r} is not on the screen:\n{self.text}")

    def type(self, keys: str) -> None:
        """Press keys, given as the bytes they send."""
        assert self._input is not None, "the client does not run yet"
        self._input.send_text(keys)

    def click(self, text: str, *, button: int = 0) -> None:
        """Click on the first letter of a text on the screen."""
        column, row = self.find(text)
        self.click_at(column, row, button=button)

    def double_click(self, text: str) -> None:
        """Click twice on the first letter of a text on the screen, too fast for anything to come between."""
        column, row = self.find(text)
        press = f"\x1b[<0;{column + 1};{row + 1}"
        self.type(f"{press}M{press}m" * 2)

    def click_at(self, column: int, row: int, *, button: int = 0) -> None:
        place = f"{column + 1};{row + 1}"
        self.type(f"\x1b[<{button};{place}M\x1b[<{button};{place}m")

    def point_at(self, column: int, row: int) -> None:
        self.type(f"\x1b[<35;{column + 1};{row + 1}M")

    def drag(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """Press the left button over a cell, move to another and let it go there."""
        (x, y), (to_x, to_y) = start, end
        self.type(f"\x1b[<0;{x + 1};{y + 1}M\x1b[<32;{to_x + 1};{to_y + 1}M\x1b[<0;{to_x + 1};{to_y + 1}m")

    def turn_wheel(self, column: int, row: int, *, down: bool) -> None:
        """Turn the wheel by one over a cell."""
        self.type(f"\x1b[<{65 if down else 64};{column + 1};{row + 1}M")

    def resize(self, columns: int, rows: int) -> None:
        """Give the window another size, and tell the client by a signal as a terminal does."""
        self._size = Size(rows=rows, columns=columns)
        self._screen.resize(rows, columns)
        os.kill(os.getpid(), signal.SIGWINCH)

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until something holds; it is asked again whenever the screen has changed."""
        try:
            async with asyncio.timeout(PATIENCE_S):
                while not holds():
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            raise AssertionError(f"It never came to that. The screen:\n{self.text}") from None

    async def redraw(self, app: App) -> None:
        """Have the client draw, which need not change what is on the screen, and wait until it has."""
        is_drawn = asyncio.Event()

        def note(_: object) -> None:
            is_drawn.set()

        app._application.after_render += note
        app.refresh()
        await asyncio.wait_for(is_drawn.wait(), PATIENCE_S)
        app._application.after_render -= note

    async def press(self, keys: str, text: str, *more: str) -> None:
        """Press keys, and wait for the texts that they bring to the screen, one after the other."""
        self.type(keys)
        await self.expect(text, *more)

    async def choose(self, place: str, text: str, *more: str) -> None:
        """Click on a text on the screen, and wait for those that this brings, one after the other."""
        self.click(place)
        await self.expect(text, *more)

    async def expect(self, *texts: str) -> None:
        """Wait until a text is on the screen, and then until each of the others is."""
        for text in texts:
            await self.until(lambda text=text: text in self.text)  # type: ignore[misc]

    async def expect_no(self, text: str) -> None:
        await self.until(lambda: text not in self.text)

    def write(self, text: str) -> None:
        """Take what the client writes: this is the file that it writes to."""
        self.written.append(text)
        self._stream.feed(text)

    def flush(self) -> None:
        """Count a frame, and wake whoever waits for the screen."""
        self.frames += 1
        self._changed.set()

    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        return -1


class _Emulator(pyte.Screen):
    """The emulated screen; what is no drawing it passes on."""

    def __init__(self, columns: int, rows: int, terminal: Terminal) -> None:
        super().__init__(columns, rows)
        self._terminal = terminal

    def draw(self, data: str) -> None:
        """Draw a text as most terminals do. The library knows accents, but stops at the vowels of many scripts."""
        for char in data:
            if is_beside(char):
                super().draw(STANDS_FOR)
                cell = self.buffer[self.cursor.y][self.cursor.x - 1]
                self.buffer[self.cursor.y][self.cursor.x - 1] = cell._replace(data=char)
            elif is_mark(char):
                self._put_on(char)
            else:
                super().draw(char)

    @property
    def display(self) -> list[str]:
        return ["".join(self.buffer[row][x].data for x in range(self.columns)) for row in range(self.lines)]

    def _put_on(self, marks: str) -> None:
        """Set marks on what was drawn last, as terminals do."""
        row, last = self.buffer[self.cursor.y], self.cursor.x - 1
        if last > 0 and row[last].data == "":
            last -= 1
        if last >= 0:
            row[last] = row[last]._replace(data=row[last].data + marks)

    def bell(self, *_: object) -> None:
        self._terminal.bells += 1

    def set_title(self, param: str) -> None:
        self._terminal.titles.append(param)


@asynccontextmanager
async def running(
    hearing: Hearing,
    columns: int = 100,
    rows: int = 32,
    settings: Settings | None = None,
    opening: str = "",
    environ: dict[str, str] | None = None,
    memory: HabitsFile | None = None,
    now: Callable[[], float] = time.monotonic,
    shelf: GameArchive = BARE,
    theme_files: ThemeFiles = BUILT_IN_THEMES,
    remember: Remember = forget,
    clipboard: Copy | None = None,
    shows: str = "",
) -> AsyncIterator[tuple[Terminal, App, asyncio.Task[Leaving]]]:
    """The client running in a terminal that shows a text already; it is told to leave at the end."""
    terminal = Terminal(columns, rows)
    with create_pipe_input() as keys:
        terminal._input = keys
        given = settings or Settings(motion=False)
        theme = ActiveTheme(given, theme_files, remember, environ or {})
        app = App(
            given,
            opening,
            memory,
            archive=shelf,
            theme=theme,
            clipboard=clipboard,
            now=now,
            input=keys,
            output=terminal.output,
        )
        task = asyncio.create_task(app.run(hearing.connect(app)))
        try:
            await terminal.until(lambda: bool(terminal.text.strip()))
            await terminal.expect(shows)
            yield terminal, app, task
        finally:
            if not task.done():
                app.click("quit")
                await asyncio.wait_for(task, PATIENCE_S)
