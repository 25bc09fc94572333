"""The pure steps for what a person does: a key, a click or a line gives a new UiState and Effects.

press(store, ui, key, text, keymap) -> Update
                                     a key, and the text it writes where something is being typed
run(store, ui, line) -> Update       a line of the command language, typed or clicked
point(store, ui, hint, over) -> UiState
                                     the pointer comes over something
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from client import tours
from client.commands import actions, game_menu, muting
from client.commands.verb_table import CommandContext, Refusal, resolve
from client.drawing.canvas import clean
from client.fullscreen import navigation
from client.fullscreen.events import show_own_pane
from client.fullscreen.screens.lobby import selection
from client.fullscreen.screens.lobby.rows import LISTS, PLAY, YOURS, rows
from client.fullscreen.screens.overlays import invitation
from client.fullscreen.typing_keys import type_key
from client.fullscreen.ui import menus, replay_view
from client.fullscreen.ui.bindings import Keymap, Resolved
from client.fullscreen.ui.keys import GLOBAL_KEYS, PANEL_KEYS
from client.fullscreen.ui.state import UiState, close_panel, set_autopilot, set_palette, toggle
from client.state import chat
from client.state.phrases import lobby
from client.state.phrases.offers import KEPT
from client.state.store import Opened, Said, Store
from protocol import messages as m

FETCHING = "Loading the replay ..."
VERIFYING = "Checking every card and move ..."
NO_GAME_MARKED = "Mark one of your games first: press Tab."

Effect = (
    m.Command
    | Opened
    | Said
    | actions.Redraw
    | actions.Verify
    | actions.OpenReplay
    | actions.OpenHistory
    | actions.SetTheme
    | actions.StartTour
    | actions.CopyText
    | actions.OpenLan
    | actions.CloseLan
    | actions.MakePhrase
    | actions.PlayHere
    | actions.Suspend
    | actions.Quit
)
"""What an Update asks for beyond the UiState: a command to send, an event for the Store, or a task of the app."""
CLEAR_SENTENCE = (Said(""),)
"""Takes the last sentence off the screen, so that the one about the newly marked line or place can be read."""


@dataclass(frozen=True, slots=True)
class Update:
    """The result of a step: the new UiState, and the Effects to carry out."""

    ui: UiState
    effects: tuple[Effect, ...] = ()


def press(store: Store, ui: UiState, key: str, text: str = "", keymap: Keymap | None = None) -> Update:
    """Apply a key. `text` is what it writes; empty for a key such as an arrow.

    `keymap` is that of the Store and the UiState, if the caller has it already.
    """
    keymap, ui = keymap or Keymap(store, ui), replace(ui, is_new=False, hint="")
    if ui.typing is not None:
        ui, then = type_key(store, ui, ui.typing, key, text)
        if isinstance(then, str):
            return run(store, ui, then) if then else Update(ui)
        return _follow(store, ui, then)
    resolved = keymap.resolve(key)
    if resolved is None and ui.question is not None:
        return Update(ui)  # the question stays on the screen, with its keys
    if resolved is None:
        hint = "Press Esc to close this" if ui.panel else "Press ? for the keys"
        return _refuse(ui, f"{clean(text)} does nothing here. {hint}.") if text.strip() else Update(ui)
    question = keymap.question(resolved)
    if question and store.sentence != question:
        return _refuse(ui, question)
    step = _follow(store, _after_choice(ui, resolved), resolved.action)
    return replace(step, effects=(*CLEAR_SENTENCE, *step.effects)) if _hides_advice(store) else step


def _after_choice(ui: UiState, resolved: Resolved) -> UiState:
    """The UiState once a key has answered the player's own question, or chosen a line of the table's menu."""
    if ui.question is not None:
        return ui if resolved.command == "back" else replace(ui, question=None)
    is_line = ui.panel == "menu" and resolved.key not in (*PANEL_KEYS["menu"], *GLOBAL_KEYS)
    return close_panel(ui) if is_line and resolved.command != "back" else ui


def _hides_advice(store: Store) -> bool:
    """Whether an older sentence stands on the screen in the place of a hint."""
    return bool(store.sentence) and not store.refused and store.seated is not None and store.seated.advice is not None


def run(store: Store, ui: UiState, line: str) -> Update:
    """Run a line of the command language; if it cannot be done, refuse it with a sentence."""
    if not line.startswith("press "):
        ui = replace(ui, question=None)  # whoever does something else has answered
    return _follow(store, ui, resolve(line, CommandContext(store, ui.habits, ui.mark)))


def _follow(store: Store, ui: UiState, action: actions.Action | Refusal) -> Update:
    """Carry an Action out, or refuse it with the sentence that says why.

    A refusal on the screen is about what was done before, so it goes with the next thing that can be done.
    """
    if isinstance(action, Refusal):
        return _refuse(ui, action.text)
    try:
        step = _apply(store, ui, action)
    except ValueError as error:
        return _refuse(ui, str(error))
    is_outdated = store.refused and not any(isinstance(effect, Said) for effect in step.effects)
    return replace(step, effects=(*CLEAR_SENTENCE, *step.effects)) if is_outdated else step


def point(store: Store, ui: UiState, hint: str, over: str) -> UiState:
    """The UiState with the pointer over something: its hint, and what its command marks.

    A command that would do more than mark, or is refused, is ignored.
    """
    ui = replace(ui, hint=hint)
    step = run(store, ui, over) if over else Update(ui)
    return replace(step.ui, question=ui.question) if step.effects in ((), CLEAR_SENTENCE) else ui


def _refuse(ui: UiState, text: str) -> Update:
    return Update(ui, (Said(text, is_refusal=True),))


def _apply(store: Store, ui: UiState, action: actions.Action) -> Update:
    """Apply an Action, each in its own way. Raises ValueError if it cannot be done."""
    if isinstance(action, actions.Aim | actions.AutoPlay | m.Play):
        ui = show_own_pane(store, ui)
    match action:
        case m.Create():
            return Update(replace(ui, panel="", form=None, habits=ui.habits.after(action)), (action,))
        case m.GetStats(game=game) | m.GetLeaders(game=game):
            panel: actions.Panel = "stats" if isinstance(action, m.GetStats) else "leaders"
            return Update(replace(ui, panel=panel, topic=game, scroll=0), (action,))
        case m.GetLinkCode() | m.GetDevices() | m.RevokeDevice() | actions.MakePhrase():
            return Update(replace(ui, panel="devices", under="", form=None, scroll=0), (action,))
        case actions.Invite(way=way):
            step = _apply(store, ui, way)
            return replace(step, ui=replace(step.ui, is_inviting=True))
        case actions.CopyLine(number=number):
            return Update(ui, (actions.CopyText(invitation.line_to_copy(store, ui, number)),))
        case actions.ActivateRow():
            return _activate(store, ui)
        case actions.SelectRow(pane=pane, row=row):
            return _select_row(store, ui, pane, row)
        case actions.LeaveRow():
            return _leave_row(store, ui)
        case actions.PlayNow(line=line):
            return _play_now(store, ui, line)
        case actions.MoveSelection() if (store.room is None and ui.replay is None) or ui.panel:
            return Update(navigation.move_selection(store, ui, action), CLEAR_SENTENCE)
        case actions.AskText() | actions.OpenPanel(panel="tours" | "menu" | "settings" | "form" | "history"):
            return Update(navigation.ui_after(store, ui, action), CLEAR_SENTENCE)
        case actions.ChangeField() | actions.TypeDigit() if ui.panel == "form":
            return Update(navigation.ui_after(store, ui, action), CLEAR_SENTENCE)
        case actions.PressKey(key=key):
            return press(store, ui, key)
        case actions.GoBack():
            return _go_back(store, ui)
        case actions.Confirm():
            return Update(replace(ui, panel="", question=action), CLEAR_SENTENCE)
        case Opened(room=None) if store.seated is not None and store.seated.table.seat is not None:
            return Update(ui, (action, Said(lobby.kept_seat(store.seated.table))))
        case actions.Toggle() | actions.AutoPlay() | actions.SetPalette() | actions.MuteSpeaker():
            return _apply_setting(store, ui, action)
        case actions.Aim(mark=mark):
            return Update(replace(ui, mark=mark), CLEAR_SENTENCE if store.refused else ())
        case actions.SendAll(commands=commands):
            return Update(ui, commands)
        case actions.Verify():
            return Update(ui, (Said(VERIFYING), action))
        case actions.OpenHistory():
            return Update(ui, (*CLEAR_SENTENCE, action))
        case actions.OpenReplay():
            return Update(ui, (Said(FETCHING), action))
        case actions.TurnReplay() | actions.RunReplay():
            return Update(replay_view.turn_replay(ui, action), CLEAR_SENTENCE)
        case actions.ReplayAs():
            return Update(ui, (replay_view.replay_as(ui, action),))
        case _ if isinstance(action, Effect):
            return Update(ui, (action,))
        case _:
            return Update(navigation.ui_after(store, ui, action))


def _apply_setting(
    store: Store, ui: UiState, action: actions.Toggle | actions.AutoPlay | actions.SetPalette | actions.MuteSpeaker
) -> Update:
    """Change a setting of the screen, and say so."""
    match action:
        case actions.Toggle(what=what):
            ui = toggle(ui, action)
            return Update(ui, (Said(f"{what.capitalize()} is {'on' if getattr(ui, what) else 'off'}."),))
        case actions.AutoPlay():
            after = set_autopilot(ui, action)
            has_stopped = after.pilot is None and ui.pilot is not None
            return Update(after, (Said("You make your own moves."),) if has_stopped else ())
        case actions.SetPalette(palette=palette):
            ui = set_palette(ui, palette)
            return Update(ui, (Said(f"The palette is {ui.palette}."),))
        case actions.MuteSpeaker(name=name, on=on):
            habits = replace(ui.habits, muted=muting.update_muted(store, ui.habits.muted, action))
            return Update(replace(ui, habits=habits), (Said(chat.describe_mute(name, on=on)),))


def _activate(store: Store, ui: UiState) -> Update:
    if ui.panel == "form" and ui.form is not None:
        return run(store, ui, ui.form.command)
    if replay := replay_view.open_selected(ui):
        return _apply(store, ui, replay)
    if ui.panel == "tours":
        return _start_tour(store, ui, ui.scroll)
    if (line := menus.marked_line(store, ui)) is not None:
        return run(store, close_panel(ui) if ui.panel == "menu" and line.command != "back" else ui, line.command)
    row = selection.selected_row(store, ui) if store.room is None else None
    return _refuse(ui, navigation.NOTHING_THERE) if row is None else run(store, ui, row.command)


def _select_row(store: Store, ui: UiState, pane: int, row: int) -> Update:
    """Mark a line. One that is marked already is activated; in the form it takes its next value."""
    if ui.panel == "form" and ui.form is not None:
        if ui.form.row == row:
            return run(store, ui, "more")
        return Update(replace(ui, form=replace(ui.form, row=min(row, len(ui.form.fields)))))
    if ui.panel == "history" and row < len(ui.history):
        marked = replace(ui, scroll=row)
        return _activate(store, marked) if ui.scroll == row else Update(marked)
    if ui.panel == "tours":
        return _start_tour(store, ui, row) if ui.scroll == row else Update(replace(ui, scroll=row))
    if store.room is not None or pane >= LISTS:
        return _refuse(ui, navigation.NOTHING_THERE)
    return Update(replace(ui, pane=pane, row=row), CLEAR_SENTENCE)


def _leave_row(store: Store, ui: UiState) -> Update:
    row = selection.selected_row(store, ui) if store.room is None and ui.pane == YOURS else None
    if row is None:
        return _refuse(ui, NO_GAME_MARKED)
    return run(store, ui, f"leave {row.command.removeprefix('open ')}")


def _start_tour(store: Store, ui: UiState, line: int) -> Update:
    """Begin the tour that the panel offers in a line, counted from 0."""
    games = game_menu.tour_games(store)
    if line not in range(len(games)):
        return _refuse(ui, navigation.NOTHING_THERE)
    return run(store, close_panel(ui), f"learn {games[line].name}")


def _play_now(store: Store, ui: UiState, line: int) -> Update:
    if ui.panel == "tours":
        return _start_tour(store, ui, line - 1)
    lines = rows(store, ui)[PLAY]
    if store.room is not None or not 1 <= line <= len(lines):
        return _refuse(ui, navigation.NOTHING_THERE)
    return run(store, ui, lines[line - 1].command)


def _go_back(store: Store, ui: UiState) -> Update:
    seated = store.seated
    if ui.question is not None:
        return Update(replace(ui, question=None), (Said(KEPT),))
    if ui.panel:
        return Update(close_panel(ui))
    if ui.replay is not None:
        return Update(ui, (actions.Quit(),)) if ui.replay.is_all else Update(replace(ui, replay=None), CLEAR_SENTENCE)
    if store.room is None and ui.filter:
        return Update(selection.clear_filter(store, ui))
    if store.room is None:
        return _refuse(ui, "This is the lobby. Press Ctrl-Q to quit.")
    if seated is not None and (seated.table.seat is None or seated.table.room == tours.ROOM):
        return Update(ui, (m.Leave(room=store.room),))
    return _apply(store, ui, Opened(None))
