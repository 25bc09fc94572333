"""Draws the whole screen: the lobby or a table, the panel over it, and the last two rows."""

from __future__ import annotations

from dataclasses import replace

from client.commands import game_menu
from client.commands.levels import describe_levels
from client.commands.verb_table import CommandContext
from client.drawing.canvas import Canvas, Drawing, wrap_words
from client.drawing.layout import layout_of
from client.fullscreen.screens import chat, frame, keybar, replay
from client.fullscreen.screens.lobby import screen
from client.fullscreen.screens.overlays import history, invitation, link_box, menu, panels, seeks
from client.fullscreen.screens.table import screen as table
from client.fullscreen.ui import menus
from client.fullscreen.ui.bindings import Keymap
from client.fullscreen.ui.state import UiState
from client.games.rulebook import rules
from client.state.phrases.offers import ANSWER
from client.state.store import Store
from client.state.table_view import game_title

LEAST_COLUMNS, LEAST_ROWS = 60, 20
HIDDEN_S = 0.1
"""How long a move on its way is not shown: an answer within this time seems immediate, and a sign would flicker."""


def fit(ui: UiState, columns: int, rows: int) -> UiState:
    """The UiState in a terminal of a size."""
    is_cramped, layout = columns < LEAST_COLUMNS or rows < LEAST_ROWS, layout_of(columns, rows)
    is_same = (is_cramped, layout) == (ui.is_cramped, ui.layout)
    return ui if is_same else replace(ui, is_cramped=is_cramped, layout=layout)


def draw(store: Store, ui: UiState, size: tuple[int, int], now: float, keymap: Keymap | None = None) -> Drawing:
    """Draw everything in `size` (columns, rows), as it is at the monotonic time `now` in seconds.

    `keymap` is that of the Store and the UiState, if the caller has it already.
    """
    width, height = size
    if width < LEAST_COLUMNS or height < LEAST_ROWS:
        return _too_small(width, height)
    canvas = Canvas(width, height)
    store = _without_quick_move(canvas, store, now)
    shows_chat = _put_place(canvas, store, ui, now)
    _put_panel(canvas, store, ui)
    _put_panel_hint(canvas, store, ui)
    if store.room is not None or ui.panel or ui.replay is not None:
        seeks.put_strip(canvas, store, ui, now)
    _put_question(canvas, ui)
    link_box.put_link_box(canvas, store, ui)
    types_in_chat = shows_chat and chat.types_in_lobby_chat(store, ui, layout_of(width, height))
    if ui.typing is not None and not types_in_chat:
        canvas.blank(0, height - 2, width, 1)
        frame.put_typing(canvas, ui.typing, CommandContext(store, ui.habits, ui.mark))
        _put_above_typing(canvas, store, now)
    keymap = keymap.at(store, ui) if keymap else Keymap(store, ui)
    keybar.put_keys(canvas, keymap, ui, "" if shows_chat and not ui.panel else chat.unread_mark(store, ui, store.room))
    if left := frame.retry_in_s(store, now):
        canvas.again(left % 1 or 1.0)
    return canvas.done()


def _put_above_typing(canvas: Canvas, store: Store, now: float) -> None:
    """Draw over the line that is typed why it cannot be sent, or was not."""
    broken, refusal = frame.link_sentence(store, now), frame.said(store)[0] if store.refused else ""
    frame.put_above(canvas, broken or refusal, "warn" if broken else "bad")


def _without_quick_move(canvas: Canvas, store: Store, now: float) -> Store:
    """The Store without the pending move of the table on screen as long as that is hidden, and when to draw again."""
    seated = store.seated
    if seated is None or seated.pending is None or seated.pending_at + HIDDEN_S <= now:
        return store
    canvas.again(seated.pending_at + HIDDEN_S - now)
    return replace(store, rooms={**store.rooms, seated.table.room: replace(seated, pending=None)})


def _put_place(canvas: Canvas, store: Store, ui: UiState, now: float) -> bool:
    """Draw the replay, the lobby or the table; says whether the chat is shown there."""
    if ui.replay is not None:
        replay.draw(canvas, ui.replay, store, ui)
        return False
    draw_place = screen.draw if store.room is None else table.draw
    return draw_place(canvas, store, ui, now)


def _put_panel(canvas: Canvas, store: Store, ui: UiState) -> None:
    match ui.panel:
        case "help":
            panels.put_help(canvas, store, ui)
        case "invite" if store.seated is not None:
            invitation.put_invite(canvas, store, ui, store.seated.table)
        case "stats":
            panels.put_stats(canvas, game_title(store, ui.topic), store.records.get(ui.topic), ui.scroll)
        case "leaders":
            panels.put_leaders(canvas, game_title(store, ui.topic), store.leaders.get(ui.topic), ui.scroll)
        case "history":
            history.put_history(canvas, ui.history, ui.scroll)
        case "levels":
            levels = next((describe_levels(info) for info in store.games if info.name == ui.topic), ())
            panels.put_levels(canvas, game_title(store, ui.topic), levels, ui.scroll)
        case "rules":
            panels.put_rules(canvas, game_title(store, ui.topic), rules(ui.topic), ui.scroll)
        case "devices":
            panels.put_devices(canvas, store, ui.scroll)
        case "menu" | "settings":
            menu.put_menu(canvas, store, ui)
        case "tours":
            panels.put_tours(canvas, game_menu.tour_games(store), ui.scroll)
        case "form" if ui.form is not None:
            panels.put_form(canvas, ui.form)


def _put_panel_hint(canvas: Canvas, store: Store, ui: UiState) -> None:
    """Draw the sentence about what is marked in the panel, unless another is shown."""
    hint = _panel_hint(store, ui)
    if hint and store.link.state == "up" and not (store.sentence or ui.hint):
        canvas.blank(0, canvas.height - 2, canvas.width, 1)
        frame.put_sentence(canvas, hint, "advice")


def _put_question(canvas: Canvas, ui: UiState) -> None:
    """Draw the question that the player has to answer first, in place of every other sentence."""
    if ui.question is not None:
        canvas.blank(0, canvas.height - 2, canvas.width, 1)
        frame.put_sentence(canvas, f"{ui.question.question} {ANSWER}", "warn")


def _panel_hint(store: Store, ui: UiState) -> str:
    match ui.panel:
        case "form" if ui.form is not None:
            return ui.form.hint or panels.FORM_HINT
        case "history":
            return history.describe_marked(ui.history, ui.scroll)
        case "tours":
            games = game_menu.tour_games(store)
            return panels.TOUR_HINT.format(games[min(ui.scroll, len(games) - 1)].title) if games else ""
        case _:
            line = menus.marked_line(store, ui)
            return line.hint if line else ""


def _too_small(width: int, height: int) -> Drawing:
    """Say how large the terminal must be, in as many lines as that takes."""
    canvas = Canvas(width, height)
    text = f"Terminal {width}x{height} is too small; need {LEAST_COLUMNS}x{LEAST_ROWS}. Press p for plain mode."
    for row, line in enumerate(wrap_words(text, width, breaks_words=False)):
        canvas.put(0, row, line)
    return canvas.done()
