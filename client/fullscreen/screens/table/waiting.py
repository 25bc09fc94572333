"""Draws a table whose game has not begun: how others join, and who is waited for."""

from __future__ import annotations

from client.commands.levels import describe_levels, usual_level
from client.drawing.canvas import Canvas, pad, width_of, wrap_words
from client.fullscreen.screens import frame
from client.fullscreen.ui.state import UiState
from client.hosting.invitation import PortalAddress, lines_of, ways
from client.state.store import Store
from client.state.table_view import TableView, describe_table, game_title
from protocol import messages as m

WAITING_WIDTH = 76
"""Cells of what is shown while seats are open."""


def put_waiting(canvas: Canvas, seen: TableView, store: Store, ui: UiState) -> None:
    """Draw what is to be played, how others join, who has a seat, and what is waited for, in a frame."""
    table, width = seen.table, min(canvas.width, WAITING_WIDTH)
    seats = [f"Seat {seat}  {name}" for seat, name in enumerate(seen.names, 1)]
    indent = " " * ((width - 2 - max(map(width_of, seats))) // 2)
    lines = [
        (", ".join(filter(None, (game_title(store, table.game), describe_table(table)))), "bright"),
        ("", ""),
        (f"Code  {' '.join(table.room)}", "code"),
        *[(line, "bright") for line in _ways_in(table, store, ui)],
        ("", ""),
        *[(pad(f"{indent}{seat}", width - 2), "") for seat in seats],
        ("", ""),
        *[(line, "soft") for line in wrap_words(_waiting_for(table, store, ui), width - 4)],
    ]
    body = canvas.height - frame.TOP - frame.BOTTOM
    x, y, height = (canvas.width - width) // 2, frame.TOP + max(0, (body - len(lines) - 2) // 3), len(lines) + 2
    canvas.frame(x, y, width, height, f"Table {table.room}")
    for row, (text, style) in enumerate(lines, y + 1):
        canvas.centre(x + 1, row, width - 2, text, style)
    below = y + height + 1
    canvas.spares(0, below, canvas.width, canvas.height - frame.BOTTOM - below)


def _ways_in(table: m.Table, store: Store, ui: UiState) -> tuple[str, ...]:
    """The lines to paste, or the links, by which others join."""
    if isinstance(ui.machine, PortalAddress):
        return lines_of(ways(store.link.server, table, ui.machine, store.public_urls))
    return (f"parlour join {frame.server(store.link)} {table.room}",)


def _waiting_for(table: m.Table, store: Store, ui: UiState) -> str:
    waiting = "Waiting for somebody to join."
    info = next((info for info in store.games if info.name == table.game), None)
    if table.seat is None or info is None or not (levels := describe_levels(info)):
        return waiting
    is_last = sum(chair.kind == "open" for chair in table.chairs) == 1
    level = usual_level(info, ui.habits)
    others = "; :fill LEVEL picks another level" if len(levels) > 1 else ""
    return f"{waiting} c gives {'the open seat' if is_last else 'the open seats'} to a computer ({level}){others}."
