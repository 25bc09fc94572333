"""Draws the panes of the lobby: one list or two in a frame, with headings, a text for empty lists, and a foot."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from client.drawing.canvas import Canvas, fit, pad, width_of, wrap_words
from client.drawing.layout import Layout
from client.fullscreen.screens.columns import Column, TableRow, at_edges, filled, headings, in_columns, widths
from client.fullscreen.screens.lobby.play_now import WEAKER
from client.fullscreen.screens.lobby.rows import FILTERED, LIVE, MORE, OPEN, PEOPLE, PLAY, YOURS
from client.fullscreen.ui.state import UiState

Box = tuple[int, int, int, int]
"""A column, a row, a width and a height."""
Lists = tuple[tuple[TableRow, ...], ...]
HEADED_ROWS = 2
"""A list with no more rows than this has no headings."""
EDGES_WIDTH = 60
"""The most cells between the two edges of a list."""


class Pane(NamedTuple):
    """A frame with lists, one above the other, in shared columns; `empty` is said where they have no lines.

    Without columns, the texts at the right edge have the style `aside`. Where every pane has a tab, `tab` is its title.
    """

    title: str
    lists: tuple[int, ...]
    empty: str
    columns: tuple[Column, ...] = ()
    aside: str = ""
    tab: str = ""


class Foot(NamedTuple):
    """A line at the foot of a pane, and the command that a click on it gives."""

    text: str
    command: str = ""


CODE, GAME, WHO = Column("Code"), Column("Game", 7, turn=2), Column("Who", 11, turn=3)
PLAY_PANE = Pane("Play now", (PLAY,), "Waiting for the server.", aside="soft")
YOURS_PANE = Pane("Your games", (YOURS,), "None yet. Press 1 to start one.")
OPEN_PANE = Pane(
    "Open tables",
    (OPEN,),
    "No open tables. Press n to start one.",
    (CODE, GAME, Column("Host", 11, turn=3), Column("Seats"), Column("Options", 12, turn=1)),
    tab="Tables",
)
LIVE_PANE = Pane(
    "Live now",
    (LIVE,),
    "There are no games to watch right now.",
    (CODE, GAME, WHO, Column("Progress"), Column("Options", 7, turn=1)),
    tab="Live",
)
TABLES_PANE = Pane(
    "Open tables and live games",
    (OPEN, LIVE),
    "No open tables, and no games to watch. Press n to start a table.",
    (CODE, GAME, WHO, Column("State", 18, turn=1)),
)
PEOPLE_PANE = Pane("People", (PEOPLE,), "Nobody else is online.", (Column("Name", 4, turn=1), Column("Rating")))
MORE_PANE = Pane("More to do", (MORE,), "", tab="More")

SINGLE = (PLAY_PANE, YOURS_PANE, OPEN_PANE, LIVE_PANE, PEOPLE_PANE, MORE_PANE)
PANES: Mapping[Layout, tuple[Pane, ...]] = MappingProxyType(
    {"wide": SINGLE, "normal": (PLAY_PANE, YOURS_PANE, TABLES_PANE, PEOPLE_PANE, MORE_PANE), "small": SINGLE}
)
"""The panes of each layout, in the order of Tab and the arrows, which is that of their lists' numbers."""


def pane_of(ui: UiState, layout: Layout) -> Pane:
    """The pane that keys go to."""
    return next((pane for pane in PANES[layout] if ui.pane in pane.lists), PLAY_PANE)


def visible_panes(ui: UiState, layout: Layout, lists: Lists) -> tuple[Pane, ...]:
    """The panes of a layout that are on the screen: those with lines, the games to play, and where the mark is.

    On a small screen every one of them has a tab.
    """
    return tuple(
        pane
        for pane in PANES[layout]
        if layout == "small" or pane is PLAY_PANE or ui.pane in pane.lists or any(lists[each] for each in pane.lists)
    )


def put_pane(
    canvas: Canvas,
    ui: UiState,
    lists: Lists,
    pane: Pane,
    box: Box,
    feet: tuple[Foot, ...] = (),
    also: Foot | None = None,
) -> None:
    """Draw a pane, with `also` in its upper edge; its feet go below its lines, or the first into the lower edge."""
    x, y, width, height = box
    canvas.frame(x, y, width, height, _title(pane, ui), "frame-here" if ui.pane in pane.lists else "frame")
    if also is not None:
        _put_foot(canvas, x + width - width_of(also.text) - 4, y, Foot(f" {also.text} ", also.command))
    used = _put_lines(canvas, ui, lists, pane, (x + 2, y + 1, width - 4, height - 2))
    below = y + height - 1
    rows = [Foot(line, foot.command) for foot in feet for line in wrap_words(foot.text, width - 4)]
    if used + len(rows) < height - 2:
        for row, foot in enumerate(rows, below - len(rows)):
            _put_foot(canvas, x + 2, row, foot)
    elif feet:
        _put_foot(canvas, x + 2, below, Foot(fit(f" {feet[0].text} ", width - 4), feet[0].command))


def put_tabs(canvas: Canvas, ui: UiState, y: int) -> None:
    """Draw the titles of all panes in a row; a click opens one."""
    x = 1
    for pane in PANES["small"]:
        is_here = ui.pane in pane.lists
        title = pane.tab or pane.title
        text = f"[{title}]" if is_here else f" {title} "
        canvas.click(x, y, len(text), 1, f"mark {pane.lists[0]} 0")
        x = canvas.put(x, y, text, "frame-here" if is_here else "soft") + 1


def _title(pane: Pane, ui: UiState) -> str:
    return f"{pane.title} matching “{ui.filter}”" if _is_filtered(pane, ui) else pane.title


def _is_filtered(pane: Pane, ui: UiState) -> bool:
    return bool(ui.filter) and pane.lists[0] in FILTERED


def _put_foot(canvas: Canvas, x: int, y: int, foot: Foot) -> None:
    canvas.put(x, y, foot.text, "soft")
    if foot.command:
        canvas.click(x, y, width_of(foot.text), 1, foot.command)


def _put_lines(canvas: Canvas, ui: UiState, lists: Lists, pane: Pane, box: Box) -> int:
    """Draw as many lines as fit, with the marked one, or the text for none; gives the number of rows."""
    lines = [(each, at, row) for each in pane.lists for at, row in enumerate(lists[each])]
    if not lines:
        return _put_wrapped(canvas, box, "Nothing matches." if _is_filtered(pane, ui) else pane.empty)
    x, top, width, height = box
    columns = filled(pane.columns, [row.cells for _, _, row in lines])
    wide = widths(columns, [row.cells for _, _, row in lines], width - 2)
    y = top + (pane.columns != () and height > HEADED_ROWS)
    canvas.put(x + 2, top, headings(columns, wide), "soft")
    room, marked = top + height - y, _marked(ui, lists, pane)
    first = max(0, marked - room + 1)
    _put_hidden_counts(canvas, x + width, top + height, first, len(lines) - first - room)
    has_gaps = len(lines) + sum(row.begins for _, _, row in lines) <= room
    for number, (each, at, row) in enumerate(lines[first : first + room], first):
        y += has_gaps and row.begins
        canvas.click(x - 1, y, width + 2, 1, f"mark {each} {at}", row.hint, twice="choose")
        left, right = _row_texts(columns, wide, row, width - 2)
        style = "marked" if number == marked else ""
        canvas.put(x, y, pad(f"{'▸' if style else ' '} {left}", width), style)
        canvas.put(x + 2 + width_of(left), y, right, style or pane.aside)
        _put_level_clicks(canvas, x + 2 + width_of(left), y, right)
        y += 1
    return y - top


def _row_texts(columns: tuple[Column, ...], wide: list[int], row: TableRow, width: int) -> tuple[str, str]:
    """The text at the left edge of a line, and at the right."""
    if columns:
        return in_columns(columns, wide, row.cells), ""
    return at_edges(row.edges, min(width, EDGES_WIDTH))


def _put_level_clicks(canvas: Canvas, x: int, y: int, text: str) -> None:
    """Make the arrows around a level clickable; the line below them is clicked beside them."""
    if text.startswith(WEAKER):
        canvas.click(x, y, 1, 1, "less", "A click takes a weaker computer.")
        canvas.click(x + width_of(text) - 1, y, 1, 1, "more", "A click takes a stronger computer.")


def _put_hidden_counts(canvas: Canvas, end: int, y: int, above: int, below: int) -> None:
    """Draw in the lower edge how many lines are not shown."""
    counts = (f"↑ {above}" if above > 0 else "", f"↓ {below}" if below > 0 else "")
    if any(counts):
        canvas.right(end, y, f" {' '.join(filter(None, counts))} ", "soft")


def _marked(ui: UiState, lists: Lists, pane: Pane) -> int:
    """The index of the marked line among all lines of a pane; -1 if none is marked there."""
    if ui.pane not in pane.lists or not lists[ui.pane]:
        return -1
    before = pane.lists[: pane.lists.index(ui.pane)]
    return sum(len(lists[each]) for each in before) + min(ui.row, len(lists[ui.pane]) - 1)


def _put_wrapped(canvas: Canvas, box: Box, text: str) -> int:
    x, y, width, height = box
    lines = wrap_words(text, width)[:height]
    for row, line in enumerate(lines, y):
        canvas.put(x, row, line, "soft")
    return len(lines)
