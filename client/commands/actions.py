"""The Actions that a typed line or a key can mean, beside the messages to the server."""

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
"""The pace of automatic play that runs to some point; above the paces a player can name."""


@dataclass(frozen=True, slots=True)
class SendAll:
    """Send several commands, one after another."""

    commands: tuple[m.Command, ...]


@dataclass(frozen=True, slots=True)
class OpenPanel:
    """Open a panel, or close it if it is open; some are about a game, by its name."""

    panel: Panel
    game: str = ""


@dataclass(frozen=True, slots=True)
class AskText:
    """Open the input line at the bottom, with some text in it."""

    prompt: Prompt
    text: str = ""


@dataclass(frozen=True, slots=True)
class Toggle:
    """Turn a setting on or off; None switches it over."""

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
    """Start the tour of a game, by its name."""

    game: str


@dataclass(frozen=True, slots=True)
class AutoPlay:
    """Make the player's forced moves automatically at a pace (None: the last one) until something; pace 0 stops it."""

    pace: int | None
    until: Until


@dataclass(frozen=True, slots=True)
class MoveSelection:
    """Move the selection by rows or panes, or scroll by pages."""

    rows: int = 0
    panes: int = 0
    pages: int = 0


@dataclass(frozen=True, slots=True)
class SelectRow:
    """Mark a row of a pane, or activate it if it is marked already."""

    pane: int
    row: int


@dataclass(frozen=True, slots=True)
class Aim:
    """Mark something on the table, in its game's own terms."""

    mark: Any


@dataclass(frozen=True, slots=True)
class ChangeField:
    """Take the next (1) or previous (-1) value of the marked field of the form."""

    by: int


@dataclass(frozen=True, slots=True)
class TypeDigit:
    """Type a digit into the marked field of the form; an empty text deletes the last one."""

    digit: str


@dataclass(frozen=True, slots=True)
class ActivateRow:
    """Do what the marked row says."""


@dataclass(frozen=True, slots=True)
class PlayNow:
    """Start a row of the Play now pane, counted from 1."""

    line: int


@dataclass(frozen=True, slots=True)
class Filter:
    """Show only the tables that match."""

    text: str


@dataclass(frozen=True, slots=True)
class MuteSpeaker:
    """Mute or unmute a player for oneself; nobody else learns of it."""

    name: str
    on: bool


@dataclass(frozen=True, slots=True)
class Verify:
    """Verify that a game was dealt fairly, by the code of its table, or with its number as in KQFM-2."""

    named: str


@dataclass(frozen=True, slots=True)
class OpenReplay:
    """Replay a finished game, named as in Verify or by its file; `eyes` is another seat to see it from."""

    named: str
    eyes: str = ""


@dataclass(frozen=True, slots=True)
class OpenHistory:
    """List the finished games, of one game or, with an empty name, of all."""

    game: str


@dataclass(frozen=True, slots=True)
class Invite:
    """Go to a table of the player's own, or make one, and show there how others come to it."""

    way: Opened | m.Create


@dataclass(frozen=True, slots=True)
class PrintInvitation:
    """Say how others come to the table."""


@dataclass(frozen=True, slots=True)
class OpenLan:
    """Open the player's own server to the network, at an address of this machine and a port, or at the defaults."""

    host: str = ""
    port: int | None = None


@dataclass(frozen=True, slots=True)
class CloseLan:
    """Close the player's own server to the network."""


@dataclass(frozen=True, slots=True)
class TurnReplay:
    """Go to an event of the replay, or forward by some; a negative one counts from the end."""

    by: int = 0
    to: int | None = None


@dataclass(frozen=True, slots=True)
class RunReplay:
    """Start or stop the automatic replay."""


@dataclass(frozen=True, slots=True)
class ReplayAs:
    """See the replay as another seat, by its number or player, or as a spectator; empty takes the next of them."""

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
    """Draw the whole screen again."""


@dataclass(frozen=True, slots=True)
class Quit:
    """Leave the full screen: to end the program, at once as on an interrupt, or for the line mode."""

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
