"""Applies keys while something is typed: they edit the line, complete it, or end it."""

from __future__ import annotations

from dataclasses import replace
from os.path import commonprefix

from client.commands import actions
from client.commands.completion import complete
from client.commands.verb_table import CommandContext
from client.fullscreen.screens.lobby import selection
from client.fullscreen.ui import text_input
from client.fullscreen.ui.keys import GLOBAL_KEYS, TYPING_KEYS
from client.fullscreen.ui.state import MAX_PAST_LINES, UiState, keep_message
from client.fullscreen.ui.text_input import TextInput
from client.state.store import Store
from protocol import messages as m

Typed = tuple[UiState, str | actions.Action]
"""The UiState after a key, and the line or the Action to run then; an empty line where there is none."""


def give_back(ui: UiState, say: m.Say) -> UiState:
    """Let a line of chat that was not sent be there to be sent again."""
    said = ui.said[:-1]
    return replace(ui, typing=TextInput("say", say.text, len(say.text), said), said=said)


def type_key(store: Store, ui: UiState, typing: TextInput, key: str, text: str) -> Typed:
    """Apply a key to the line being typed: an edit, its end, or the text that the key writes."""
    edit = next((bound.command for bound in TYPING_KEYS if key in bound.presses), None)
    match edit:
        case None if text:
            return _written(store, ui, text_input.insert(typing, text))
        case None:
            return ui, next((bound.command for bound in GLOBAL_KEYS if key in bound.presses), "")
        case "accept":
            return _accept(store, ui, typing)
        case "cancel":
            return replace(keep_message(ui), typing=None, filter="" if typing.prompt == "filter" else ui.filter), ""
        case "complete":
            return replace(ui, typing=_completed(store, ui, typing)), ""
        case _:
            return _written(store, ui, text_input.edit(typing, edit))


def _written(store: Store, ui: UiState, typing: TextInput) -> Typed:
    """Use what is typed at once where that is possible: a filter filters."""
    ui = replace(ui, typing=typing)
    if typing.prompt == "filter":
        ui = selection.select_first_match(store, replace(ui, filter=typing.text))
    return ui, ""


def _accept(store: Store, ui: UiState, typing: TextInput) -> Typed:
    ui, text = replace(keep_message(ui), typing=None), typing.text.strip()
    if not text or typing.prompt == "filter":
        return ui, ""
    if typing.prompt == "join":
        return ui, f"join {text}"
    if typing.prompt == "say":
        return ui, m.Say(room=store.room, text=text)
    return replace(ui, past=(*ui.past, text)[-MAX_PAST_LINES:]), text


def _completed(store: Store, ui: UiState, typing: TextInput) -> TextInput:
    """The line with what all completions have in common; a single one is finished with a space."""
    if typing.prompt != "command":
        return typing
    found = complete(typing.text, CommandContext(store, ui.habits, ui.mark))
    if len(found) == 1:
        return text_input.with_text(typing, f"{found[0]} ")
    return text_input.with_text(typing, commonprefix(found) if found else typing.text)  # noqa: RUF071 - of letters
