"""The Actions that a typed line or a key can mean, beside the messages to the server."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from client.drawing.palettes import Palette
from client.state.store import Opened
from protocol import messages as m

Panel = Literal[
    "", "help", "invite", "form", "stats", "leaders", "levels", "rules", "history", "tours", "devices",
    "menu", "settings",
]  # fmt: skip
Switched = Literal["mouse", "sound", "motion"]
Until = Literal["stopped", "moment", "over"]
Leaving = Literal["quit", "interrupted", "plain"]
Prompt = Literal["command", "join", "filter", "say"]

FULL_PACE = 6
"""The pace of automatic play that runs to some point; above the paces a player can name."""


class LocalAction(msgspec.Struct, frozen=True):
    """An Action that the client carries out itself."""


class SendAll(LocalAction, frozen=True):
    """Send several commands, one after another."""

    commands: tuple[m.Command, ...]


class OpenPanel(LocalAction, frozen=True):
    """Open a panel, or close it if it is open; some are about a game, by its name."""

    panel: Panel
    game: str = ""


class Confirm(LocalAction, frozen=True):
    """Ask a question that `y` and `n` answer, and run a command if the answer is yes."""

    question: str
    command: str


class AskText(LocalAction, frozen=True):
    """Open the input line at the bottom, with some text in it."""

    prompt: Prompt
    text: str = ""


class Toggle(LocalAction, frozen=True):
    """Turn a setting on or off; None switches it over."""

    what: Switched
    on: bool | None


class SetPalette(LocalAction, frozen=True):
    """Draw boards in another palette; None takes the next one."""

    palette: Palette | None


class SetTheme(LocalAction, frozen=True):
    """Draw everything else in another theme; without a name it is the next one."""

    theme: str


class StartTour(LocalAction, frozen=True):
    """Start the tour of a game, by its name."""

    game: str


class AutoPlay(LocalAction, frozen=True):
    """Make the player's forced moves automatically at a pace (None: the last one) until something; pace 0 stops it."""

    pace: int | None
    until: Until


class MoveSelection(LocalAction, frozen=True):
    """Move the selection by rows or panes, or scroll by pages."""

    rows: int = 0
    panes: int = 0
    pages: int = 0


class SelectRow(LocalAction, frozen=True):
    """Mark a row of a pane, or activate it if it is marked already."""

    pane: int
    row: int


class Aim(LocalAction, frozen=True):
    """Mark something on the table, in its game's own terms."""

    mark: Any


class ChangeField(LocalAction, frozen=True):
    """Take the next (1) or previous (-1) value of the marked field of the form."""

    by: int


class TypeDigit(LocalAction, frozen=True):
    """Type a digit into the marked field of the form; an empty text deletes the last one."""

    digit: str


class ActivateRow(LocalAction, frozen=True):
    """Do what the marked row says."""


class LeaveRow(LocalAction, frozen=True):
    """Leave the marked table of one's own."""


class PlayNow(LocalAction, frozen=True):
    """Start a row of the Play now pane, counted from 1."""

    line: int


class Filter(LocalAction, frozen=True):
    """Show only the tables that match."""

    text: str


class MuteSpeaker(LocalAction, frozen=True):
    """Mute or unmute a player for oneself; nobody else learns of it."""

    name: str
    on: bool


class Verify(LocalAction, frozen=True):
    """Verify that a game was dealt fairly, by the code of its table, or with its number as in KQFM-2."""

    named: str


class OpenReplay(LocalAction, frozen=True):
    """Replay a finished game, named as in Verify or by its file; `eyes` is another seat to see it from."""

    named: str
    eyes: str = ""


class OpenHistory(LocalAction, frozen=True):
    """List the finished games, of one game or, with an empty name, of all."""

    game: str


class Invite(LocalAction, frozen=True):
    """Go to a table of the player's own, or make one, and show there how others come to it."""

    way: Opened | m.Create


class PrintInvitation(LocalAction, frozen=True):
    """Say how others come to the table."""


class CopyLine(LocalAction, frozen=True):
    """Copy a line of the invitation by its number, counted from 1, or the marked one."""

    number: int | None = None


class CopyText(LocalAction, frozen=True):
    """Copy a text to the clipboard."""

    text: str


class OpenLan(LocalAction, frozen=True):
    """Open the player's own server to the network, at an address of this machine and a port, or at the defaults."""

    host: str = ""
    port: int | None = None


class CloseLan(LocalAction, frozen=True):
    """Close the player's own server to the network."""


class TurnReplay(LocalAction, frozen=True):
    """Go to an event of the replay, or forward by some; a negative one counts from the end."""

    by: int = 0
    to: int | None = None


class RunReplay(LocalAction, frozen=True):
    """Start or stop the automatic replay."""


class ReplayAs(LocalAction, frozen=True):
    """See the replay as another seat, by its number or player, or as a spectator; empty takes the next of them."""

    eyes: str


class PressKey(LocalAction, frozen=True):
    key: str


class GoBack(LocalAction, frozen=True):
    """Close what is open, or go back to the lobby."""


class MakePhrase(LocalAction, frozen=True):
    """Make a recovery phrase, and show it once the server has taken it up."""


class PlayHere(LocalAction, frozen=True):
    """Go on in this window, where the player is connected from another: as themselves, or as a guest."""

    as_guest: bool = False


class Redraw(LocalAction, frozen=True):
    """Draw the whole screen again."""


class Suspend(LocalAction, frozen=True):
    """Give the terminal back to the shell for a while."""


class Quit(LocalAction, frozen=True):
    """Leave the full screen: to end the program, at once as on an interrupt, or for the line mode."""

    how: Leaving = "quit"


Action = m.Command | Opened | LocalAction
