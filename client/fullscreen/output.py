"""Where drawings leave for the terminal: frame by frame, each one whole or not at all."""

from __future__ import annotations

import os
import sys

from prompt_toolkit.output import ColorDepth, Output, create_output
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.styles import Attrs

BEGIN, END = "\x1b[?2026h", "\x1b[?2026l"
"""What makes a terminal hold its picture until the frame is whole. One that knows nothing of it passes over both."""


class FrameOutput(Vt100_Output):
    """A terminal that opens on whole pictures only. Mutable: a frame is held back until something is drawn in it.

    The toolkit writes in pieces, some of which could be seen: it wipes the screen and draws on it a while later, and
    shows the cursor in between. It writes even where nothing has changed.
    """

    _is_full_screen = False
    _is_plain = False
    """Whether what is written now would have no colours."""
    _is_to_wipe = False
    """Whether the screen is to be wiped, unless it is drawn upon at once."""
    _is_wiped = False
    """Whether what waits to be written wipes the screen."""

    def flush(self) -> None:
        """Write what waits, unless that wipes the screen and draws nothing on it: then it goes with what is drawn."""
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
        """Leave what stands on the screen as it is, and draw on another."""
        self._is_full_screen = True
        super().enter_alternate_screen()

    def quit_alternate_screen(self) -> None:
        """Show again what stood on the screen before."""
        self._is_full_screen = self._is_wiped = False
        super().quit_alternate_screen()

    def erase_down(self) -> None:
        """Wipe the screen from the cursor on.

        What is drawn upon at once, as where the toolkit changes its colours, is drawn in every cell: it need not be.
        """
        if self._is_full_screen:
            self._is_to_wipe = True
        else:
            super().erase_down()

    def show_cursor(self) -> None:
        """Show the cursor, which a full screen has no place for."""
        if not self._is_full_screen:
            super().show_cursor()

    def set_attributes(self, attrs: Attrs, color_depth: ColorDepth) -> None:
        """Write in these colours from now on."""
        self._is_plain = False
        super().set_attributes(attrs, color_depth)

    def reset_attributes(self) -> None:
        """Write without colours from now on, if it is not so already."""
        if not self._is_plain:
            self._is_plain = True
            super().reset_attributes()


def terminal_output() -> Output:
    """The terminal that this program was started in."""
    if sys.platform == "win32":
        return create_output()
    return FrameOutput.from_pty(sys.stdout, term=os.environ.get("TERM"))
