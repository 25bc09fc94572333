"""A person at a table of Blocky in a window: what stands there, and turns taken by keys alone or by mouse alone."""

from __future__ import annotations

import re
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from tests.support.terminal.windows import Desktop, Window

OVER = "The game is over"
TAB, LEFT, RIGHT, DOWN = "\t", "\x1b[D", "\x1b[C", "\x1b[B"
UPPER = "▀"
RING = "ffffff"
"""The colour of the ring around the marked block."""

Place = tuple[int, int]
"""A column and a row of the screen, counted from 0."""
Board = tuple[tuple[str, ...], ...]
"""The colours of its cells, row by row."""


def moves_left(window: Window) -> int | None:
    """How many moves one has left; None where that is not shown, as when the game is over."""
    found = re.search(r"You .*?(\d+) left", window.text)
    return int(found[1]) if found else None


def board(window: Window, side: int) -> Board:
    """The colours of a board so many cells wide as they are drawn."""
    plot = _plot(window, side)
    return tuple(tuple(_pixel(window, *plot.pixel(column, row)) for column in range(side)) for row in range(side))


def same_board(desktop: Desktop, side: int, *windows: Window) -> Board:
    """The board that stands whole in all of these windows, once it does."""
    desktop.until(lambda: len({board(window, side) for window in windows}) == 1 and is_whole(windows[0], side))
    return board(windows[0], side)


def is_whole(window: Window, side: int) -> bool:
    """Whether every cell of a board has a colour, and not all have the same."""
    colours = {colour for row in board(window, side) for colour in row}
    return len(colours) > 1 and window.paper not in colours


def place(window: Window, side: int, column: int, row: int) -> Place:
    """Where a cell of the board is drawn."""
    x, half_row = _plot(window, side).pixel(column, row)
    return x, half_row // 2


def marked_at(window: Window, side: int) -> Place | None:
    """Where the block begins that has a ring around it."""
    plot = _plot(window, side)
    cells = ((column, row) for row in range(side) for column in range(side))
    return next((place(window, side, *cell) for cell in cells if plot.is_ringed(window, *cell)), None)


class _Plot(NamedTuple):
    """Where a board begins on the screen, in columns and half rows, and how many of each a cell of it takes.

    Each cell begins with a line, which is one column and half a row thick.
    """

    x: int
    half_row: int
    size: int

    def pixel(self, column: int, row: int) -> Place:
        """A column and a half row inside a cell of the board."""
        return self.x + column * self.size + 1, self.half_row + row * self.size + 1

    def is_ringed(self, window: Window, column: int, row: int) -> bool:
        """Whether the lines above a cell and on its left are a ring's."""
        x, half_row = self.pixel(column, row)
        return {_pixel(window, x - 1, half_row), _pixel(window, x, half_row - 1)} == {RING}


def _plot(window: Window, side: int) -> _Plot:
    """Find the board: the first run of cells with a ground of their own that is long enough for one."""
    for y, line in enumerate(window.lines[1:], 1):
        cells = [(window.ground(x, y) == window.paper, x) for x in range(len(line))]
        for is_paper, run in groupby(cells, itemgetter(0)):
            width = len(columns := list(run))
            if not is_paper and width > 2 * side:
                return _Plot(columns[0][1], 2 * y, width // side)
    raise AssertionError(f"There is no board:\n{window.text}")


def _pixel(window: Window, x: int, half_row: int) -> str:
    """The colour of the upper or the lower half of a cell of the screen."""
    y, is_lower = divmod(half_row, 2)
    return window.ground(x, y) if is_lower or window.lines[y][x] != UPPER else window.ink(x, y)


def await_turn(desktop: Desktop, window: Window) -> bool:
    """Wait for one's turn; whether it came before the game was over."""
    desktop.until(lambda: "YOUR TURN" in window.text or OVER in window.text)
    return OVER not in window.text


def move(desktop: Desktop, window: Window, keys: str = "wd") -> None:
    """Make a move by keys, which by default turn the whole board or the block around the marked one."""
    before = moves_left(window)
    window.press(keys)
    desktop.until(lambda: moves_left(window) != before)


def smash(desktop: Desktop, window: Window) -> None:
    """Smash the first block that can be, going from left to right and back on a board of depth 4."""
    before, refusal = moves_left(window), "Only a block of one colour"
    window.press("ss")
    for way in (*[RIGHT] * 7, DOWN, *[LEFT] * 7, DOWN) * 4:
        window.press(" ")
        desktop.until(lambda: moves_left(window) != before or refusal in window.text)
        if moves_left(window) != before:
            return
        window.press(way)
        desktop.until(lambda: refusal not in window.text)


def click_action(window: Window, name: str) -> None:
    """Click on a line of the list of what there is to do, which stands above the moves."""
    row = next(row for row, line in enumerate(window.lines) if re.search(rf"(A|D|Q|E|Tab) +▸?{name}", line))
    window.click(window.lines[row].index(name), row)


def move_by_mouse(desktop: Desktop, window: Window, side: int, name: str) -> None:
    """Point at the last quarter, look at it and at what is around it by the wheel, lock the whole board, and click."""
    before, (x, y) = moves_left(window), place(window, side, side - 1, side - 1)
    quarter = place(window, side, side // 2, side // 2)
    window.point_at(x, y)
    desktop.until(lambda: marked_at(window, side) == quarter)
    window.turn_wheel(x, y, down=False)
    desktop.expect(window, "Marked: level 0")
    window.turn_wheel(x, y, down=True)
    desktop.expect(window, "Marked: level 1")
    window.turn_wheel(x, y, down=False)
    window.click(x, y)
    desktop.expect(window, "Pinned: level 0")
    click_action(window, name)
    if name == "pass":
        desktop.expect(window, "Press Tab again to pass.")
        click_action(window, name)
    desktop.until(lambda: moves_left(window) != before)


def let_go_by_mouse(desktop: Desktop, window: Window, side: int) -> None:
    """Let the locked board go by another click on it."""
    window.click(*place(window, side, 0, 0))
    desktop.expect(window, "Marked: level 0")
    window.turn_wheel(*place(window, side, 0, 0), down=True)
    desktop.expect(window, "Marked: level 1")
