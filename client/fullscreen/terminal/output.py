"""Writes drawings to the terminal frame by frame, each one whole or not at all."""

from __future__ import annotations

import os
import sys

from prompt_toolkit.output import ColorDepth, Output, create_output
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.styles import Attrs

BEGIN, END = "\x1b[?2026h", "\x1b[?2026l"
"""Make a terminal show a frame only once it is whole (synchronized output). Others ignore both."""


class FrameOutput(Vt100_Output):
    """A terminal that shows whole frames only. It holds a wipe back until something is drawn after it.

    The toolkit writes in pieces, some of which would be seen: it wipes the screen and draws on it a while later, and
    shows the cursor in between. It writes even if nothing has changed.
    """

    _is_full_screen = False
    _is_plain = False
    """Whether text is written without colours now."""
    _is_to_wipe = False
    """Whether to wipe the screen, unless something is drawn on it at once."""
    _is_wiped = False
    """Whether the buffer begins with a wipe."""

    def flush(self) -> None:
        """Write the buffer, unless it only wipes the screen: then it waits for what is drawn next."""
        if any(part.isprintable() for part in self._buffer):
            self._is_wiped = False
            self._buffer = [BEGIN, *self._buffer, END]
        elif self._is_to_wipe:
            self._is_wiped = True
            super().erase_down()
        self._is_to_wipe = False
        if not self._is_wiped:
            super().flush()

    def enter_alternate_screen(self) -> None:
        self._is_full_screen = True
        super().enter_alternate_screen()

    def quit_alternate_screen(self) -> None:
        self._is_full_screen = self._is_wiped = False
        super().quit_alternate_screen()

    def erase_down(self) -> None:
        """Wipe the screen from the cursor on.

        If it is drawn on at once, as when the toolkit changes its colours, every cell is drawn and no wipe is needed.
        """
        if self._is_full_screen:
            self._is_to_wipe = True
        else:
            super().erase_down()

    def show_cursor(self) -> None:
        """Show the cursor, but never on the full screen."""
        if not self._is_full_screen:
            super().show_cursor()

    def set_attributes(self, attrs: Attrs, color_depth: ColorDepth) -> None:
        self._is_plain = False
        super().set_attributes(attrs, color_depth)

    def reset_attributes(self) -> None:
        """Write without colours from now on, unless that is so already."""
        if not self._is_plain:
            self._is_plain = True
            super().reset_attributes()


def terminal_output() -> Output:
    if sys.platform == "win32":
        return create_output()
    return FrameOutput.from_pty(sys.stdout, term=os.environ.get("TERM"))
