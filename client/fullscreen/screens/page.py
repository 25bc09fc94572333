"""The whole screen: the lobby or a table, what lies open over it, and the two last rows."""

from __future__ import annotations

from client.commands import game_menu
from client.commands.table import CommandContext
from client.drawing.canvas import Canvas, Drawing
from client.drawing.layout import layout_of
from client.fullscreen.screens import chat, frame, keybar, replay
from client.fullscreen.screens.lobby import screen
from client.fullscreen.screens.overlays import invitation, panels, seeks, tours
from client.fullscreen.screens.overlays import rules as leaflet
from client.fullscreen.screens.table import pending_move
from client.fullscreen.screens.table import screen as table
from client.fullscreen.ui.bindings import Keymap
from client.fullscreen.ui.state import UiState
from client.games.rulebook import rules
from client.state.store import Store
from client.state.table_view import title

LEAST_COLUMNS, LEAST_ROWS = 60, 20


def draw(store: Store, desk: UiState, size: tuple[int, int], now: float, keymap: Keymap | None = None) -> Drawing:
    """Draw everything, exactly `size` (columns, rows) large, as it is at the monotonic time `now` in seconds.

    `keymap` is that of the Store and the Desk, where somebody has it already.
    """
    width, height = size
    if width < LEAST_COLUMNS or height < LEAST_ROWS:
        return _too_small(width, height)
    canvas = Canvas(width, height)
    if wait_s := pending_move.left_s(store, now):
        store = pending_move.before_the_move(store)
        canvas.again(wait_s)
    shows_talk = _put_place(canvas, store, desk, now)
    _put_panel(canvas, store, desk)
    _put_panel_hint(canvas, store, desk)
    if desk.typing is not None and not chat.types_in_hall(store, desk, layout_of(width, height)):
        canvas.blank(0, height - 2, width, 1)
        frame.put_typing(canvas, desk.typing, CommandContext(store, desk.habits, desk.mark))
    keymap = keymap.at(store, desk) if keymap else Keymap(store, desk)
    keybar.put_keys(canvas, keymap, desk, "" if shows_talk else chat.mark(store, desk, store.room))
    if left := frame.retry_in_s(store, now):
        canvas.again(left % 1 or 1.0)
    return canvas.done()


def _put_place(canvas: Canvas, store: Store, desk: UiState, now: float) -> bool:
    """Draw where one is, be it in a game that is over; whether talk has a place of its own there."""
    if desk.replay is not None:
        replay.draw(canvas, desk.replay, store, desk)
        return False
    if store.room is None:
        shows_talk = screen.draw(canvas, store, desk, now)
        seeks.put_box(canvas, store, desk, now)
    else:
        shows_talk = table.draw(canvas, store, desk, now)
        seeks.put_strip(canvas, store, desk, now)
    return shows_talk


def _put_panel(canvas: Canvas, store: Store, desk: UiState) -> None:
    match desk.panel:
        case "help":
            panels.put_help(canvas, store, desk)
        case "invite" if store.seated is not None:
            invitation.put_invite(canvas, store, desk, store.seated.table)
        case "stats":
            panels.put_stats(canvas, title(store, desk.topic), store.records.get(desk.topic), desk.scroll)
        case "leaders":
            panels.put_leaders(canvas, title(store, desk.topic), store.leaders.get(desk.topic), desk.scroll)
        case "history":
            panels.put_history(canvas, desk.history, desk.scroll)
        case "levels":
            levels = next((sheet.levels for sheet in store.games if sheet.name == desk.topic), ())
            panels.put_levels(canvas, title(store, desk.topic), levels)
        case "rules":
            leaflet.put_rules(canvas, title(store, desk.topic), rules(desk.topic), desk.scroll)
        case "tours":
            tours.put_tours(canvas, game_menu.tour_games(store), desk.scroll)
        case "form" if desk.form is not None:
            panels.put_form(canvas, desk.form)


def _put_panel_hint(canvas: Canvas, store: Store, desk: UiState) -> None:
    """Draw what is said of what is chosen in the form or among the tours, unless something else is said there."""
    hint = _panel_hint(store, desk)
    if hint and store.link.state == "up" and not (store.sentence or desk.hint):
        canvas.blank(0, canvas.height - 2, canvas.width, 1)
        frame.put_sentence(canvas, hint, "advice")


def _panel_hint(store: Store, desk: UiState) -> str:
    match desk.panel:
        case "form" if desk.form is not None:
            return desk.form.hint
        case "tours":
            games = game_menu.tour_games(store)
            return tours.HINT.format(games[min(desk.scroll, len(games) - 1)].title) if games else ""
        case _:
            return ""


def _too_small(width: int, height: int) -> Drawing:
    """Say how large the terminal has to be, in as many lines as that takes."""
    canvas = Canvas(width, height)
    words = (
        f"Terminal {width}x{height} is too small; need {LEAST_COLUMNS}x{LEAST_ROWS}. Press p for plain mode.".split()
    )
    line, row = "", 0
    for word in words:
        if len(line) + 1 + len(word) > width:
            canvas.put(0, row, line)
            line, row = "", row + 1
        line = f"{line} {word}".strip()
    canvas.put(0, row, line)
    return canvas.done()
