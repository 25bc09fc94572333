"""A visitor's terminal: what it shows goes to a channel, and what comes from there is keys or typed lines."""

from __future__ import annotations

import asyncio
import io
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Protocol

from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import Input
from prompt_toolkit.input.vt100_parser import Vt100Parser
from prompt_toolkit.key_binding import KeyPress

from client.linemode.console import MAX_LINE_BYTES

MAX_COLUMNS, MAX_ROWS = 400, 200
"""No screen is drawn larger."""
SWITCHED_OFF = (2026, 1000, 1002, 1003, 1006, 1015, 2004, 1004, 1049)
"""The modes of a terminal that a client may have set."""
RESET = "".join(f"\x1b[?{mode}l" for mode in SWITCHED_OFF) + "\x1b[?25h\x1b[0m"
"""Gives a terminal back as it was, whatever the client was doing."""
MAX_LINES = 64
"""How many typed lines wait, before no more are read."""
BACKSPACES, END_OF_INPUT, INTERRUPT = "\x08\x7f", "\x04", "\x03"


class Channel(Protocol):
    """What carries a terminal: it sends texts, says how many bytes of them are unsent, and can stop reading."""

    def send(self, text: str) -> None: ...
    def unsent(self) -> int: ...
    def pause_reading(self) -> None: ...
    def resume_reading(self) -> None: ...


class ScreenStream(io.TextIOBase):
    """A file that writes to a channel. What the other end does not read is left out, and drawn again later.

    With `is_terminal`, lines end as a terminal has them. Without `may_drop`, too much unread text is a broken pipe.
    """

    def __init__(self, channel: Channel, limit: int, *, is_terminal: bool) -> None:
        self._channel = channel
        self._limit = limit
        self._is_terminal = is_terminal
        self.may_drop = False
        self.is_behind = False

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return "utf-8"

    def write(self, text: str) -> int:
        """Send a text, or leave it out. Raises BrokenPipeError."""
        if self._channel.unsent() > self._limit:
            if not self.may_drop:
                raise BrokenPipeError
            self.is_behind = True
            return len(text)
        lines = text.replace("\r\n", "\n").replace("\n", "\r\n") if self._is_terminal else text
        self._channel.send(lines)
        return len(text)

    def isatty(self) -> bool:
        return self._is_terminal

    def catch_up(self) -> bool:
        """Whether something was left out that is to be drawn again now."""
        was_behind, self.is_behind = self.is_behind, False
        return was_behind


class KeyInput(Input):
    """The toolkit's input from a visitor's keys, without any file."""

    def __init__(self) -> None:
        self._keys: list[KeyPress] = []
        self._parser = Vt100Parser(self._keys.append)
        self._notify: Callable[[], None] | None = None
        self._is_closed = False

    def feed(self, text: str) -> None:
        self._parser.feed(text)
        if self._notify is not None:
            self._notify()

    def read_keys(self) -> list[KeyPress]:
        keys = self._keys[:]
        self._keys.clear()
        return keys

    def flush_keys(self) -> list[KeyPress]:
        self._parser.flush()
        return self.read_keys()

    @property
    def closed(self) -> bool:
        return self._is_closed

    def close(self) -> None:
        self._is_closed = True

    def fileno(self) -> int:
        raise io.UnsupportedOperation

    def typeahead_hash(self) -> str:
        return f"visitor-{id(self)}"

    def raw_mode(self) -> AbstractContextManager[None]:
        return nullcontext()

    def cooked_mode(self) -> AbstractContextManager[None]:
        return nullcontext()

    @contextmanager
    def attach(self, input_ready_callback: Callable[[], None]) -> Iterator[None]:
        before, self._notify = self._notify, input_ready_callback
        try:
            yield
        finally:
            self._notify = before

    @contextmanager
    def detach(self) -> Iterator[None]:
        before, self._notify = self._notify, None
        try:
            yield
        finally:
            self._notify = before


class TypedLines:
    """The lines that a visitor types in plain mode. On a terminal it shows what is typed, as nobody else does there."""

    def __init__(self, channel: Channel, *, is_terminal: bool) -> None:
        self.are_typed = is_terminal
        self._channel = channel
        self._lines: deque[str] = deque()
        self._line = ""
        self._has_ended = False
        self._changed = asyncio.Event()

    def feed(self, text: str) -> None:
        for character in text.replace("\r\n", "\n"):
            self._take(character)
        if len(self._lines) >= MAX_LINES:
            self._channel.pause_reading()
        self._changed.set()

    def end(self) -> None:
        """Take that nothing more comes."""
        if self._line:
            self._lines.append(self._line)
            self._line = ""
        self._has_ended = True
        self._changed.set()

    async def next(self) -> str | None:
        while not self._lines:
            if self._has_ended:
                return None
            self._changed.clear()
            await self._changed.wait()
        line = self._lines.popleft()
        if len(self._lines) < MAX_LINES:
            self._channel.resume_reading()
        return line

    def _take(self, character: str) -> None:
        if character in "\r\n":
            self._echo("\r\n")
            self._lines.append(self._line)
            self._line = ""
        elif not self.are_typed:
            self._add(character)
        elif character in BACKSPACES:
            if self._line:
                self._line = self._line[:-1]
                self._echo("\b \b")
        elif character == INTERRUPT or (character == END_OF_INPUT and not self._line):
            self.end()
        elif character.isprintable():
            self._add(character)

    def _add(self, character: str) -> None:
        if len(self._line) < MAX_LINE_BYTES:
            self._line += character
            self._echo(character)

    def _echo(self, text: str) -> None:
        if self.are_typed:
            self._channel.send(text)


def size_of(columns: int, rows: int) -> Size:
    """A terminal's size, as large as is drawn; a terminal that says none has the usual one."""
    return Size(rows=min(rows, MAX_ROWS) if rows > 0 else 24, columns=min(columns, MAX_COLUMNS) if columns > 0 else 80)
