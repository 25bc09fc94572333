"""The pure steps that only change what a person looks at: panels, marked lines, forms and texts being typed."""

from __future__ import annotations

from dataclasses import replace

from client.commands import actions, game_menu
from client.commands.seats import with_level
from client.fullscreen.screens.lobby import selection
from client.fullscreen.screens.lobby.rows import PLAY
from client.fullscreen.screens.overlays import invitation
from client.fullscreen.ui import form, menus, replay_view
from client.fullscreen.ui.form import change_value, new_form, type_digit
from client.fullscreen.ui.state import UiState, mark_chat_read, open_panel
from client.fullscreen.ui.text_input import TextInput
from client.games.rulebook import rules
from client.state.store import Store

PAGE_ROWS = 5
NOTHING_THERE = "There's nothing to choose here."


def ui_after(store: Store, ui: UiState, action: actions.Action) -> UiState:
    """The UiState after an Action that has no Effects. Raises ValueError if it cannot be done."""
    match action:
        case actions.OpenPanel(panel="form"):
            return replace(open_panel(ui, "form"), form=new_form(store, ui.habits))
        case actions.OpenPanel(panel="help") if ui.panel == "help" and store.seated and rules(store.seated.table.game):
            return replace(open_panel(ui, "rules"), topic=store.seated.table.game)
        case actions.OpenPanel(panel="help") if ui.panel == "rules":
            return open_panel(ui, "rules")
        case actions.OpenPanel(panel="tours"):
            usual = game_menu.index_of(game_menu.tour_games(store), ui.habits.game)
            return replace(open_panel(ui, "tours"), scroll=usual)
        case actions.OpenPanel(panel=panel, game=game):
            return replace(open_panel(ui, panel), topic=game)
        case actions.AskText(prompt="say"):
            return replace(mark_chat_read(store, ui), typing=TextInput("say", past=ui.said), panel="")
        case actions.AskText(prompt=prompt, text=text):
            text = ui.filter if prompt == "filter" else text
            return replace(ui, typing=TextInput(prompt, text, len(text), ui.past), panel="")
        case actions.Filter(text=text):
            return selection.select_first_match(store, replace(ui, filter=text))
        case actions.MoveSelection():
            return move_selection(store, ui, action)
        case actions.ChangeField(by=by) if ui.panel == "form" and ui.form is not None:
            return replace(ui, form=change_value(ui.form, by, store, ui.habits))
        case actions.ChangeField(by=by) if store.room is None and ui.replay is None and not ui.panel:
            return _change_level(store, ui, by)
        case actions.TypeDigit(digit=digit) if ui.panel == "form" and ui.form is not None:
            return replace(ui, form=type_digit(ui.form, digit, store))
        case _:
            raise ValueError(NOTHING_THERE)


def _change_level(store: Store, ui: UiState, by: int) -> UiState:
    """The UiState with the level changed of the game marked in Play now, or else another list marked.

    Raises ValueError if the game has no levels.
    """
    games = game_menu.menu_games(store)
    if ui.pane == PLAY and ui.row < len(games):
        return replace(ui, habits=with_level(games[ui.row], ui.habits, by))
    return selection.move_selection(store, ui, actions.MoveSelection(panes=by), PAGE_ROWS)


def move_selection(store: Store, ui: UiState, step: actions.MoveSelection) -> UiState:
    """The UiState with the mark moved in whatever list is on screen, or that scrolled."""
    if ui.panel == "form" and ui.form is not None:
        return replace(ui, form=form.move_selection(ui.form, step.rows + step.panes))
    if ui.panel == "history":
        return replay_view.move_in_list(ui, step, PAGE_ROWS)
    if ui.panel == "tours":
        return replace(ui, scroll=max(0, min(ui.scroll + step.rows, len(game_menu.tour_games(store)) - 1)))
    if ui.panel == "invite":
        return replace(ui, scroll=invitation.move_mark(store, ui, step.rows + step.pages * PAGE_ROWS))
    if (menu := menus.lines(store, ui)) and not step.pages:
        return replace(ui, scroll=(min(ui.scroll, len(menu) - 1) + step.rows) % len(menu))
    if ui.panel or ui.replay is not None or store.room is not None:
        rows = step.rows + step.pages * PAGE_ROWS
        return replace(ui, scroll=max(0, ui.scroll + rows), pane=max(0, ui.pane + step.panes))
    return selection.move_selection(store, ui, step, PAGE_ROWS)
