"""The state of the screen, as a value beside the Store: what is open, marked and being typed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from client.commands import actions
from client.drawing.layout import Layout
from client.drawing.palettes import Palette, next_palette
from client.drawing.themes import USUAL
from client.fullscreen.ui.form import Form
from client.fullscreen.ui.text_input import TextInput
from client.history.replay import Replay
from client.history.saved.entry import PlayedGame
from client.hosting.invitation import PortalAddress
from client.hosting.local_addresses import LocalMachine
from client.state.habits import Habits
from client.state.store import Store

FIRST_PACE = 3
MAX_PAST_LINES = 50
"""How many typed commands, and how many messages, can be brought back."""


@dataclass(frozen=True, slots=True)
class AutoPilot:
    """Automatic moves, at a pace from 1 to 6 (as fast as one can follow), until an event."""

    pace: int
    until: actions.Until


@dataclass(frozen=True, slots=True)
class UiState:
    """Everything that the screen shows and the server does not know.

    Attributes:
        pane: the pane of the lobby or the table that keys go to, counted from 0.
        row: the marked line in it.
        scroll: the first line shown of a long list, or the marked line of a panel's list.
        mark: what is marked on the table, in the game's own terms; None leaves that to the game.
        panel: the panel that is open over the screen.
        under: the panel below the help, which lists the keys of that panel.
        form: the form for a new table, while its panel is open.
        replay: the replay that is open, over everything else.
        history: the finished games, while their list is open; the line at `scroll` is marked there.
        topic: the game that the open panel is about.
        question: the player's own question before something that can't be undone, until it is answered.
        typing: the line being typed.
        past: the commands typed so far, oldest first.
        said: the chat messages typed so far, sent or not, oldest first.
        filter: the text that entries of the lobby must match.
        pilot: the autopilot, while it plays.
        pace: the autopilot's pace used last.
        hint: a sentence about what the pointer is over.
        is_focused: whether the terminal's window has the focus, as far as it reports that.
        is_cramped: whether the terminal is too small for a full screen.
        layout: how the lobby is laid out there.
        is_new: whether no key was pressed yet.
        mouse: whether this program uses the mouse, rather than the terminal.
        sound: whether the bell may ring.
        motion: whether drawings may be animated.
        palette: the colours of boards with four colours.
        theme: the name of the theme that everything else is drawn in.
        has_colour: whether the terminal shows colours.
        day_s: how many seconds the time of day is ahead of the client's monotonic clock.
        machine: this machine's addresses, once the invitation has looked them up; of a visitor the portal's.
        source: where others get this program from, once the invitation has looked that up.
        is_inviting: whether the invitation opens at the next table.
        habits: the options used last, and who is muted.
        read: how many chat lines of each place had come when the player last read them.
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
    question: actions.Confirm | None = None
    typing: TextInput | None = None
    past: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
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
    theme: str = USUAL
    has_colour: bool = True
    day_s: float = 0.0
    machine: LocalMachine | PortalAddress | None = None
    source: str = ""
    is_inviting: bool = False
    habits: Habits = field(default_factory=Habits)
    read: Mapping[str | None, int] = field(default_factory=dict)


def leave_screen(ui: UiState) -> UiState:
    """The UiState for another screen: nothing is open or marked there, and the autopilot is off."""
    ui = replace(keep_message(ui), pane=0, row=0, scroll=0, mark=None, question=None, typing=None, pilot=None, hint="")
    return replace(ui, panel="", under="", form=None, replay=None, is_inviting=False)


def keep_message(ui: UiState) -> UiState:
    """The UiState in which the message that is being typed, if any, can be brought back later."""
    text = ui.typing.text.strip() if ui.typing is not None and ui.typing.prompt == "say" else ""
    return replace(ui, said=(*ui.said, text)[-MAX_PAST_LINES:]) if text else ui


def set_autopilot(ui: UiState, action: actions.AutoPlay) -> UiState:
    """The UiState with the autopilot on or off; an Action without a pace switches it over."""
    if action.until == "stopped" or (action.pace is None and ui.pilot is not None):
        return replace(ui, pilot=None)
    pace = action.pace or ui.pace
    return replace(ui, pilot=AutoPilot(pace, action.until), pace=pace if pace < actions.FULL_PACE else ui.pace)


def toggle(ui: UiState, switch: actions.Toggle) -> UiState:
    changes: dict[str, Any] = {switch.what: not getattr(ui, switch.what) if switch.on is None else switch.on}
    return replace(ui, **changes)


def set_palette(ui: UiState, palette: Palette | None) -> UiState:
    """The UiState with another palette, or by default the next one. Raises ValueError without colours."""
    if not ui.has_colour:
        raise ValueError("This terminal shows no colours, so boards use textures.")
    return replace(ui, palette=palette or next_palette(ui.palette))


def mark_chat_read(store: Store, ui: UiState) -> UiState:
    """The UiState with the chat of the place on screen marked as read."""
    total = store.here.total
    return replace(ui, read={**ui.read, store.room: total}) if total else ui


def open_panel(ui: UiState, panel: actions.Panel) -> UiState:
    """The UiState with a panel open, or closed if it was open."""
    if ui.panel == panel:
        return close_panel(ui)
    return replace(ui, panel=panel, under=ui.panel if panel == "help" else "", scroll=0)


def close_panel(ui: UiState) -> UiState:
    """The UiState without its panel; the panel below the help opens again."""
    form = ui.form if ui.under == "form" else None
    return replace(ui, panel=ui.under, under="", form=form, scroll=0)
