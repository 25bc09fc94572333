"""The player's own side of the screen: what is open, marked and being typed, as a value beside the Store."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from client.commands import actions
from client.drawing.layout import Layout
from client.drawing.palettes import Palette, following
from client.fullscreen.ui.form import Form
from client.fullscreen.ui.text_input import TextInput
from client.history.replay import Replay
from client.history.saved.entry import PlayedGame
from client.hosting.local_addresses import LocalMachine
from client.state.habits import Habits
from client.state.store import Store

FIRST_PACE = 3


@dataclass(frozen=True, slots=True)
class AutoPilot:
    """Moves made by themselves, at a pace from 1 to 6 (as fast as is good to look at), until something."""

    pace: int
    until: actions.Until


@dataclass(frozen=True, slots=True)
class UiState:
    """Everything on screen that the server has no part in.

    Attributes:
        pane: the lobby's or the table's pane that keys go to, counted from 0.
        row: the marked line in it.
        scroll: how far a long list is scrolled.
        mark: what is marked on the table, in its game's own terms; None leaves that to the game.
        panel: what lies open over the screen.
        under: what lay open there before the help, which tells of its keys.
        form: the new table being set up, while its panel is open.
        replay: the game that is looked back at, over everything else.
        history: the games that are over, while their list is open; the line at `scroll` is marked there.
        topic: the game that the panel of statistics is about.
        typing: what is being typed at the bottom.
        past: the commands typed so far, oldest first.
        filter: what tables in the lobby have to match.
        pilot: how moves are made by themselves.
        pace: the pace last asked for.
        hint: what the pointer is over, in a sentence.
        is_focused: whether the terminal's window is in front, as far as it says so.
        is_cramped: whether the terminal is too small for a full screen.
        layout: how the lobby is laid out there.
        is_new: whether no key was pressed yet.
        mouse: whether the mouse is ours, as opposed to the terminal's.
        sound: whether the bell may ring.
        motion: whether things may move.
        palette: what boards of four colours are drawn in.
        has_colour: whether the terminal shows colours.
        day_s: how many seconds the time of day is ahead of the client's monotonic clock.
        machine: this machine as others reach it, once that was looked at to invite somebody.
        is_inviting: whether the invitation is to open at the next table.
        habits: what was played last, and who is muted.
        read: how many lines of talk had come, by place, when one last read them all.
    """

    pane: int = 0
    row: int = 0
    scroll: int = 0
    mark: Any = None
    panel: actions.Panel = ""
    under: actions.Panel = ""
    form: Form | None = None
    replay: Replay | None = None
    history: tuple[PlayedGame, ...] = ()
    topic: str = ""
    typing: TextInput | None = None
    past: tuple[str, ...] = ()
    filter: str = ""
    pilot: AutoPilot | None = None
    pace: int = FIRST_PACE
    hint: str = ""
    is_focused: bool = True
    is_cramped: bool = False
    layout: Layout = "wide"
    is_new: bool = True
    mouse: bool = True
    sound: bool = True
    motion: bool = True
    palette: Palette = "safe"
    has_colour: bool = True
    day_s: float = 0.0
    machine: LocalMachine | None = None
    is_inviting: bool = False
    habits: Habits = field(default_factory=Habits)
    read: Mapping[str | None, int] = field(default_factory=dict)


def leave_screen(ui: UiState) -> UiState:
    """The desk after turning to another screen: nothing is open, marked or made by itself there."""
    ui = replace(ui, pane=0, row=0, scroll=0, mark=None, typing=None, pilot=None, hint="")
    return replace(ui, panel="", under="", form=None, replay=None, is_inviting=False)


def set_autopilot(ui: UiState, action: actions.AutoPlay) -> UiState:
    """The desk with moves made by themselves as ordered; without a pace the order turns that over."""
    if action.until == "stopped" or (action.pace is None and ui.pilot is not None):
        return replace(ui, pilot=None)
    pace = action.pace or ui.pace
    return replace(ui, pilot=AutoPilot(pace, action.until), pace=pace if pace < actions.FULL_PACE else ui.pace)


def toggle(ui: UiState, switch: actions.Toggle) -> UiState:
    """The desk with something turned on, off or over."""
    match switch.what:
        case "mouse":
            return replace(ui, mouse=not ui.mouse if switch.on is None else switch.on)
        case "sound":
            return replace(ui, sound=not ui.sound if switch.on is None else switch.on)
        case "motion":
            return replace(ui, motion=not ui.motion if switch.on is None else switch.on)


def set_palette(ui: UiState, palette: Palette | None) -> UiState:
    """The desk with another palette, or where none is named the next one. Raises ValueError without colours."""
    if not ui.has_colour:
        raise ValueError("Without colours, boards are drawn in textures.")
    return replace(ui, palette=palette or following(ui.palette))


def mark_chat_read(store: Store, ui: UiState) -> UiState:
    """The desk once the talk of the place on screen is read."""
    total = store.here.total
    return replace(ui, read={**ui.read, store.room: total}) if total else ui


def open_panel(ui: UiState, panel: actions.Panel) -> UiState:
    """The desk with a panel open, or closed where it was open."""
    if ui.panel == panel:
        return close_panel(ui)
    return replace(ui, panel=panel, under=ui.panel if panel == "help" else "", scroll=0)


def close_panel(ui: UiState) -> UiState:
    """The desk without its panel; what lay under the help is there again."""
    form = ui.form if ui.under == "form" else None
    return replace(ui, panel=ui.under, under="", form=form, scroll=0)
