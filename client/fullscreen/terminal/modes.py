"""What is asked of a terminal beside drawing: to report the focus, to show a title, to copy, to stop the program."""

from __future__ import annotations

import os
import signal
import sys
from base64 import b64encode

from prompt_toolkit.application import run_in_terminal
from prompt_toolkit.output import Output

FOCUS_ON, FOCUS_OFF = "\x1b[?1004h", "\x1b[?1004l"
"""Make a terminal report when its window gets or loses the focus, and stop that."""


def release(output: Output) -> None:
    """Undo what was set in the terminal."""
    output.write_raw(FOCUS_OFF)
    output.clear_title()
    output.flush()


def suspend(output: Output, title: str) -> None:
    """Give the terminal back to the shell, until that continues this program; then draw everything anew."""
    if sys.platform == "win32":
        return

    def stop() -> None:
        release(output)
        os.kill(0, signal.SIGTSTP)  # to the whole job, so that the shell sees it stop
        output.write_raw(FOCUS_ON)
        output.set_title(title)
        output.flush()

    run_in_terminal(stop)


def copy(output: Output, text: str) -> None:
    """Let the terminal copy a text, if it does that: by OSC 52, which also works through ssh."""
    output.write_raw(f"\x1b]52;c;{b64encode(text.encode()).decode()}\x1b\\")
    output.flush()
