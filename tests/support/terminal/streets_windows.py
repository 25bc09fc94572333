"""A person at a table of Streets and Alleys in a window: moves made by keys alone, or by mouse in all its ways."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from client.fullscreen.screens.frame import BOTTOM, TOP
from client.games.streets_and_alleys.card_names import PileName, ends
from client.games.streets_and_alleys.drawing.layout import plan_layout
from engines.streets_and_alleys.layout import Layout
from engines.streets_and_alleys.moves import Build, CardMove, Lower, Raise, apply_move, read
from engines.streets_and_alleys.safe_moves import best, home
from tests.support.terminal.windows import Desktop, Window

OVER = "The game is over"
NOTHING = (0, TOP)
"""A cell where nothing can be clicked."""

How = Callable[[Window, Layout, CardMove], None]
"""A way to make a move in a window where a layout is shown."""


def moves_made(window: Window) -> int | None:
    """How many moves one's table is from the deal; None where no table is shown."""
    found = re.search(r"^ \d+/52 up +(\d+) moves? ", window.lines[TOP])
    return int(found[1]) if found else None


def play(desktop: Desktop, window: Window, layout: Layout, commands: Iterable[str], how: How) -> Layout:
    """Make the moves one after another, each once the one before is shown, and return where they lead."""
    desktop.until(lambda: moves_made(window) is not None)
    for made, command in enumerate(commands, moves_made(window) or 0):
        move = read(command)
        assert isinstance(move, Build | Raise | Lower)
        how(window, layout, move)
        expect_moves(desktop, window, made + 1)
        layout = apply_move(layout, move)
    return layout


def expect_moves(desktop: Desktop, window: Window, made: int) -> None:
    """Look until a window shows that one's table is so many moves from the deal."""
    desktop.until(lambda: moves_made(window) == made)


def by_keys(window: Window, layout: Layout, move: CardMove) -> None:
    """Two digits; a digit and F and a foundation's; or f, a foundation's digit and a pile's."""
    between = {Build: "", Raise: "F", Lower: ""}[type(move)]
    window.press(f"{'f' * isinstance(move, Lower)}{move.source}{between}{move.target}")


def by_mouse(window: Window, layout: Layout, move: CardMove) -> None:
    """The other button where that plays the card up, a double click where that finds the place; else click or drag.

    A click on nothing comes first, lest the next be taken for the second one of a double click.
    """
    window.click(*NOTHING)
    source, target = (cell(window, place) for place in ends(move))
    if isinstance(move, Raise) and move.target == home(layout, layout.piles[move.source][-1]):
        window.click(*source, button=2)
    elif isinstance(move, Build) and move == best(layout, move.source):
        window.click(*source)
        window.click(*source)
    elif move.source % 2:
        window.drag(source, target)
    else:
        window.click(*source)
        window.click(*target)


def cell(window: Window, place: PileName) -> tuple[int, int]:
    """A cell where a place can be clicked whatever lies there: a pile's first card, or the middle of a foundation."""
    plan = plan_layout(len(window.lines[0]), len(window.lines) - TOP - BOTTOM, 0)
    box = plan.box(place)
    return box.x + (1 if place.is_pile else box.width // 2), TOP + box.y + 1
