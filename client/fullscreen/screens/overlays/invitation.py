"""Draws the invitation: a table's code, and a line to paste for each way to join."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import NamedTuple

from client.drawing.canvas import Canvas, fit
from client.fullscreen.screens.frame import BOTTOM, TOP
from client.fullscreen.screens.overlays.panels import open_panel
from client.fullscreen.ui.state import UiState
from client.hosting.invitation import JoinWay, PortalAddress, ways
from client.state.store import Store
from protocol import messages as m

WIDTH = 76
LABEL_COLUMNS = 14
ASKED = "Open your server to your network, encrypted? y / n"
OFFERED = "Press n to close it again."


class InvitationRow(NamedTuple):
    """A row: its label, its text and the style of that; a wide text takes the whole row."""

    label: str
    text: str
    style: str
    is_wide: bool = False


def put_invite(canvas: Canvas, store: Store, ui: UiState, table: m.Table) -> None:
    """Draw the code and the ways to join a table, as far as there is room."""
    width = min(canvas.width, WIDTH)
    rows = list(_rows(ui, table, ways(store.link.server, table, ui.machine), width - LABEL_COLUMNS - 5))
    height = min(canvas.height - TOP - BOTTOM, len(rows) + 2)
    x, y, _ = open_panel(canvas, "Invite", width, height)
    for at, row in enumerate(rows[: height - 2], y + 1):
        indent = 2 if row.is_wide else 3 + LABEL_COLUMNS
        canvas.put(x + 2, at, row.label, "soft")
        canvas.put(x + indent, at, fit(row.text, width - indent - 1), row.style)


def _rows(ui: UiState, table: m.Table, found: tuple[JoinWay, ...], width: int) -> Iterator[InvitationRow]:
    yield InvitationRow("Code", " ".join(table.room), "code")
    if not found:
        yield InvitationRow("", "Nobody can join or watch: you play alone,", "soft")
        yield InvitationRow("", "and spectators aren't allowed.", "soft")
        return
    for way in found:
        yield from _way(way, width)
    comes = len(table.chairs) > 1
    yield InvitationRow(
        "In Parlour", f"press j and type {table.room}" if comes else f"type :watch {table.room}", "bright"
    )
    if comes and table.watch != "nobody":
        yield InvitationRow("Only to watch", "the same with 'watch' instead of 'join'", "soft")
    if isinstance(ui.machine, PortalAddress):
        yield InvitationRow("Your deals", f"{ui.machine.host} draws your share of every deal", "soft")
    if table.serious:
        yield InvitationRow("", "This is a serious table: no hints.", "soft")


def _way(way: JoinWay, width: int) -> Iterator[InvitationRow]:
    """What to know about a way to join, and the line to paste, broken so that a shell reads it as one."""
    rows = [InvitationRow("", line, "soft") for line in wrap(way.about, width)]
    rows += _pasted(way.line, width)
    if way.is_door:
        rows += [InvitationRow("", line, "advice") for line in wrap(OFFERED if way.line else ASKED, width)]
    first, *others = rows
    yield first._replace(label=way.whence)
    yield from others


def _pasted(line: str, width: int) -> Iterator[InvitationRow]:
    """A line to paste, broken by backslashes; from the left margin if a word needs that room."""
    is_wide = max(map(len, line.split()), default=0) > width - 2
    pieces = wrap(line, width - 2 + is_wide * LABEL_COLUMNS, break_long_words=False, break_on_hyphens=False)
    for piece in pieces:
        yield InvitationRow("", f"{piece} \\" if piece is not pieces[-1] else piece, "bright", is_wide)
