"""Draws the invitation: a table's code, a line to paste for each way to join, and the link as a QR code.

One of the lines is marked, and can be copied.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from client.drawing.canvas import Canvas, fit, wrap_words
from client.fullscreen.screens.frame import BOTTOM, TOP
from client.fullscreen.screens.overlays.panels import open_panel
from client.fullscreen.screens.overlays.qr_code import qr_rows
from client.fullscreen.ui.state import UiState
from client.hosting.invitation import JoinWay, PortalAddress, lines_of, link_of, ways
from client.state.store import Store
from protocol import messages as m

WIDTH = 76
LABEL_COLUMNS = 14
TEXT_COLUMNS_LEAST = 58
"""Beside a QR code the rest of the panel has at least as many columns as on the smallest screen."""
ASKED = "Open your server to your network, encrypted? y / n"
OFFERED = "Press n to close it again."
MARK = "▸"
NOTHING_TO_COPY = "There's no line to copy here."


class InvitationRow(NamedTuple):
    """A row: its label, its text and the style of that; a wide text takes the whole row.

    `copied` is the number of the line to paste that it belongs to; the line's first row has the mark.
    """

    label: str
    text: str
    style: str
    is_wide: bool = False
    copied: int | None = None
    is_first: bool = False


class QrPlace(NamedTuple):
    """Where the QR code goes: its rows, and whether they are beside the text or below it."""

    rows: tuple[str, ...] = ()
    is_beside: bool = False

    @property
    def columns(self) -> int:
        """How many columns it takes from the text."""
        return len(self.rows[0]) + 2 if self.is_beside else 0


def put_invite(canvas: Canvas, store: Store, ui: UiState, table: m.Table) -> None:
    """Draw the code and the ways to join a table, as far as there is room."""
    found = ways_shown(store, ui)
    code = qr_rows(link, is_inverted=not ui.has_colour) if (link := link_of(found)) else ()
    qr = _place_qr(canvas, ui, table, found, code)
    width = min(canvas.width, WIDTH + qr.columns)
    rows = list(_rows(ui, table, found, width - qr.columns - LABEL_COLUMNS - 5))
    height = min(canvas.height - TOP - BOTTOM, _needed(rows, qr))
    x, y, _ = open_panel(canvas, "Invite", width, height)
    marked = min(ui.scroll, len(lines_of(found)) - 1)
    for at, row in enumerate(rows[: height - 2], y + 1):
        _put_row(canvas, (x, at, width - qr.columns), row, marked)
    left, top = (x + width - qr.columns, y + 1) if qr.is_beside else (x + 2, y + 1 + len(rows))
    for at, line in enumerate(qr.rows, top):
        canvas.put(left, at, line, "qr")


def _place_qr(
    canvas: Canvas, ui: UiState, table: m.Table, found: tuple[JoinWay, ...], code: tuple[str, ...]
) -> QrPlace:
    """Beside the text or else below it, wherever all of it fits; otherwise nowhere."""
    for place in (QrPlace(code, is_beside=True), QrPlace(code)) if code else ():
        width = min(canvas.width, WIDTH + place.columns) - place.columns
        rows = list(_rows(ui, table, found, width - LABEL_COLUMNS - 5))
        fits = len(code[0]) + 4 <= canvas.width and _needed(rows, place) <= canvas.height - TOP - BOTTOM
        if width >= TEXT_COLUMNS_LEAST and fits:
            return place
    return QrPlace()


def _needed(rows: list[InvitationRow], qr: QrPlace) -> int:
    """The rows of a panel with these rows of text and a QR code, and its frame."""
    return 2 + (max(len(rows), len(qr.rows)) if qr.is_beside else len(rows) + len(qr.rows))


def _put_row(canvas: Canvas, place: tuple[int, int, int], row: InvitationRow, marked: int) -> None:
    x, y, width = place
    indent = 2 if row.is_wide else 3 + LABEL_COLUMNS
    canvas.put(x + 2, y, row.label, "soft")
    canvas.put(x + indent, y, fit(row.text, width - indent - 1), row.style)
    if row.copied is None:
        return
    if row.is_first and row.copied == marked:
        canvas.put(x + 1, y, MARK, "key")
    canvas.click(x + indent, y, width - indent - 1, 1, f"copy {row.copied + 1}", "Click to copy this line.")


def _rows(ui: UiState, table: m.Table, found: tuple[JoinWay, ...], width: int) -> Iterator[InvitationRow]:
    yield InvitationRow("Code", " ".join(table.room), "code")
    if not found:
        yield InvitationRow("", "Nobody can join or watch: you play alone,", "soft")
        yield InvitationRow("", "and spectators aren't allowed.", "soft")
        return
    lines = lines_of(found)
    for way in found:
        yield from _way(way, width, lines.index(way.line) if way.line else None)
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


def _way(way: JoinWay, width: int, copied: int | None) -> Iterator[InvitationRow]:
    """What to know about a way to join, and the line to paste, broken so that a shell reads it as one."""
    rows = [InvitationRow("", line, "soft") for line in wrap_words(way.about, width)]
    rows += (row._replace(copied=copied, is_first=at == 0) for at, row in enumerate(_pasted(way.line, width)))
    if way.is_door:
        rows += [InvitationRow("", line, "advice") for line in wrap_words(OFFERED if way.line else ASKED, width)]
    first, *others = rows
    yield first._replace(label=way.whence)
    yield from others


def _pasted(line: str, width: int) -> Iterator[InvitationRow]:
    """A line to paste, broken by backslashes; from the left margin if a word needs that room."""
    is_wide = max(map(len, line.split()), default=0) > width - 2
    pieces = wrap_words(line, width - 2 + is_wide * LABEL_COLUMNS, breaks_words=False)
    for piece in pieces:
        yield InvitationRow("", f"{piece} \\" if piece is not pieces[-1] else piece, "bright", is_wide)


def ways_shown(store: Store, ui: UiState) -> tuple[JoinWay, ...]:
    """The ways to reach the table on screen."""
    if store.seated is None:
        return ()
    return ways(store.link.server, store.seated.table, ui.machine, store.public_urls, ui.source)


def line_to_copy(store: Store, ui: UiState, number: int | None) -> str:
    """A line of the invitation by its number, counted from 1, or the marked one. Raises ValueError."""
    lines = lines_of(ways_shown(store, ui)) if ui.panel == "invite" else ()
    at = min(ui.scroll, len(lines) - 1) if number is None else number - 1
    if not 0 <= at < len(lines):
        raise ValueError(NOTHING_TO_COPY)
    return lines[at]


def move_mark(store: Store, ui: UiState, rows: int) -> int:
    """The number of the line, counted from 0, that is so many further than the marked one."""
    last = max(0, len(lines_of(ways_shown(store, ui))) - 1)
    return max(0, min(min(ui.scroll, last) + rows, last))
