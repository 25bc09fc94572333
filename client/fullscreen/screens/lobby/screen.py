"""Draws the lobby: what to play, one's own games, those that wait or are going on, the chat, and the people.

Their arrangement depends on the size of the screen and on what there is, see `arrangement`.
"""

from __future__ import annotations

from client.drawing.canvas import Canvas, width_of
from client.fullscreen.screens import chat, frame
from client.fullscreen.screens.lobby.arrangement import put_body
from client.fullscreen.screens.lobby.rows import asked_for
from client.fullscreen.screens.lobby.selection import selected_row
from client.fullscreen.screens.overlays.seeks import put_box
from client.fullscreen.ui.state import UiState
from client.state.store import Store


def draw(canvas: Canvas, store: Store, ui: UiState, now: float) -> bool:
    """Draw the lobby; says whether its chat is on the screen."""
    online = f"   {store.lobby.online} online" if store.lobby else ""
    right = f"{store.name}   {frame.place(store, ui)}  {frame.link_mark(store.link)}{online}"
    frame.put_frame(canvas, ("PARLOUR", "Lobby"), right, store)
    shows_chat = put_body(canvas, store, ui, put_box(canvas, store, ui, now)) and not ui.panel
    style, text = _sentence(store, ui, now, canvas.width - 2, "" if shows_chat else chat.news(store, ui))
    frame.put_sentence(canvas, text, style)
    return shows_chat


def _sentence(store: Store, ui: UiState, now: float, width: int, chat_line: str) -> tuple[str, str]:
    if broken := frame.link_sentence(store, now):
        return "warn", broken
    if ui.hint:
        return "soft", ui.hint
    if store.sentence:
        text, style = frame.said(store)
        return style, text
    if news := " ".join(filter(None, map(asked_for, store.rooms.values()))) or chat_line:
        return "news", news
    row = None if ui.panel else selected_row(store, ui)
    return "soft", _whole_sentences(row.hint, width) if row else ""


def _whole_sentences(text: str, width: int) -> str:
    """A text without its last sentence, if only the others fit."""
    first, stop, _ = text.rpartition(". ")
    return text if width_of(text) <= width or not stop else f"{first}."
