"""Draws the lobby: what can be started, one's own games, open tables, games to watch, people online, and the chat.

Their arrangement depends on the size of the screen, see `client.drawing.layout`.
"""

from __future__ import annotations

from client.drawing.canvas import Canvas
from client.drawing.layout import layout_of
from client.fullscreen.screens import chat, frame
from client.fullscreen.screens.lobby.panes import (
    LIVE_PANE,
    OPEN_PANE,
    PEOPLE_PANE,
    PLAY_PANE,
    TABLES_PANE,
    YOURS_PANE,
    Box,
    Foot,
    Lists,
    Pane,
    pane_of,
    put_pane,
    put_tabs,
)
from client.fullscreen.screens.lobby.rows import FILTERED, OPEN, PEOPLE, PLAY, YOURS, rows
from client.fullscreen.screens.lobby.selection import selected_row
from client.fullscreen.ui.state import UiState
from client.state.phrases import lobby as lobby_phrases
from client.state.phrases import today
from client.state.store import Store

LEFT_COLUMNS = 40
"""Cells of the panes on the left."""
PEOPLE_COLUMNS = 24
GREETING = "Enter plays, arrows move, ? helps."
GREETING_ROWS = 3
TOP_ROWS, CHAT_ROWS, MAX_CHAT_ROWS = 11, 6, 12
"""Rows of Play now on a wide screen, where every line of it shows, and of the chat at least and at most."""
LOW_TOP_ROWS, LOW_CHAT_ROWS, TABLES_ROWS = 8, 5, 6
"""Rows on a normal screen: of Play now, of the chat, and of the tables, at least, if there is a chat."""


def draw(canvas: Canvas, store: Store, ui: UiState, now: float) -> bool:
    """Draw the lobby; says whether its chat is on the screen."""
    online = f"   {store.lobby.online} online" if store.lobby else ""
    right = f"{store.name}   {frame.server(store.link)}  {frame.link_mark(store.link)}{online}"
    frame.put_frame(canvas, ("PARLOUR", "Lobby"), right, store)
    shows_chat = _put_body(canvas, store, ui)
    style, text = _sentence(store, ui, now, "" if shows_chat else chat.news(store, ui))
    frame.put_sentence(canvas, text, style)
    return shows_chat


def _put_body(canvas: Canvas, store: Store, ui: UiState) -> bool:
    lists, end = rows(store, ui), canvas.height - frame.BOTTOM
    if ui.is_new and canvas.height >= frame.TOP + frame.BOTTOM + GREETING_ROWS * 6:
        end -= GREETING_ROWS
        canvas.frame(0, end, canvas.width, GREETING_ROWS)
        canvas.centre(1, end + 1, canvas.width - 2, GREETING, "title")
    match layout_of(canvas.width, canvas.height):
        case "wide":
            return _put_wide(canvas, store, ui, lists, end)
        case "normal":
            return _put_normal(canvas, store, ui, lists, end)
        case "small":
            return _put_small(canvas, store, ui, lists, end)


def _put_wide(canvas: Canvas, store: Store, ui: UiState, lists: Lists, end: int) -> bool:
    """Draw every list in a pane of its own, and the people beside the chat."""
    body = end - frame.TOP
    chat_rows = min(MAX_CHAT_ROWS, max(CHAT_ROWS, (body - TOP_ROWS) // 2))
    top = max(TOP_ROWS, (body - chat_rows) // 2)
    left, right = LEFT_COLUMNS, LEFT_COLUMNS + 1
    width, middle, below = canvas.width - right, body - chat_rows - top, end - chat_rows
    for pane, box in (
        (PLAY_PANE, (0, frame.TOP, left, top)),
        (YOURS_PANE, (0, frame.TOP + top, left, middle)),
        (OPEN_PANE, (right, frame.TOP, width, top)),
        (LIVE_PANE, (right, frame.TOP + top, width, middle)),
        (PEOPLE_PANE, (canvas.width - PEOPLE_COLUMNS + 1, below, PEOPLE_COLUMNS - 1, chat_rows)),
    ):
        put_pane(canvas, ui, lists, pane, box, _feet(pane, store, ui, lists))
    chat.put_lobby_chat(canvas, store, ui, (0, below, canvas.width - PEOPLE_COLUMNS, chat_rows))
    return True


def _put_normal(canvas: Canvas, store: Store, ui: UiState, lists: Lists, end: int) -> bool:
    """Draw one's own panes above, then all tables or the people in one pane, and the chat if there is room."""
    body = end - frame.TOP
    spare = max(0, body - LOW_TOP_ROWS - TABLES_ROWS - LOW_CHAT_ROWS)
    top = min(TOP_ROWS, LOW_TOP_ROWS + spare // 2)
    chat_rows = min(MAX_CHAT_ROWS, LOW_CHAT_ROWS + spare // 4) if body - top - TABLES_ROWS >= LOW_CHAT_ROWS else 0
    right = LEFT_COLUMNS + 1
    middle: Box = (0, frame.TOP + top, canvas.width, body - top - chat_rows)
    shown, also = _people_or_tables(ui, lists)
    put_pane(canvas, ui, lists, PLAY_PANE, (0, frame.TOP, LEFT_COLUMNS, top), _more(lists, top))
    own: Box = (right, frame.TOP, canvas.width - right, top)
    put_pane(canvas, ui, lists, YOURS_PANE, own, _feet(YOURS_PANE, store, ui, lists))
    put_pane(canvas, ui, lists, shown, middle, _feet(shown, store, ui, lists), also)
    if chat_rows:
        chat.put_lobby_chat(canvas, store, ui, (0, end - chat_rows, canvas.width, chat_rows))
    return chat_rows > 0


def _put_small(canvas: Canvas, store: Store, ui: UiState, lists: Lists, end: int) -> bool:
    """Draw one pane, with the titles of the others above, and the chat only while the player types into it."""
    pane = pane_of(ui, "small")
    put_tabs(canvas, ui, frame.TOP)
    box = (0, frame.TOP + 1, canvas.width, end - frame.TOP - 1)
    put_pane(canvas, ui, lists, pane, box, _feet(pane, store, ui, lists))
    return chat.put_open(canvas, store, ui)


def _people_or_tables(ui: UiState, lists: Lists) -> tuple[Pane, Foot]:
    """The tables or the people, which share a pane, and how to see the other."""
    if ui.pane == PEOPLE:
        return PEOPLE_PANE, Foot("Shift-Tab: tables", f"mark {OPEN} 0")
    return TABLES_PANE, Foot(f"Tab: people ({len(lists[PEOPLE])})", f"mark {PEOPLE} 0")


def _more(lists: Lists, height: int) -> tuple[Foot, ...]:
    """How to reach those lines of Play now that do not fit."""
    if len(lists[PLAY]) <= height - 2:
        return ()
    return (Foot("n new table  j join by code", f"mark {PLAY} {len(lists[PLAY]) - 1}"),)


def _feet(pane: Pane, store: Store, ui: UiState, lists: Lists) -> tuple[Foot, ...]:
    """The lines at the foot of a pane."""
    match pane:
        case _ if ui.filter and ui.pane in pane.lists and pane.lists[0] in FILTERED:
            return (Foot("Esc shows all again", "press escape"),)
        case _ if pane is OPEN_PANE or pane is TABLES_PANE:
            also = _activity(store) if pane is TABLES_PANE else ()
            return (Foot("/ filters the list: type blocky, dora, or a code", "press /"), *also)
        case _ if pane is YOURS_PANE:
            resumes = "Enter resumes, x leaves." if lists[YOURS] else ""
            return _said(today.describe_score(store.day), resumes)
        case _ if pane is LIVE_PANE:
            return _activity(store)
        case _:
            return ()


def _activity(store: Store) -> tuple[Foot, ...]:
    """The bots that are online, and the pace of the games."""
    return _said(lobby_phrases.bots(store.lobby), lobby_phrases.pace(store.lobby)) if store.lobby else ()


def _said(*texts: str) -> tuple[Foot, ...]:
    return tuple(Foot(text) for text in texts if text)


def _sentence(store: Store, ui: UiState, now: float, chat_line: str) -> tuple[str, str]:
    if broken := frame.link_sentence(store, now):
        return "warn", broken
    if ui.hint:
        return "soft", ui.hint
    if store.sentence:
        return ("bad" if store.refused else "news"), store.sentence
    if chat_line:
        return "news", chat_line
    row = selected_row(store, ui)
    return "soft", row.hint if row else ""
