"""A person at a table of War in a window."""

from __future__ import annotations

import re
from collections.abc import Callable

from tests.support.terminal.windows import Desktop, Window

OVER = "The game is over"


def press_space(window: Window) -> None:
    window.press(" ")


def cards_left(window: Window) -> list[str]:
    """What the window shows of each hand's size, the upper one's first."""
    return re.findall(r"(\d+) cards?\b(?! at stake)", window.text)[:2]


def flip(desktop: Desktop, window: Window, how: Callable[[Window], None] = press_space) -> None:
    """Flip when one may, and see that one has.

    Whoever flips last sees the next draw at once, so that the hands' sizes alone say it.
    """
    desktop.expect(window, "SPACE to flip")
    before = cards_left(window)
    how(window)
    desktop.until(lambda: "you flipped" in window.text or cards_left(window) != before or OVER in window.text)
