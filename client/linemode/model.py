"""The state of the line mode as a frozen value, and the step to the next one."""

from __future__ import annotations

from dataclasses import dataclass

from client.commands import actions
from client.state.chat import Muted
from client.state.exit_codes import ExitCode
from client.state.store import Opened, Store
from protocol import messages as m

ANSWERS: dict[type, tuple[type, ...]] = {
    m.Create: (m.Entered,),
    m.Quick: (m.Entered,),
    m.Challenge: (m.Entered,),
    m.Withdraw: (m.Matching,),
    m.Join: (m.Entered,),
    m.Watch: (m.Entered,),
    m.AddComputers: (m.Table,),
    m.Resign: (m.Table,),
    m.TakeBack: (m.Table,),
    m.OfferDraw: (m.Table,),
    m.Claim: (m.Table,),
    m.Kick: (m.Table,),
    m.CloseTable: (m.Left,),
    m.AnswerOffer: (m.Table,),
    m.Rematch: (m.Table,),
    m.Leave: (m.Left,),
    m.GetStats: (m.Stats,),
    m.GetLeaders: (m.Leaders,),
    m.Consult: (m.Advice,),
    m.Rename: (m.Named,),
    m.SignOut: (m.Token,),
    m.GetLinkCode: (m.LinkCode,),
    m.GetDevices: (m.Devices,),
    m.RevokeDevice: (m.Devices,),
    actions.MakePhrase: (m.Devices,),
    m.Browse: (m.Lobby,),
    m.Say: (m.Heard,),
    m.Mute: (m.Heard,),
    m.ReportPlayer: (m.Reported,),
}
"""The events that answer a command, beside a refusal. A move is answered once it is no longer pending."""


@dataclass(frozen=True, slots=True)
class LineMode:
    """The state of the line mode.

    Attributes:
        store: all that the client knows.
        opening: a line to run once the server has welcomed the client.
        was_welcome: whether it ever has.
        is_opening: whether that line still waits for its answer; if that is a refusal, the program fails.
        awaited: the events of which one will answer the last command.
        arriving: whether the position of the room on screen is still to be read out.
        listing: whether the next Lobby is to be read out.
        auto: until when the player's moves are made automatically.
        dealing: whether the next game is on its way; the end of the last one is no answer then.
        leaving: the room left for that game; its Left is not read out, whether it comes before the game or after.
        overhears: whether the chat of the lobby is read out, until the player goes to a table.
        muted: the muted players.
        question: the player's own question before something that can't be undone, until the next line.
        has_person: whether somebody types, who can be asked something.
        draws_board: whether a board of text follows each move.
    """

    store: Store = Store()  # noqa: RUF009 - frozen
    opening: str = ""
    was_welcome: bool = False
    is_opening: bool = False
    awaited: tuple[type, ...] = ()
    arriving: bool = False
    listing: bool = False
    auto: actions.Until = "stopped"
    dealing: bool = False
    leaving: str = ""
    overhears: bool = False
    muted: Muted = frozenset()
    question: actions.Confirm | None = None
    has_person: bool = False
    draws_board: bool = False


LookUp = (
    actions.Verify
    | actions.OpenReplay
    | actions.OpenHistory
    | actions.PrintInvitation
    | actions.OpenLan
    | actions.CloseLan
)
LineModeAction = m.Command | Opened | actions.StartTour | actions.MakePhrase | actions.PlayHere | LookUp
"""What the shell of the line mode carries out beside writing sentences."""


@dataclass(frozen=True, slots=True)
class LineModeStep:
    """The next state, the sentences to write, the actions to carry out, and the exit code if the program ends."""

    mode: LineMode
    said: tuple[str, ...] = ()
    actions: tuple[LineModeAction, ...] = ()
    exit: ExitCode | None = None
