"""Connects drawings to the toolkit: the one window that shows them, and the bindings that pass keys on."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple, Protocol

from prompt_toolkit.application import get_app
from prompt_toolkit.input.ansi_escape_sequences import ANSI_SEQUENCES
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.key_binding.bindings.mouse import load_mouse_bindings, typical_mouse_events
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import Window
from prompt_toolkit.layout.mouse_handlers import MouseHandler, MouseHandlers
from prompt_toolkit.layout.screen import _CHAR_CACHE, Char, Screen, WritePosition
from prompt_toolkit.mouse_events import MouseButton, MouseEvent, MouseEventType

from client.drawing.canvas import Drawing, Line, measure
from client.drawing.theme import classes
from client.fullscreen.terminal import mouse
from client.fullscreen.terminal.mouse import Pointer
from client.net.timer import Timer
from protocol.text import is_mark

FOCUSED, UNFOCUSED = "\x1b[I", "\x1b[O"
"""What a terminal sends, if it was asked to, when its window gets and when it loses the focus."""

# The toolkit's parser knows neither; without this they would arrive as Esc and letters.
ANSI_SEQUENCES.setdefault(FOCUSED, Keys.Ignore)
ANSI_SEQUENCES.setdefault(UNFOCUSED, Keys.Ignore)

OUR_NAMES = {"c-m": "enter", "c-j": "enter", "c-i": "tab", "c-h": "backspace", " ": "space"}
"""The toolkit calls some keys by the character that they send."""
NOT_KEYS = frozenset({
    *(Keys.Any, Keys.BracketedPaste, Keys.CPRResponse, Keys.Ignore, Keys.SIGINT),
    *(Keys.ScrollDown, Keys.ScrollUp, Keys.Vt100MouseEvent, Keys.WindowsMouseEvent),
})  # fmt: skip
"""Members of the toolkit's keys that nobody presses."""

MOUSE = re.compile(r"\x1b\[(<(\d{1,5};){2}\d{1,5}[mM]|(\d{1,5};){2}\d{1,5}M|M(?P<old>.)..)", re.DOTALL)
"""What a mouse sends, in each of its protocols. The toolkit takes more for a mouse, and then fails to read it."""
RELEASED = (MouseButton.LEFT, MouseButton.UNKNOWN)
"""The buttons that count as the left one when one is released: the oldest protocol does not say which it was."""


class ScreenHandler(Protocol):
    """What draws the screen, and takes what a person does, as the App does."""

    def draw(self, columns: int, rows: int) -> Drawing: ...
    def refresh(self) -> None: ...
    def press(self, key: str, text: str = "") -> None: ...
    def click(self, command: str) -> None: ...
    def point(self, hint: str, over: str) -> None: ...
    def focus(self, *, is_focused: bool) -> None: ...


class ScreenWindow(Window):
    """The whole screen as one window. It keeps the last drawing, to find what changed and what lies under the pointer.

    A window of the toolkit's fills every cell of every drawing, and has each compared with the one before. This one
    gives it the rows that changed, and leaves all others empty before and after.
    """

    def __init__(self, handler: ScreenHandler, now: Callable[[], float]) -> None:
        super().__init__(always_hide_cursor=True)
        self._handler = handler
        self._now = now
        self._pointer = Pointer()
        self._drawing = Drawing(())
        self._again = Timer(handler.refresh)
        row = defaultdict[int, MouseHandler](lambda: self.mouse_handler)
        self._everywhere = defaultdict[int, defaultdict[int, MouseHandler]](lambda: row)

    def write_to_screen(
        self,
        screen: Screen,
        mouse_handlers: MouseHandlers,
        write_position: WritePosition,
        parent_style: str,  # noqa: ARG002 - the toolkit's interface
        erase_bg: bool,  # noqa: ARG002 - the toolkit's interface
        z_index: int | None,  # noqa: ARG002 - the toolkit's interface
    ) -> None:
        """Draw what changed since the last drawing, or everything if the terminal no longer shows that."""
        last, drawn = self._drawing.lines, get_app().renderer.last_rendered_screen
        self._draw(write_position.width, write_position.height)
        for y, line in enumerate(self._drawing.lines):
            if drawn is None:
                _put_row(screen, y, line)
            elif line == last[y]:
                drawn.data_buffer.pop(y, None)
            else:
                _put_row(screen, y, line)
                _put_row(drawn, y, last[y])
        screen.height = write_position.height
        screen.visible_windows_to_write_positions[self] = write_position
        mouse_handlers.mouse_handlers = self._everywhere

    def _draw(self, columns: int, rows: int) -> None:
        """Draw, and set a timer if the drawing changes by itself."""
        self._drawing = self._handler.draw(columns, rows)
        self._again.stop()
        if self._drawing.again_s is not None:
            self._again.set(self._drawing.again_s)

    def mouse_handler(self, mouse_event: MouseEvent) -> object:
        """Handle a press, a drop, the wheel or a move over what lies under the pointer.

        A mere move never makes the toolkit repaint: the handler does so if it changed anything.
        """
        x, y = mouse_event.position
        self._move(x, y, is_pointing=mouse_event.event_type is MouseEventType.MOUSE_MOVE)
        command = self._command(mouse_event.event_type, mouse_event.button, x, y)
        if command is None:
            return NotImplemented
        if command:
            self._handler.click(command)
        return None

    def _move(self, x: int, y: int, *, is_pointing: bool) -> None:
        """Move the pointer to a cell; a press does so too, as some terminals report no moves."""
        self._pointer, over = mouse.move(self._pointer, self._drawing, x, y)
        if over or is_pointing:
            region = self._drawing.at(x, y)
            self._handler.point(region.hint if region else "", over)

    def _command(self, kind: MouseEventType, button: MouseButton, x: int, y: int) -> str | None:
        """The command that the mouse gives; "" where a region swallows it, None where it means nothing."""
        match kind:
            case MouseEventType.MOUSE_DOWN if button is MouseButton.RIGHT:
                return mouse.right_click(self._drawing, x, y)
            case MouseEventType.MOUSE_DOWN if button is MouseButton.LEFT:
                self._pointer, command = mouse.press(self._pointer, self._drawing, x, y, self._now())
            case MouseEventType.MOUSE_UP if button in RELEASED:
                self._pointer, command = mouse.release(self._pointer, self._drawing, x, y)
            case MouseEventType.SCROLL_UP | MouseEventType.SCROLL_DOWN:
                return mouse.scroll(self._drawing, x, y, is_down=kind is MouseEventType.SCROLL_DOWN)
            case _:
                return None
        return command

    def stop(self) -> None:
        self._again.stop()


def is_of_mouse(sent: str) -> bool:
    """Whether a mouse sent that, as opposed to something else that begins in the same way."""
    found = MOUSE.fullmatch(sent)
    return found is not None and (found["old"] is None or ord(found["old"]) in typical_mouse_events)


class ScreenRow(NamedTuple):
    """A row as the toolkit has it: its cells, and what it writes before some of them."""

    cells: defaultdict[int, Char]
    escapes: defaultdict[int, str]


def _put_row(screen: Screen, y: int, line: Line) -> None:
    screen.data_buffer[y], screen.zero_width_escapes[y] = _row(line)


@lru_cache(maxsize=1024)
def _row(line: Line) -> ScreenRow:
    """Convert a line for the toolkit. Where letters have marks, the cursor is positioned before each letter.

    Terminals disagree on which marks take a cell, and that must not move the rest of the row. Cached, as most lines
    stay the same from one drawing to the next.
    """
    styled = [(cell, classes(f"ground {names}")) for names, text in line for cell in measure(text)[0]]
    cells = defaultdict(Char, enumerate([_CHAR_CACHE[each] for each in styled]))
    escapes = defaultdict[int, str](str)
    if _has_marks("".join([text for _, text in line])):
        escapes.update((x, f"\x1b[{x + 1}G") for x, (cell, _) in enumerate(styled) if cell)
    return ScreenRow(cells, escapes)


def _has_marks(text: str) -> bool:
    return not text.isascii() and any(map(is_mark, text))


def bindings(handler: ScreenHandler) -> KeyBindings:
    """Bind every key there is, whatever is on screen: what it does is resolved when it is pressed.

    The handler draws when it is time to. The toolkit draws after whatever does not return NotImplemented.
    """
    found = KeyBindings()

    def take(event: KeyPressEvent) -> object:
        pressed = event.key_sequence[-1]
        name = pressed.key.value if isinstance(pressed.key, Keys) else pressed.key
        handler.press(OUR_NAMES.get(name, name), pressed.data if pressed.data.isprintable() else "")
        return NotImplemented

    def focus(event: KeyPressEvent) -> object:
        if event.data in (FOCUSED, UNFOCUSED):
            handler.focus(is_focused=event.data == FOCUSED)
        return NotImplemented

    toolkits = {binding.keys: binding.handler for binding in load_mouse_bindings().bindings}

    def point(event: KeyPressEvent) -> object:
        return toolkits[Keys.Vt100MouseEvent,](event) if is_of_mouse(event.data) else NotImplemented

    for key in Keys:
        if key not in NOT_KEYS:
            found.add(key)(take)
    found.add(Keys.Any)(take)
    found.add(Keys.Vt100MouseEvent)(point)
    found.add(Keys.SIGINT)(lambda _: handler.click("interrupt"))
    found.add(Keys.BracketedPaste)(lambda event: handler.press("paste", event.data))
    found.add(Keys.Ignore)(focus)
    return found
