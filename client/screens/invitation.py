"""The invitation: a table's code, and a line to paste for each way there."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from client.desk import Desk
from client.invitation import Way, ways
from client.lines import Canvas, fit
from client.screens.frame import BOTTOM, TOP
from client.screens.panels import open_panel
from client.store import Store
from protocol import messages as m

WIDTH = 76
LABEL_COLUMNS = 14
Row = tuple[str, str, str]
"""What stands on the left, what on the right, and how that is drawn."""


def put_invite(canvas: Canvas, store: Store, desk: Desk, table: m.Table) -> None:
    """Draw the code and the ways to a table, as far as there is room."""
    width = min(canvas.width, WIDTH)
    rows = list(_rows(table, ways(store.link.server, table, desk.machine), width - LABEL_COLUMNS - 5))
    room = canvas.height - TOP - BOTTOM
    height = min(room, len(rows) + 2)
    x, y = (canvas.width - width) // 2, TOP + (room - height) // 2
    open_panel(canvas, x, y, width, height, "Invite, Esc closes")
    for at, (label, text, style) in enumerate(rows[: height - 2], y + 1):
        canvas.put(x + 2, at, label, "soft")
        canvas.put(x + 3 + LABEL_COLUMNS, at, fit(text, width - LABEL_COLUMNS - 4), style)


def _rows(table: m.Table, found: tuple[Way, ...], width: int) -> Iterator[Row]:
    yield "Code", " ".join(table.room), "code"
    if not found:
        yield "", "Nobody else may come here: you play alone", "soft"
        yield "", "and unwatched.", "soft"
        return
    for way in found:
        yield from _way(way, width)
    comes = len(table.chairs) > 1
    yield "In Parlour", f"press j and type {table.room}" if comes else f"type :watch {table.room}", "bright"
    if comes and table.watch != "nobody":
        yield "Only to watch", "the same with watch in place of join", "soft"
    if table.serious:
        yield "", "It is a serious table: nobody is given hints.", "soft"


def _way(way: Way, width: int) -> Iterator[Row]:
    """What is to be known about a way in, and the line to paste, which is broken as a shell reads it."""
    texts = [(line, "soft") for line in wrap(way.about, width)]
    pieces = wrap(way.line, width - 2, break_long_words=False, break_on_hyphens=False)
    texts += [(f"{piece} \\" if piece is not pieces[-1] else piece, "bright") for piece in pieces]
    for at, (text, style) in enumerate(texts):
        yield way.whence if at == 0 else "", text, style
