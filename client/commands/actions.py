"""What a person may want beyond a message to the server: the orders that a typed line or a key comes to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from client.drawing.palettes import Palette
from client.state.store import Opened
from protocol import messages as m

Panel = Literal["", "help", "invite", "form", "stats", "leaders", "levels", "rules", "history", "tours"]
Switched = Literal["mouse", "sound", "motion"]
Until = Literal["stopped", "moment", "over"]
Leaving = Literal["quit", "interrupted", "plain"]
Prompt = Literal["command", "join", "filter", "say"]

FULL_PACE = 6
"""Faster than anybody asks for by number: to get somewhere."""


@dataclass(frozen=True, slots=True)
class SendAll:
    """Send several commands, one after another."""

    commands: tuple[m.Command, ...]


@dataclass(frozen=True, slots=True)
class OpenPanel:
    """Open a panel, or close it where it is open; some are about a game, by its name."""

    panel: Panel
    game: str = ""


@dataclass(frozen=True, slots=True)
class AskText:
    """Let something be typed at the bottom, where it may have begun already."""

    prompt: Prompt
    text: str = ""


@dataclass(frozen=True, slots=True)
class Toggle:
    """Turn something on or off; None turns it over."""

    what: Switched
    on: bool | None


@dataclass(frozen=True, slots=True)
class SetPalette:
    """Draw boards in another palette; None takes the next one."""

    palette: Palette | None


@dataclass(frozen=True, slots=True)
class SetTheme:
    """Draw everything else in another theme; without a name it is the next one."""

    theme: str


@dataclass(frozen=True, slots=True)
class StartTour:
    """Give a tour of a game, by its name."""

    game: str


@dataclass(frozen=True, slots=True)
class AutoPlay:
    """Make one's moves by themselves at a pace (None: the last one) until something; pace 0 stops it."""

    pace: int | None
    until: Until


@dataclass(frozen=True, slots=True)
class MoveSelection:
    """Go up or down by rows, or on by panes, or scroll by pages."""

    rows: int = 0
    panes: int = 0
    pages: int = 0


@dataclass(frozen=True, slots=True)
class SelectRow:
    """Mark a line of a pane; a line that is marked already is chosen."""

    pane: int
    row: int


@dataclass(frozen=True, slots=True)
class Aim:
    """Mark something on the table, in its game's own terms."""

    mark: Any


@dataclass(frozen=True, slots=True)
class ChangeField:
    """Take the value after (1) or before (-1) in the marked line of the form."""

    by: int


@dataclass(frozen=True, slots=True)
class TypeDigit:
    """Write a digit of a number in the marked line of the form; an empty text takes the last one away."""

    digit: str


@dataclass(frozen=True, slots=True)
class ActivateRow:
    """Do what the marked line says."""


@dataclass(frozen=True, slots=True)
class PlayNow:
    """Do what a line of Play now says, counted from 1."""

    line: int


@dataclass(frozen=True, slots=True)
class Filter:
    """Show only the tables that match."""

    text: str


@dataclass(frozen=True, slots=True)
class MuteSpeaker:
    """Read what somebody says no more, or again; nobody else hears of it."""

    name: str
    on: bool


@dataclass(frozen=True, slots=True)
class Verify:
    """Check that a game was dealt fairly, named by its table, or with its number as in KQFM-2."""

    named: str


@dataclass(frozen=True, slots=True)
class OpenReplay:
    """Look back at a game that is over, named as in Verify or by its file; `eyes` says as whom, if not as oneself."""

    named: str
    eyes: str = ""


@dataclass(frozen=True, slots=True)
class OpenHistory:
    """List the games that are over, of one game or with an empty name of all."""

    game: str


@dataclass(frozen=True, slots=True)
class Invite:
    """Go to a table, one's own or one that is to be made, and show there how others come to it."""

    way: Opened | m.Create


@dataclass(frozen=True, slots=True)
class PrintInvitation:
    """Say how others come to the table."""


@dataclass(frozen=True, slots=True)
class OpenLan:
    """Open one's own server to the network, at an address of this machine and a port, or at the usual ones."""

    host: str = ""
    port: int | None = None


@dataclass(frozen=True, slots=True)
class CloseLan:
    """Open one's own server to this machine alone, from now on."""


@dataclass(frozen=True, slots=True)
class TurnReplay:
    """Go to a place in the replay, or on from there by some; a place before the first is counted from the end."""

    by: int = 0
    to: int | None = None


@dataclass(frozen=True, slots=True)
class RunReplay:
    """Let the replay go on by itself, or no more."""


@dataclass(frozen=True, slots=True)
class ReplayAs:
    """See the replay as another seat, by its number or its player, or as a spectator; nothing is the next of them."""

    eyes: str


@dataclass(frozen=True, slots=True)
class PressKey:
    """Press a key."""

    key: str


@dataclass(frozen=True, slots=True)
class GoBack:
    """Close what is open, or go back to the lobby."""


@dataclass(frozen=True, slots=True)
class Redraw:
    """Draw everything anew."""


@dataclass(frozen=True, slots=True)
class Quit:
    """Leave the full screen: for good, at once as on an interrupt, or for plain mode."""

    how: Leaving = "quit"


Action = (
    m.Command
    | Opened
    | SendAll
    | OpenPanel
    | AskText
    | Toggle
    | SetPalette
    | SetTheme
    | StartTour
    | AutoPlay
    | MoveSelection
    | SelectRow
    | Aim
    | ChangeField
    | TypeDigit
    | ActivateRow
    | PlayNow
    | Filter
    | MuteSpeaker
    | Verify
    | OpenReplay
    | OpenHistory
    | Invite
    | PrintInvitation
    | OpenLan
    | CloseLan
    | TurnReplay
    | RunReplay
    | ReplayAs
    | PressKey
    | GoBack
    | Redraw
    | Quit
)
