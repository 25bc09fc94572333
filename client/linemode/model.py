"""Where the line mode stands, as a frozen value, and what follows from something."""

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
    m.Browse: (m.Lobby,),
    m.Say: (m.Heard,),
    m.Mute: (m.Heard,),
}
"""What answers a command, beside a refusal. A move is answered when it is no longer pending."""


@dataclass(frozen=True, slots=True)
class LineMode:
    """Where the line mode stands.

    Attributes:
        store: everything known.
        opening: a line to act on once the server has welcomed us.
        was_welcome: whether it ever has.
        is_opening: whether that line still waits for its answer; where it is refused, the program has failed.
        awaited: the events of which one will answer the last command.
        arriving: whether the position of the room on screen is still to be read out.
        listing: whether the next Lobby is to be read out.
        auto: until when moves are made by themselves.
        dealing: whether another game is on its way, which the end of the one before does not answer.
        leaving: the room left for that game, of which nothing is said, be that before the game comes or after.
        overhears: whether what is said in the hall is read out, until one goes to a table.
        muted: whom one does not want to hear.
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


LineModeAction = (
    m.Command
    | Opened
    | actions.Verify
    | actions.OpenReplay
    | actions.OpenHistory
    | actions.StartTour
    | actions.PrintInvitation
    | actions.OpenLan
    | actions.CloseLan
)
"""Something to be done beyond the sentences."""


@dataclass(frozen=True, slots=True)
class LineModeStep:
    """What follows: the sentences to write, what to send or open, and whether the program ends."""

    line_mode: LineMode
    said: tuple[str, ...] = ()
    actions: tuple[LineModeAction, ...] = ()
    exit: ExitCode | None = None
