"""Draws the chat: beside the board where there is room, in the lobby, or over the screen while one types."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from client.drawing.canvas import Canvas, clean, fit, width_of
from client.drawing.layout import Layout
from client.fullscreen.screens.frame import put_line
from client.fullscreen.ui.state import UiState
from client.net.identity.identity import MAX_NAME_COLUMNS
from client.state import chat
from client.state.phrases.today import hour
from client.state.store import Store
from protocol import messages as m

SENDING = "Enter sends your message."
WAITING = "Press t to chat"
BESIDE_ROWS = 8
"""Rows that the chat takes of a list beside the board, with its frame."""
LEFT_ROWS = 4
"""Rows that stay of the list."""
LEAST_ROWS = 3
OPEN_ROWS, OPEN_FROM = 8, 7
"""Rows of the chat over the screen at most, and the first row that it may take."""
PROMPT = "> "
"""Stands before the line that is typed in the lobby's chat."""


class ChatRow(NamedTuple):
    """A row of the chat: the speaker, if the row begins a line, the text and its style."""

    who: str
    text: str
    style: str


def put_beside(canvas: Canvas, store: Store, ui: UiState, end: int) -> bool:
    """Draw the chat over part of a list that the game can spare, above the row `end`; says whether there is room."""
    lines = chat.readable_lines(store.here, ui.habits.muted, store.link.server)
    if canvas.spare is None or not (lines or is_saying(ui)):
        return False
    x, y, width, height, framed = canvas.spare
    height = min(height, end - y)
    rows = min(BESIDE_ROWS, height - LEFT_ROWS)
    if rows < LEAST_ROWS:
        return False
    joins = width < canvas.width and height - rows < framed  # on the whole width nothing is framed
    corners = "├┤" if joins else "┌┐"
    said = _newest_rows(_untimed(lines), width - 4, rows - 2)
    _put_box(canvas, said, (x, y + height - rows, width, rows), corners)
    return True


def put_lobby_chat(canvas: Canvas, store: Store, ui: UiState, box: tuple[int, int, int, int]) -> None:
    """Draw the lobby's chat in a frame of its own, the newest lines above the one that is typed."""
    x, y, width, height = box
    lines = chat.timed_lines(store.here, ui.habits.muted, store.link.server)
    said = ((line, f"{hour(ui.day_s + at)}  ") for line, at in reversed(lines))
    rows = _newest_rows(said, width - 4, height - 3)
    _put_frame(canvas, box)
    rows = rows or [ChatRow("", "No messages yet.", "soft")]
    _put_rows(canvas, rows, x + 2, y + height - 2 - len(rows))
    below = y + height - 2
    canvas.put(x + 2, below, PROMPT, "key")
    if ui.typing is not None and ui.typing.prompt == "say":
        put_line(canvas, x + 2 + len(PROMPT), below, x + width - 2, ui.typing)
    else:
        canvas.put(x + 2 + len(PROMPT), below, fit(WAITING, width - 4 - len(PROMPT)), "soft")


def has_lines(store: Store, ui: UiState) -> bool:
    """Whether something was said here, or is being said."""
    return bool(chat.readable_lines(store.here, ui.habits.muted, store.link.server)) or is_saying(ui)


def types_in_lobby_chat(store: Store, ui: UiState, layout: Layout) -> bool:
    is_there = store.room is None and ui.replay is None and layout != "small"
    return is_there and is_saying(ui)


def put_open(canvas: Canvas, store: Store, ui: UiState, end: int) -> int:
    """Draw the chat above the row `end` while the player types a line and could not read it otherwise.

    Gives the row where that begins; `end` if there is nothing to draw.
    """
    lines = chat.readable_lines(store.here, ui.habits.muted, store.link.server)
    if not (lines and is_saying(ui)):
        return end
    said = _newest_rows(_untimed(lines), canvas.width - 4, min(OPEN_ROWS, end - OPEN_FROM) - 2)
    rows = len(said) + 2
    _put_box(canvas, said, (0, end - rows, canvas.width, rows), "┌┐")
    return end - rows


def news(store: Store, ui: UiState) -> str:
    """The newest unread line, as a sentence; empty if there is none."""
    new = chat.unread_lines(store.here, ui.read.get(store.room, 0), ui.habits.muted, store.link.server)
    return chat.sentence(new[-1]) if new else ""


def unread_mark(store: Store, ui: UiState, place: str | None) -> str:
    """The number of unread lines of a place, in a few characters; empty if there are none."""
    new = chat.unread_lines(store.said_in(place), ui.read.get(place, 0), ui.habits.muted, store.link.server)
    return f"{len(new)} new" if new else ""


def is_saying(ui: UiState) -> bool:
    """Whether the player types a message."""
    return ui.typing is not None and ui.typing.prompt == "say"


def _put_box(canvas: Canvas, rows: list[ChatRow], box: tuple[int, int, int, int], corners: str) -> None:
    """Draw rows that fit, or else what Enter does, in a frame with these upper corners."""
    _put_frame(canvas, box, corners)
    _put_rows(canvas, rows or [ChatRow("", SENDING, "soft")], box[0] + 2, box[1] + 1)


def _put_frame(canvas: Canvas, box: tuple[int, int, int, int], corners: str = "┌┐") -> None:
    x, y, width, height = box
    canvas.frame(x, y, width, height, "Chat")
    canvas.put(x, y, corners[0], "frame")
    canvas.put(x + width - 1, y, corners[1], "frame")
    canvas.click(x, y, width, height, "talk", "Click to chat.")


def _put_rows(canvas: Canvas, rows: list[ChatRow], x: int, y: int) -> None:
    for at, row in enumerate(rows, y):
        canvas.put(canvas.put(x, at, row.who, "soft" if row.style else "bright"), at, row.text, row.style)


def _untimed(lines: tuple[m.Line, ...]) -> Iterator[tuple[m.Line, str]]:
    """The lines, newest first, each with no time before it."""
    return ((line, "") for line in reversed(lines))


def _newest_rows(said: Iterator[tuple[m.Line, str]], width: int, most: int) -> list[ChatRow]:
    """The newest rows, `most` at most, oldest first. `said` has the lines, newest first; those above are not broken."""
    rows: list[ChatRow] = []
    while len(rows) < most and (newest := next(said, None)):
        rows[:0] = _rows_of(newest[0], width, newest[1])
    return rows[-most:]


def _rows_of(line: m.Line, width: int, time: str) -> list[ChatRow]:
    """A line broken over rows of `width` cells: time and name first, and further rows indented."""
    who, style = _speaker(line)
    who = time + who
    room = max(1, width - width_of(who))
    first, *others = break_text(clean(line.text), room, max(1, width - 2))
    return [ChatRow(who, first, style), *[ChatRow("  ", text, style) for text in others]]


def _speaker(line: m.Line) -> tuple[str, str]:
    match line.manner:
        case "house":
            return "* ", "soft"
        case "watcher":
            return f"({fit(line.who, MAX_NAME_COLUMNS)}) ", "soft"
        case "player":
            return f"{'you' if line.yours else fit(line.who, MAX_NAME_COLUMNS)}  ", ""


def break_text(text: str, first: int, others: int) -> list[str]:
    """Break a text into pieces of at most `first` and then `others` cells, at spaces where there are any."""
    pieces, piece, room = [], "", first
    for word in text.split(" "):
        while width_of(f"{piece} {word}" if piece else word) > room:
            if not piece:
                piece, word = _cut(word, room)  # noqa: PLW2901 - what is left of it
            pieces.append(piece)
            piece, room = "", others
        piece = f"{piece} {word}" if piece else word
    return [*pieces, piece] if piece or not pieces else pieces


def _cut(word: str, room: int) -> tuple[str, str]:
    """Split a word that is too wide for a row: as much as fits, and the rest."""
    end = 1
    while end < len(word) and width_of(word[: end + 1]) <= room:
        end += 1
    return word[:end], word[end:]
