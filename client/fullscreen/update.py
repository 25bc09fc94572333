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
    elsewhere,
    open_panel,
    read_up,
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

Deed = (
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

    desk: UiState
    deeds: tuple[Deed, ...] = ()


def press(store: Store, desk: UiState, key: str, text: str = "", keymap: Keymap | None = None) -> Update:
    """What follows from a key. `text` is what it writes; nothing for a key such as an arrow.

    `keymap` is that of the Store and the Desk, where somebody has it already.
    """
    keymap, desk = keymap or Keymap(store, desk), replace(desk, is_new=False, hint="")
    if desk.typing is not None:
        return _type(store, desk, desk.typing, key, text)
    resolved = keymap.resolve(key)
    if resolved is None:
        hint = "Esc closes this" if desk.panel else "? shows the keys"
        return _refuse(desk, f"{clean(text)} does nothing here; {hint}.") if text.strip() else Update(desk)
    question = keymap.question(resolved)
    if question and store.sentence != question:
        return _refuse(desk, question)
    step = _follow(store, desk, resolved.order)
    return replace(step, deeds=(*OLD_NEWS, *step.deeds)) if _hides_advice(store) else step


def _hides_advice(store: Store) -> bool:
    """Whether news of something else, which has been read by now, stands where a hint does."""
    return bool(store.sentence) and not store.refused and store.seated is not None and store.seated.advice is not None


def run(store: Store, desk: UiState, line: str) -> Update:
    """What follows from a line; where it cannot be done, the sentence that says why."""
    return _follow(store, desk, resolve(line, CommandContext(store, desk.habits, desk.mark)))


def _follow(store: Store, desk: UiState, order: actions.Action | Refusal) -> Update:
    """What follows from an order, or the sentence that says why it cannot be done."""
    if isinstance(order, Refusal):
        return _refuse(desk, order.text)
    try:
        return _obey(store, desk, order)
    except ValueError as error:
        return _refuse(desk, str(error))


def point(store: Store, desk: UiState, hint: str, over: str) -> UiState:
    """The Desk with the pointer over something: its hint, and what its command marks.

    Whoever only points wants nothing done, and hears nothing of what cannot be.
    """
    desk = replace(desk, hint=hint)
    step = run(store, desk, over) if over else Update(desk)
    return step.desk if step.deeds in ((), OLD_NEWS) else desk


def after(before: Store, store: Store, desk: UiState) -> UiState:
    """The Desk once the Store has changed: another screen starts afresh, and the pilot may have arrived."""
    if (muted := muting.bind_muted(store, desk.habits.muted)) != desk.habits.muted:
        desk = replace(desk, habits=replace(desk.habits, muted=muted))
    if store.room != before.room:
        panel: actions.Panel = "invite" if desk.is_inviting and store.room is not None else ""
        desk = replace(read_up(before, elsewhere(desk)), panel=panel)
        desk = selection.at_usual(store, desk)
    elif store.games and not before.games:
        desk = selection.at_usual(store, desk)
    elif store.room is None:
        is_inviting = desk.is_inviting and not store.refused
        desk = replace(selection.keep_selection(before, store, desk), is_inviting=is_inviting)
    return _with_hint(before, store, _with_mark(before, store, autoplay.after_event(desk, before, store)))


def _with_hint(before: Store, store: Store, desk: UiState) -> UiState:
    """The Desk with the move marked that a hint names, once that has come, and in sight."""
    seated, earlier = store.seated, before.seated
    advice = seated.advice if seated else None
    if seated is None or advice is None or advice.move is None or (earlier and earlier.advice is advice):
        return desk
    try:
        seen = sight(seated)
    except UnreadableTableError:
        return desk
    return replace(_at_own_pane(store, desk), mark=seen.game.hinted(seen.view, desk.mark, advice.move))


def _with_mark(before: Store, store: Store, desk: UiState) -> UiState:
    """The Desk with what still stands of its mark on the table on screen, or the one that stands there at the start."""
    seated = store.seated
    if seated is None or seated.table.view is None:
        return desk
    has_come = before.seated is None or before.seated.table is not seated.table
    if desk.mark is not None and (seated.pending or not has_come):
        return desk
    try:
        seen = sight(seated)
    except UnreadableTableError:
        return desk
    game, mark = seen.game, desk.mark
    return replace(desk, mark=game.first_mark(seen.view) if mark is None else game.kept(seen.view, mark))


def _refuse(desk: UiState, text: str) -> Update:
    return Update(desk, (Said(text, is_refusal=True),))


def _obey(store: Store, desk: UiState, order: actions.Action) -> Update:
    if isinstance(order, actions.Aim | actions.AutoPlay | m.Play):
        desk = _at_own_pane(store, desk)
    match order:
        case m.Create():
            return Update(replace(desk, panel="", form=None, habits=desk.habits.after(order)), (order,))
        case m.GetStats(game=game):
            return Update(replace(desk, panel="stats", topic=game, scroll=0), (order,))
        case m.GetLeaders(game=game):
            return Update(replace(desk, panel="leaders", topic=game, scroll=0), (order,))
        case actions.Invite(way=way):
            step = _obey(store, desk, way)
            return replace(step, desk=replace(step.desk, is_inviting=True))
        case actions.ActivateRow():
            return _choose(store, desk)
        case actions.SelectRow(pane=pane, row=row):
            return _mark(store, desk, pane, row)
        case actions.PlayNow(line=line):
            return _start(store, desk, line)
        case actions.MoveSelection() if store.room is None and desk.replay is None and not desk.panel:
            return Update(_stepped(store, desk, order), OLD_NEWS)
        case actions.OpenPanel(panel="tours"):
            return Update(_desk_after(store, desk, order), OLD_NEWS)
        case actions.PressKey(key=key):
            return press(store, desk, key)
        case actions.GoBack():
            return _back(store, desk)
        case actions.Toggle() | actions.AutoPlay() | actions.SetPalette() | actions.MuteSpeaker():
            return _changed(store, desk, order)
        case actions.Aim(mark=mark):
            return Update(replace(desk, mark=mark), OLD_NEWS if store.refused else ())
        case actions.SendAll(commands=commands):
            return Update(desk, commands)
        case (
            actions.Verify()
            | actions.OpenReplay()
            | actions.OpenHistory()
            | actions.TurnReplay()
            | actions.RunReplay()
            | actions.ReplayAs()
        ):
            return _looked_back(desk, order)
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
            return Update(desk, (order,))
        case _:
            return Update(_desk_after(store, desk, order))


def _changed(
    store: Store, desk: UiState, order: actions.Toggle | actions.AutoPlay | actions.SetPalette | actions.MuteSpeaker
) -> Update:
    """What is another way from now on, and said in words."""
    match order:
        case actions.Toggle(what=what):
            desk = toggle(desk, order)
            return Update(desk, (Said(f"{what.capitalize()} is {'on' if getattr(desk, what) else 'off'}."),))
        case actions.AutoPlay():
            after = set_autopilot(desk, order)
            has_stopped = after.pilot is None and desk.pilot is not None
            return Update(after, (Said("You make your own moves."),) if has_stopped else ())
        case actions.SetPalette(palette=palette):
            desk = set_palette(desk, palette)
            return Update(desk, (Said(f"Boards are drawn in the {desk.palette} palette."),))
        case actions.MuteSpeaker(name=name, on=on):
            habits = replace(desk.habits, muted=muting.update_muted(store, desk.habits.muted, order))
            return Update(replace(desk, habits=habits), (Said(chat.told_of(name, on=on)),))


def _looked_back(
    desk: UiState,
    order: actions.Verify
    | actions.OpenReplay
    | actions.OpenHistory
    | actions.TurnReplay
    | actions.RunReplay
    | actions.ReplayAs,
) -> Update:
    match order:
        case actions.Verify():
            return Update(desk, (Said(VERIFYING), order))
        case actions.OpenReplay():
            return Update(desk, (Said(FETCHING), order))
        case actions.OpenHistory():
            return Update(desk, (order,))
        case actions.TurnReplay() | actions.RunReplay():
            return Update(replay_view.turn_replay(desk, order), OLD_NEWS)
        case actions.ReplayAs():
            return Update(desk, (replay_view.seen_by(desk, order),))


def _at_own_pane(store: Store, desk: UiState) -> UiState:
    """The Desk with that pane of the table on screen in which the player acts, where the game has one for that."""
    pane = game_of(store.seated.table.game).own_pane if store.seated else None
    return desk if pane is None else replace(desk, pane=pane)


def _desk_after(store: Store, desk: UiState, order: actions.Action) -> UiState:
    """The Desk after an order that concerns nothing else. Raises ValueError where it cannot be."""
    match order:
        case actions.OpenPanel(panel="form"):
            return replace(open_panel(desk, "form"), form=new_form(store, desk.habits))
        case actions.OpenPanel(panel="help") if (
            desk.panel == "help" and store.seated and rules(store.seated.table.game)
        ):
            return replace(open_panel(desk, "rules"), topic=store.seated.table.game)
        case actions.OpenPanel(panel="help") if desk.panel == "rules":
            return open_panel(desk, "rules")
        case actions.OpenPanel(panel="tours"):
            return replace(
                open_panel(desk, "tours"), scroll=game_menu.usual(game_menu.tour_games(store), desk.habits.game)
            )
        case actions.OpenPanel(panel=panel, game=game):
            return replace(open_panel(desk, panel), topic=game)
        case actions.AskText(prompt="say"):
            return replace(read_up(store, desk), typing=TextInput("say"), panel="")
        case actions.AskText(prompt=prompt, text=text):
            text = desk.filter if prompt == "filter" else text
            return replace(desk, typing=TextInput(prompt, text, len(text), desk.past), panel="")
        case actions.Filter(text=text):
            return selection.select_first_match(store, replace(desk, filter=text))
        case actions.MoveSelection():
            return _stepped(store, desk, order)
        case actions.ChangeField(by=by) if desk.panel == "form" and desk.form is not None:
            return replace(desk, form=change_value(desk.form, by, store, desk.habits))
        case actions.TypeDigit(digit=digit) if desk.panel == "form" and desk.form is not None:
            return replace(desk, form=type_digit(desk.form, digit))
        case _:
            raise ValueError(NOTHING_THERE)


def _stepped(store: Store, desk: UiState, step: actions.MoveSelection) -> UiState:
    if desk.panel == "form" and desk.form is not None:
        return replace(desk, form=move_selection(desk.form, step.rows + step.panes))
    if desk.panel == "history":
        return replay_view.move_in_list(desk, step, PAGE_ROWS)
    if desk.panel == "tours":
        return replace(desk, scroll=max(0, min(desk.scroll + step.rows, len(game_menu.tour_games(store)) - 1)))
    if desk.panel or desk.replay is not None or store.room is not None:
        rows = step.rows + step.pages * PAGE_ROWS
        return replace(desk, scroll=max(0, desk.scroll + rows), pane=max(0, desk.pane + step.panes))
    return selection.move_selection(store, desk, step, PAGE_ROWS)


def _choose(store: Store, desk: UiState) -> Update:
    if desk.panel == "form" and desk.form is not None:
        return run(store, desk, desk.form.command)
    if review := replay_view.fetch_selected(desk):
        return _obey(store, desk, review)
    if desk.panel == "tours":
        return _tour(store, desk, desk.scroll)
    row = selection.selected_row(store, desk) if store.room is None else None
    return _refuse(desk, NOTHING_THERE) if row is None else run(store, desk, row.command)


def _mark(store: Store, desk: UiState, pane: int, row: int) -> Update:
    """Mark a line; in the form one that is marked already takes its next value, in a choice it is taken."""
    if desk.panel == "form" and desk.form is not None:
        if desk.form.row == row:
            return run(store, desk, "more")
        return Update(replace(desk, form=replace(desk.form, row=min(row, len(desk.form.fields)))))
    if desk.panel == "history" and row < len(desk.history):
        marked = replace(desk, scroll=row)
        return _choose(store, marked) if desk.scroll == row else Update(marked)
    if desk.panel == "tours":
        return _tour(store, desk, row) if desk.scroll == row else Update(replace(desk, scroll=row))
    if store.room is not None or pane >= LISTS:
        return _refuse(desk, NOTHING_THERE)
    return Update(replace(desk, pane=pane, row=row), OLD_NEWS)


def _tour(store: Store, desk: UiState, line: int) -> Update:
    """Begin one of the tours that are offered."""
    games = game_menu.tour_games(store)
    if line not in range(len(games)):
        return _refuse(desk, NOTHING_THERE)
    return run(store, close_panel(desk), f"learn {games[line].name}")


def _start(store: Store, desk: UiState, line: int) -> Update:
    if desk.panel == "tours":
        return _tour(store, desk, line - 1)
    lines = rows(store, desk)[PLAY]
    if store.room is not None or not 1 <= line <= len(lines):
        return _refuse(desk, NOTHING_THERE)
    return run(store, desk, lines[line - 1].command)


def _back(store: Store, desk: UiState) -> Update:
    seated = store.seated
    if desk.panel:
        return Update(close_panel(desk))
    if desk.replay is not None:
        return Update(desk, (actions.Quit(),)) if desk.replay.is_all else Update(replace(desk, replay=None), OLD_NEWS)
    if store.room is None and desk.filter:
        return Update(replace(desk, filter="", row=0))
    if store.room is None:
        return _refuse(desk, "This is the lobby. Ctrl-Q leaves Parlour.")
    if seated is not None and (seated.table.seat is None or seated.table.room == tours.ROOM):
        return Update(desk, (m.Leave(room=store.room),))
    return Update(desk, (Opened(None), Said(f"Your seat at table {store.room} stays yours; it is among Your games.")))


def _type(store: Store, desk: UiState, typing: TextInput, key: str, text: str) -> Update:
    """What follows from a key while something is typed: an edit, the end of it, or its own text."""
    name = next((bound.command for bound in TYPING_KEYS if key in bound.presses), None)
    match name:
        case None if text:
            return _written(store, desk, text_input.insert(typing, text))
        case None:
            command = next((bound.command for bound in GLOBAL_KEYS if key in bound.presses), None)
            return Update(desk) if command is None else run(store, desk, command)
        case "accept":
            return _accept(store, replace(desk, typing=None), typing)
        case "cancel":
            return Update(replace(desk, typing=None, filter="" if typing.prompt == "filter" else desk.filter))
        case "complete":
            return Update(replace(desk, typing=_completed(store, desk, typing)))
        case _:
            return _written(store, desk, text_input.edit(typing, name))


def _written(store: Store, desk: UiState, typing: TextInput) -> Update:
    """What is typed takes effect at once where it can: a filter filters, a whole code joins."""
    desk = replace(desk, typing=typing)
    if typing.prompt == "filter":
        return Update(selection.select_first_match(store, replace(desk, filter=typing.text)))
    if typing.prompt == "join" and len(typing.text.strip()) == CODE_LENGTH:
        return _accept(store, replace(desk, typing=None), typing)
    return Update(desk)


def _accept(store: Store, desk: UiState, typing: TextInput) -> Update:
    text = typing.text.strip()
    if not text or typing.prompt == "filter":
        return Update(desk)
    if typing.prompt == "join":
        return run(store, desk, f"join {text}")
    if typing.prompt == "say":
        return Update(desk, (m.Say(room=store.room, text=text),))
    return run(store, replace(desk, past=(*desk.past, text)[-PAST_COMMANDS:]), text)


def _completed(store: Store, desk: UiState, typing: TextInput) -> TextInput:
    """The line with what all completions have in common; a single one is finished with a space."""
    if typing.prompt != "command":
        return typing
    found = complete(typing.text, CommandContext(store, desk.habits, desk.mark))
    if len(found) == 1:
        return text_input.written(typing, f"{found[0]} ")
    common = found[0] if found else typing.text
    while not all(line.startswith(common) for line in found):
        common = common[:-1]
    return text_input.written(typing, common)
