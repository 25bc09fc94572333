"""What follows from what a person does, as pure steps: keys, clicks and lines become a new Desk and things to be done.

press(store, desk, key, text, keymap) -> Step
                                           a key, and the text it writes where something is being typed
run(store, desk, line) -> Step             a line of the command language, typed or clicked
point(store, desk, hint, over) -> Desk     the pointer comes over something
after(before, store, desk) -> Desk         the Desk once the Store has changed
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from client import tours
from client.commands import actions, game_menu, muting
from client.commands.completion import complete
from client.commands.table import CommandContext, Refusal, resolve
from client.commands.verbs.join_leave import CODE_LENGTH
from client.drawing.canvas import clean
from client.fullscreen.screens.lobby import selection
from client.fullscreen.screens.lobby.rows import LISTS, PLAY, rows
from client.fullscreen.ui import autoplay, replay_view, text_input
from client.fullscreen.ui.bindings import Keymap
from client.fullscreen.ui.form import change_value, move_selection, new_form, type_digit
from client.fullscreen.ui.keys import GLOBAL_KEYS, TYPING_KEYS
from client.fullscreen.ui.state import (
    UiState,
    close_panel,
    leave_screen,
    mark_chat_read,
    open_panel,
    set_autopilot,
    set_palette,
    toggle,
)
from client.fullscreen.ui.text_input import TextInput
from client.games.rulebook import rules
from client.state import chat
from client.state.reading import UnreadableTableError, game_of
from client.state.store import Opened, Said, Store
from client.state.table_view import sight
from protocol import messages as m

PAST_COMMANDS = 50
PAGE_ROWS = 5
FETCHING = "The game is being played again."
VERIFYING = "Every card and move is being checked."
NOTHING_THERE = "There is nothing to choose here."

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
    | actions.OpenLan
    | actions.CloseLan
    | actions.Quit
)
"""Something to be done beyond the Desk: send it, fold it into the Store, draw anew, have a game looked at, or leave."""
OLD_NEWS = (Said(""),)
"""Who looks at another line, or at another place after a refusal, wants to read about that one."""


@dataclass(frozen=True, slots=True)
class Update:
    """What follows: the Desk from now on, and what is to be done."""

    ui: UiState
    effects: tuple[Effect, ...] = ()


def press(store: Store, ui: UiState, key: str, text: str = "", keymap: Keymap | None = None) -> Update:
    """What follows from a key. `text` is what it writes; nothing for a key such as an arrow.

    `keymap` is that of the Store and the Desk, where somebody has it already.
    """
    keymap, ui = keymap or Keymap(store, ui), replace(ui, is_new=False, hint="")
    if ui.typing is not None:
        return _type(store, ui, ui.typing, key, text)
    resolved = keymap.resolve(key)
    if resolved is None:
        hint = "Esc closes this" if ui.panel else "? shows the keys"
        return _refuse(ui, f"{clean(text)} does nothing here; {hint}.") if text.strip() else Update(ui)
    question = keymap.question(resolved)
    if question and store.sentence != question:
        return _refuse(ui, question)
    step = _follow(store, ui, resolved.action)
    return replace(step, effects=(*OLD_NEWS, *step.effects)) if _hides_advice(store) else step


def _hides_advice(store: Store) -> bool:
    """Whether news of something else, which has been read by now, stands where a hint does."""
    return bool(store.sentence) and not store.refused and store.seated is not None and store.seated.advice is not None


def run(store: Store, ui: UiState, line: str) -> Update:
    """What follows from a line; where it cannot be done, the sentence that says why."""
    return _follow(store, ui, resolve(line, CommandContext(store, ui.habits, ui.mark)))


def _follow(store: Store, ui: UiState, action: actions.Action | Refusal) -> Update:
    """What follows from an order, or the sentence that says why it cannot be done."""
    if isinstance(action, Refusal):
        return _refuse(ui, action.text)
    try:
        return _obey(store, ui, action)
    except ValueError as error:
        return _refuse(ui, str(error))


def point(store: Store, ui: UiState, hint: str, over: str) -> UiState:
    """The Desk with the pointer over something: its hint, and what its command marks.

    Whoever only points wants nothing done, and hears nothing of what cannot be.
    """
    ui = replace(ui, hint=hint)
    step = run(store, ui, over) if over else Update(ui)
    return step.ui if step.effects in ((), OLD_NEWS) else ui


def after(before: Store, store: Store, ui: UiState) -> UiState:
    """The Desk once the Store has changed: another screen starts afresh, and the pilot may have arrived."""
    if (muted := muting.bind_muted(store, ui.habits.muted)) != ui.habits.muted:
        ui = replace(ui, habits=replace(ui.habits, muted=muted))
    if store.room != before.room:
        panel: actions.Panel = "invite" if ui.is_inviting and store.room is not None else ""
        ui = replace(mark_chat_read(before, leave_screen(ui)), panel=panel)
        ui = selection.select_usual(store, ui)
    elif store.games and not before.games:
        ui = selection.select_usual(store, ui)
    elif store.room is None:
        is_inviting = ui.is_inviting and not store.refused
        ui = replace(selection.keep_selection(before, store, ui), is_inviting=is_inviting)
    return _with_hint(before, store, _with_mark(before, store, autoplay.stop_if_done(ui, before, store)))


def _with_hint(before: Store, store: Store, ui: UiState) -> UiState:
    """The Desk with the move marked that a hint names, once that has come, and in sight."""
    seated, earlier = store.seated, before.seated
    advice = seated.advice if seated else None
    if seated is None or advice is None or advice.move is None or (earlier and earlier.advice is advice):
        return ui
    try:
        seen = sight(seated)
    except UnreadableTableError:
        return ui
    return replace(_at_own_pane(store, ui), mark=seen.game.hinted(seen.view, ui.mark, advice.move))


def _with_mark(before: Store, store: Store, ui: UiState) -> UiState:
    """The Desk with what still stands of its mark on the table on screen, or the one that stands there at the start."""
    seated = store.seated
    if seated is None or seated.table.view is None:
        return ui
    has_come = before.seated is None or before.seated.table is not seated.table
    if ui.mark is not None and (seated.pending or not has_come):
        return ui
    try:
        seen = sight(seated)
    except UnreadableTableError:
        return ui
    game, mark = seen.game, ui.mark
    return replace(ui, mark=game.first_mark(seen.view) if mark is None else game.kept(seen.view, mark))


def _refuse(ui: UiState, text: str) -> Update:
    return Update(ui, (Said(text, is_refusal=True),))


def _obey(store: Store, ui: UiState, action: actions.Action) -> Update:
    if isinstance(action, actions.Aim | actions.AutoPlay | m.Play):
        ui = _at_own_pane(store, ui)
    match action:
        case m.Create():
            return Update(replace(ui, panel="", form=None, habits=ui.habits.after(action)), (action,))
        case m.GetStats(game=game):
            return Update(replace(ui, panel="stats", topic=game, scroll=0), (action,))
        case m.GetLeaders(game=game):
            return Update(replace(ui, panel="leaders", topic=game, scroll=0), (action,))
        case actions.Invite(way=way):
            step = _obey(store, ui, way)
            return replace(step, ui=replace(step.ui, is_inviting=True))
        case actions.ActivateRow():
            return _choose(store, ui)
        case actions.SelectRow(pane=pane, row=row):
            return _mark(store, ui, pane, row)
        case actions.PlayNow(line=line):
            return _start(store, ui, line)
        case actions.MoveSelection() if store.room is None and ui.replay is None and not ui.panel:
            return Update(_stepped(store, ui, action), OLD_NEWS)
        case actions.OpenPanel(panel="tours"):
            return Update(_ui_after(store, ui, action), OLD_NEWS)
        case actions.PressKey(key=key):
            return press(store, ui, key)
        case actions.GoBack():
            return _back(store, ui)
        case actions.Toggle() | actions.AutoPlay() | actions.SetPalette() | actions.MuteSpeaker():
            return _changed(store, ui, action)
        case actions.Aim(mark=mark):
            return Update(replace(ui, mark=mark), OLD_NEWS if store.refused else ())
        case actions.SendAll(commands=commands):
            return Update(ui, commands)
        case (
            actions.Verify()
            | actions.OpenReplay()
            | actions.OpenHistory()
            | actions.TurnReplay()
            | actions.RunReplay()
            | actions.ReplayAs()
        ):
            return _looked_back(ui, action)
        case (
            m.Message()
            | Opened()
            | actions.SetTheme()
            | actions.StartTour()
            | actions.OpenLan()
            | actions.CloseLan()
            | actions.Redraw()
            | actions.Quit()
        ):
            return Update(ui, (action,))
        case _:
            return Update(_ui_after(store, ui, action))


def _changed(
    store: Store, ui: UiState, action: actions.Toggle | actions.AutoPlay | actions.SetPalette | actions.MuteSpeaker
) -> Update:
    """What is another way from now on, and said in words."""
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
            return Update(ui, (Said(f"Boards are drawn in the {ui.palette} palette."),))
        case actions.MuteSpeaker(name=name, on=on):
            habits = replace(ui.habits, muted=muting.update_muted(store, ui.habits.muted, action))
            return Update(replace(ui, habits=habits), (Said(chat.told_of(name, on=on)),))


def _looked_back(
    ui: UiState,
    action: actions.Verify
    | actions.OpenReplay
    | actions.OpenHistory
    | actions.TurnReplay
    | actions.RunReplay
    | actions.ReplayAs,
) -> Update:
    match action:
        case actions.Verify():
            return Update(ui, (Said(VERIFYING), action))
        case actions.OpenReplay():
            return Update(ui, (Said(FETCHING), action))
        case actions.OpenHistory():
            return Update(ui, (action,))
        case actions.TurnReplay() | actions.RunReplay():
            return Update(replay_view.turn_replay(ui, action), OLD_NEWS)
        case actions.ReplayAs():
            return Update(ui, (replay_view.refetch_as(ui, action),))


def _at_own_pane(store: Store, ui: UiState) -> UiState:
    """The Desk with that pane of the table on screen in which the player acts, where the game has one for that."""
    pane = game_of(store.seated.table.game).own_pane if store.seated else None
    return ui if pane is None else replace(ui, pane=pane)


def _ui_after(store: Store, ui: UiState, action: actions.Action) -> UiState:
    """The Desk after an order that concerns nothing else. Raises ValueError where it cannot be."""
    match action:
        case actions.OpenPanel(panel="form"):
            return replace(open_panel(ui, "form"), form=new_form(store, ui.habits))
        case actions.OpenPanel(panel="help") if ui.panel == "help" and store.seated and rules(store.seated.table.game):
            return replace(open_panel(ui, "rules"), topic=store.seated.table.game)
        case actions.OpenPanel(panel="help") if ui.panel == "rules":
            return open_panel(ui, "rules")
        case actions.OpenPanel(panel="tours"):
            return replace(open_panel(ui, "tours"), scroll=game_menu.usual(game_menu.tour_games(store), ui.habits.game))
        case actions.OpenPanel(panel=panel, game=game):
            return replace(open_panel(ui, panel), topic=game)
        case actions.AskText(prompt="say"):
            return replace(mark_chat_read(store, ui), typing=TextInput("say"), panel="")
        case actions.AskText(prompt=prompt, text=text):
            text = ui.filter if prompt == "filter" else text
            return replace(ui, typing=TextInput(prompt, text, len(text), ui.past), panel="")
        case actions.Filter(text=text):
            return selection.select_first_match(store, replace(ui, filter=text))
        case actions.MoveSelection():
            return _stepped(store, ui, action)
        case actions.ChangeField(by=by) if ui.panel == "form" and ui.form is not None:
            return replace(ui, form=change_value(ui.form, by, store, ui.habits))
        case actions.TypeDigit(digit=digit) if ui.panel == "form" and ui.form is not None:
            return replace(ui, form=type_digit(ui.form, digit))
        case _:
            raise ValueError(NOTHING_THERE)


def _stepped(store: Store, ui: UiState, step: actions.MoveSelection) -> UiState:
    if ui.panel == "form" and ui.form is not None:
        return replace(ui, form=move_selection(ui.form, step.rows + step.panes))
    if ui.panel == "history":
        return replay_view.move_in_list(ui, step, PAGE_ROWS)
    if ui.panel == "tours":
        return replace(ui, scroll=max(0, min(ui.scroll + step.rows, len(game_menu.tour_games(store)) - 1)))
    if ui.panel or ui.replay is not None or store.room is not None:
        rows = step.rows + step.pages * PAGE_ROWS
        return replace(ui, scroll=max(0, ui.scroll + rows), pane=max(0, ui.pane + step.panes))
    return selection.move_selection(store, ui, step, PAGE_ROWS)


def _choose(store: Store, ui: UiState) -> Update:
    if ui.panel == "form" and ui.form is not None:
        return run(store, ui, ui.form.command)
    if review := replay_view.fetch_selected(ui):
        return _obey(store, ui, review)
    if ui.panel == "tours":
        return _tour(store, ui, ui.scroll)
    row = selection.selected_row(store, ui) if store.room is None else None
    return _refuse(ui, NOTHING_THERE) if row is None else run(store, ui, row.command)


def _mark(store: Store, ui: UiState, pane: int, row: int) -> Update:
    """Mark a line; in the form one that is marked already takes its next value, in a choice it is taken."""
    if ui.panel == "form" and ui.form is not None:
        if ui.form.row == row:
            return run(store, ui, "more")
        return Update(replace(ui, form=replace(ui.form, row=min(row, len(ui.form.fields)))))
    if ui.panel == "history" and row < len(ui.history):
        marked = replace(ui, scroll=row)
        return _choose(store, marked) if ui.scroll == row else Update(marked)
    if ui.panel == "tours":
        return _tour(store, ui, row) if ui.scroll == row else Update(replace(ui, scroll=row))
    if store.room is not None or pane >= LISTS:
        return _refuse(ui, NOTHING_THERE)
    return Update(replace(ui, pane=pane, row=row), OLD_NEWS)


def _tour(store: Store, ui: UiState, line: int) -> Update:
    """Begin one of the tours that are offered."""
    games = game_menu.tour_games(store)
    if line not in range(len(games)):
        return _refuse(ui, NOTHING_THERE)
    return run(store, close_panel(ui), f"learn {games[line].name}")


def _start(store: Store, ui: UiState, line: int) -> Update:
    if ui.panel == "tours":
        return _tour(store, ui, line - 1)
    lines = rows(store, ui)[PLAY]
    if store.room is not None or not 1 <= line <= len(lines):
        return _refuse(ui, NOTHING_THERE)
    return run(store, ui, lines[line - 1].command)


def _back(store: Store, ui: UiState) -> Update:
    seated = store.seated
    if ui.panel:
        return Update(close_panel(ui))
    if ui.replay is not None:
        return Update(ui, (actions.Quit(),)) if ui.replay.is_all else Update(replace(ui, replay=None), OLD_NEWS)
    if store.room is None and ui.filter:
        return Update(replace(ui, filter="", row=0))
    if store.room is None:
        return _refuse(ui, "This is the lobby. Ctrl-Q leaves Parlour.")
    if seated is not None and (seated.table.seat is None or seated.table.room == tours.ROOM):
        return Update(ui, (m.Leave(room=store.room),))
    return Update(ui, (Opened(None), Said(f"Your seat at table {store.room} stays yours; it is among Your games.")))


def _type(store: Store, ui: UiState, typing: TextInput, key: str, text: str) -> Update:
    """What follows from a key while something is typed: an edit, the end of it, or its own text."""
    name = next((bound.command for bound in TYPING_KEYS if key in bound.presses), None)
    match name:
        case None if text:
            return _written(store, ui, text_input.insert(typing, text))
        case None:
            command = next((bound.command for bound in GLOBAL_KEYS if key in bound.presses), None)
            return Update(ui) if command is None else run(store, ui, command)
        case "accept":
            return _accept(store, replace(ui, typing=None), typing)
        case "cancel":
            return Update(replace(ui, typing=None, filter="" if typing.prompt == "filter" else ui.filter))
        case "complete":
            return Update(replace(ui, typing=_completed(store, ui, typing)))
        case _:
            return _written(store, ui, text_input.edit(typing, name))


def _written(store: Store, ui: UiState, typing: TextInput) -> Update:
    """What is typed takes effect at once where it can: a filter filters, a whole code joins."""
    ui = replace(ui, typing=typing)
    if typing.prompt == "filter":
        return Update(selection.select_first_match(store, replace(ui, filter=typing.text)))
    if typing.prompt == "join" and len(typing.text.strip()) == CODE_LENGTH:
        return _accept(store, replace(ui, typing=None), typing)
    return Update(ui)


def _accept(store: Store, ui: UiState, typing: TextInput) -> Update:
    text = typing.text.strip()
    if not text or typing.prompt == "filter":
        return Update(ui)
    if typing.prompt == "join":
        return run(store, ui, f"join {text}")
    if typing.prompt == "say":
        return Update(ui, (m.Say(room=store.room, text=text),))
    return run(store, replace(ui, past=(*ui.past, text)[-PAST_COMMANDS:]), text)


def _completed(store: Store, ui: UiState, typing: TextInput) -> TextInput:
    """The line with what all completions have in common; a single one is finished with a space."""
    if typing.prompt != "command":
        return typing
    found = complete(typing.text, CommandContext(store, ui.habits, ui.mark))
    if len(found) == 1:
        return text_input.with_text(typing, f"{found[0]} ")
    common = found[0] if found else typing.text
    while not all(line.startswith(common) for line in found):
        common = common[:-1]
    return text_input.with_text(typing, common)
