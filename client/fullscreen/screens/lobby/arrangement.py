"""Arranges the panes of the lobby by the size of the screen; those that have nothing to show are left out."""

from __future__ import annotations

from client.drawing.canvas import Canvas
from client.drawing.layout import layout_of
from client.fullscreen.screens import chat, frame
from client.fullscreen.screens.lobby import welcome
from client.fullscreen.screens.lobby.panes import (
    LIVE_PANE,
    MORE_PANE,
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
    visible_panes,
)
from client.fullscreen.screens.lobby.rows import FILTERED, LIVE, MORE, OPEN, PEOPLE, PLAY, YOURS, rows
from client.fullscreen.ui.state import UiState
from client.state.phrases import lobby as lobby_phrases
from client.state.phrases import today
from client.state.store import Store

LEFT_COLUMNS, LOW_LEFT_COLUMNS = range(48, 65), 43
"""Cells of the panes on the left of a wide screen, a third of it, and of a normal one."""
CALM_COLUMNS = 96
"""Cells of the panes at least, or else two thirds of the screen, that a player sees who is alone."""
PEOPLE_COLUMNS = 31
"""Cells for the people beside the chat: for the longest name and a rating."""
GREETING = "Enter plays, arrows move, ? helps."
GREETING_ROWS = 3
CHAT_ROWS = 6
"""Rows of the chat on a wide screen at least."""
LOW_TOP_ROWS, LOW_CHAT_ROWS, TABLES_ROWS = 8, 5, 6
"""Rows on a normal screen: of Play now, of the chat, and of the tables, at least, if there is a chat."""
PLAY_ROWS = 11
"""Rows of Play now until the games are known: as many as it has with four, so that nothing moves once they are."""
LEAST_PANE = 4
"""Rows of a pane that has to leave room for others."""
TO_MORE = Foot("more to do", f"mark {MORE} 0")
"""Leads to what else can be done where that is not on the screen."""
LONG_LIST = 5
"""From more lines than this on, a list says how it is filtered."""


def put_body(canvas: Canvas, store: Store, ui: UiState, end: int) -> bool:
    """Draw the panes above the row `end`, and below them a greeting for newcomers; says whether the chat is there."""
    lists = rows(store, ui)
    greets = ui.is_new and not chat.is_saying(ui) and canvas.height >= frame.TOP + frame.BOTTOM + GREETING_ROWS * 6
    end -= GREETING_ROWS if greets else 0
    match layout_of(canvas.width, canvas.height):
        case "wide":
            below, shows_chat = _put_wide(canvas, store, ui, lists, end)
        case "normal":
            below, shows_chat = _put_normal(canvas, store, ui, lists, end)
        case "small":
            below, shows_chat = _put_small(canvas, store, ui, lists, end)
    if greets:
        _put_greeting(canvas, min(below + 1, end), canvas.width if shows_chat else _calm_columns(canvas.width))
    return shows_chat


def _put_greeting(canvas: Canvas, y: int, width: int) -> None:
    canvas.frame((canvas.width - width) // 2, y, width, GREETING_ROWS)
    canvas.centre(1, y + 1, canvas.width - 2, GREETING, "title")


def _calm_columns(width: int) -> int:
    """The cells of all panes for a player who is alone."""
    return min(width, max(CALM_COLUMNS, 2 * width // 3))


def _put_wide(canvas: Canvas, store: Store, ui: UiState, lists: Lists, end: int) -> tuple[int, bool]:
    """Draw every list that has something in a pane of its own, and the people beside the chat, over the whole width.

    Like the other two, it gives the row below all panes, and whether the chat is shown.
    """
    if _talks(store, ui, lists) or _has_tables(ui, lists):
        return _put_lively(canvas, store, ui, lists, end)
    total, left = _calm_columns(canvas.width), LEFT_COLUMNS[0]
    body, own = end - frame.TOP, sum(_wanted(pane, store, ui, lists) for pane in _own_panes(ui, lists))
    top = min(body, max(_wanted(PLAY_PANE, store, ui, lists), own))
    steady = min(end, canvas.height - frame.BOTTOM - GREETING_ROWS)  # nothing moves when the greeting goes
    x, y = (canvas.width - total) // 2, frame.TOP + max(0, steady - frame.TOP - top) // 3
    _put_stack(canvas, store, ui, lists, [PLAY_PANE], (x, y, left, top))
    _put_own(canvas, store, ui, lists, (x + left + 1, y, total - left - 1, top))
    welcome.put_sign(canvas, y)
    return y + top, False


def _put_lively(canvas: Canvas, store: Store, ui: UiState, lists: Lists, end: int) -> tuple[int, bool]:
    """Draw the panes of a wide screen where others play or talk."""
    body, talks, total = end - frame.TOP, _talks(store, ui, lists), canvas.width
    left = max(LEFT_COLUMNS[0], min(LEFT_COLUMNS[-1], total // 3))
    shown = visible_panes(ui, "wide", lists)
    stacks = [[pane for pane in side if pane in shown] for side in ((PLAY_PANE, YOURS_PANE), (OPEN_PANE, LIVE_PANE))]
    room, more = body - (CHAT_ROWS if talks else 0), _wanted(MORE_PANE, store, ui, lists)
    wanted = [sum(_wanted(pane, store, ui, lists) for pane in stack) for stack in stacks]
    at = 0 if stacks[1] else 1
    if not stacks[at] or ui.pane == MORE or wanted[0] + more <= min(room, wanted[1]):
        stacks[at].append(MORE_PANE)
        wanted[at] += more
    top, hidden = min(room, max(wanted)), None if MORE_PANE in (*stacks[0], *stacks[1]) else TO_MORE
    _put_stack(canvas, store, ui, lists, stacks[0], (0, frame.TOP, left, top), hidden)
    _put_stack(canvas, store, ui, lists, stacks[1], (left + 1, frame.TOP, total - left - 1, top))
    below = frame.TOP + top
    if talks:
        _put_hall(canvas, store, ui, lists, (0, below, total, end - below))
    return end if talks else below, talks


def _put_hall(canvas: Canvas, store: Store, ui: UiState, lists: Lists, box: Box) -> None:
    """Draw the chat, and beside it the people who are here."""
    x, y, width, height = box
    people = PEOPLE_COLUMNS if lists[PEOPLE] or ui.pane == PEOPLE else 0
    chat.put_lobby_chat(canvas, store, ui, (x, y, width - people, height))
    if people:
        place = (x + width - people + 1, y, people - 1, height)
        put_pane(canvas, ui, lists, PEOPLE_PANE, place, _feet(PEOPLE_PANE, store, ui, lists))


def _put_normal(canvas: Canvas, store: Store, ui: UiState, lists: Lists, end: int) -> tuple[int, bool]:
    """Draw one's own panes above, then all tables or the people in one pane, and the chat, if they have something."""
    body, shown = end - frame.TOP, visible_panes(ui, "normal", lists)
    has_tables = TABLES_PANE in shown or PEOPLE_PANE in shown
    chat_rows = _normal_chat_rows(body, has_tables=has_tables) if _talks(store, ui, lists) else 0
    top = min(max(_wanted(each, store, ui, lists) for each in (PLAY_PANE, MORE_PANE)), body - chat_rows)
    pane, also = _people_or_tables(ui, lists)
    if has_tables:
        least = min(TABLES_ROWS, _wanted(pane, store, ui, lists))
        top = max(LOW_TOP_ROWS, min(top, body - chat_rows - least))
    right, y = LOW_LEFT_COLUMNS + 1, frame.TOP + top
    put_pane(canvas, ui, lists, PLAY_PANE, (0, frame.TOP, LOW_LEFT_COLUMNS, top), _more(lists, top))
    _put_own(canvas, store, ui, lists, (right, frame.TOP, canvas.width - right, top))
    if has_tables:
        height = min(_wanted(pane, store, ui, lists), body - top - chat_rows)
        put_pane(canvas, ui, lists, pane, (0, y, canvas.width, height), _feet(pane, store, ui, lists), also)
        y += height
    if chat_rows:
        chat.put_lobby_chat(canvas, store, ui, (0, y, canvas.width, end - y))
        y = end
    return y, chat_rows > 0


def _normal_chat_rows(body: int, *, has_tables: bool) -> int:
    """Rows of the chat at least; 0 where the tables leave it no room."""
    fits = not has_tables or body - LOW_TOP_ROWS - TABLES_ROWS >= LOW_CHAT_ROWS
    return max(LOW_CHAT_ROWS, body // 5) if fits else 0


def _put_own(canvas: Canvas, store: Store, ui: UiState, lists: Lists, box: Box) -> None:
    """Draw one's own games and what else can be done; where there is room for one, it says how to see the other."""
    panes = _own_panes(ui, lists)
    if len(panes) == 1 or sum(_wanted(pane, store, ui, lists) for pane in panes) <= box[-1]:
        _put_stack(canvas, store, ui, lists, panes, box)
    elif ui.pane == MORE:
        also = Foot(f"your games ({len(lists[YOURS])})", f"mark {YOURS} 0")
        put_pane(canvas, ui, lists, MORE_PANE, box, _feet(MORE_PANE, store, ui, lists), also)
    else:
        put_pane(canvas, ui, lists, YOURS_PANE, box, _feet(YOURS_PANE, store, ui, lists), TO_MORE)


def _own_panes(ui: UiState, lists: Lists) -> list[Pane]:
    """The panes of one's own games, if there are any, and of what else can be done."""
    return [YOURS_PANE, MORE_PANE] if lists[YOURS] or ui.pane == YOURS else [MORE_PANE]


def _put_stack(
    canvas: Canvas, store: Store, ui: UiState, lists: Lists, panes: list[Pane], box: Box, also: Foot | None = None
) -> None:
    """Draw panes one above the other, each as high as it needs, or as there is room for; the last takes the rest.

    That one has `also` in its upper edge.
    """
    x, y, width, height = box
    heights = [_wanted(pane, store, ui, lists) for pane in panes]
    while sum(heights) > height and max(heights) > LEAST_PANE:
        heights[heights.index(max(heights))] -= 1
    heights[-1] += height - sum(heights)
    for pane, high in zip(panes, heights, strict=True):
        feet = _more(lists, high) if pane is PLAY_PANE else _feet(pane, store, ui, lists)
        put_pane(canvas, ui, lists, pane, (x, y, width, high), feet, also if pane is panes[-1] else None)
        y += high


def _day(store: Store, lists: Lists) -> str:
    """How the day goes, unless that stands below one's own games."""
    return "" if lists[YOURS] else today.describe_score(store.day)


def _wanted(pane: Pane, store: Store, ui: UiState, lists: Lists) -> int:
    """The rows in which all of a pane is in sight, with its frame."""
    lines = [row for each in pane.lists for row in lists[each]]
    if pane is PLAY_PANE and not lines:
        return PLAY_ROWS
    feet = len(_feet(pane, store, ui, lists))
    return max(1, len(lines)) + sum(row.begins for row in lines) + bool(pane.columns and lines) + feet + bool(feet) + 2


def _talks(store: Store, ui: UiState, lists: Lists) -> bool:
    """Whether there is somebody to talk to, or something was said or is being said."""
    is_alone = store.lobby is None or store.lobby.online <= 1
    return not is_alone or bool(lists[PEOPLE]) or ui.pane == PEOPLE or chat.has_lines(store, ui)


def _has_tables(ui: UiState, lists: Lists) -> bool:
    """Whether there are tables of others, or the player looks for some."""
    return bool(lists[OPEN] or lists[LIVE]) or ui.pane in TABLES_PANE.lists


def _put_small(canvas: Canvas, store: Store, ui: UiState, lists: Lists, end: int) -> tuple[int, bool]:
    """Draw one pane, with the titles of the others above, and the chat only while the player types into it."""
    pane, below = pane_of(ui, "small"), chat.put_open(canvas, store, ui, end)
    put_tabs(canvas, ui, frame.TOP)
    box = (0, frame.TOP + 1, canvas.width, below - frame.TOP - 1)
    put_pane(canvas, ui, lists, pane, box, _feet(pane, store, ui, lists))
    return end, below < end


def _people_or_tables(ui: UiState, lists: Lists) -> tuple[Pane, Foot | None]:
    """The tables or the people, which share a pane, and how to see the other."""
    if not _has_tables(ui, lists):
        return PEOPLE_PANE, None
    if ui.pane == PEOPLE:
        return PEOPLE_PANE, Foot("Shift-Tab: tables", f"mark {OPEN} 0")
    people = len(lists[PEOPLE])
    return TABLES_PANE, Foot(f"Tab: people ({people})", f"mark {PEOPLE} 0") if people else None


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
            is_long = sum(len(lists[each]) for each in pane.lists) > LONG_LIST
            filters = (Foot("/ filters by game, name or code", "press /"),) if is_long else ()
            return (*filters, *also)
        case _ if pane is YOURS_PANE:
            resumes = "Enter resumes, x leaves."
            return _said(today.describe_score(store.day), resumes) if lists[YOURS] else ()
        case _ if pane is MORE_PANE:
            return _said(_day(store, lists))
        case _ if pane is LIVE_PANE:
            return _activity(store)
        case _:
            return ()


def _activity(store: Store) -> tuple[Foot, ...]:
    """The bots that are online, and the pace of the games."""
    return _said(lobby_phrases.bots(store.lobby), lobby_phrases.pace(store.lobby)) if store.lobby else ()


def _said(*texts: str) -> tuple[Foot, ...]:
    return tuple(Foot(text) for text in texts if text)
