"""Turns a session's commands into the inputs of rooms.

The player is the session's, never the message's: nobody can act for another.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

import msgspec

from protocol import messages as m
from server.net.recipient import Requester
from server.players.sessions.refusals import refused
from server.room import inputs
from server.room.outputs import Refuse


class Session(msgspec.Struct, frozen=True):
    """A signed-in visit: the player, their name, whether their program takes part in dealing, whether it plays itself,
    and as in Person whose address it comes from.
    """

    player: int
    name: str
    deals: bool = False
    bot: bool = False
    home: str = ""


RoomCommand = (
    m.Play
    | m.Join
    | m.Consult
    | m.GetLegalMoves
    | m.AddComputers
    | m.Resign
    | m.TakeBack
    | m.OfferDraw
    | m.AnswerOffer
    | m.Claim
    | m.CloseTable
    | m.Rematch
    | m.CommitShare
    | m.RevealShare
    | m.Leave
)
"""The commands that are an input of the room they name."""


R = TypeVar("R", bound=Requester, covariant=True)


class Request(msgspec.Struct, Generic[R], frozen=True):
    """A command, the player who sent it and is told what comes of it, and the code of the room that it is put to."""

    requester: R
    command: m.Command
    room: str | None = None

    @property
    def ref(self) -> int:
        """The number of the command, where it has one."""
        return getattr(self.command, "ref", 0)

    def refuse(self, refusal: Refuse) -> None:
        """Tell the player that the command was refused."""
        self.requester.tell(refused(refusal, self.command, self.room))


def read_input(session: Session, command: RoomCommand) -> inputs.Event:
    return _READERS[type(command)](session, command)


_READERS: dict[type[m.Command], Callable[[Session, Any], inputs.Event]] = {
    m.Play: lambda session, play: inputs.Play(session.player, play.number, play.ply, play.move),
    m.Join: lambda session, _: inputs.Sit(session.player, session.name, session.deals, session.home),
    m.Consult: lambda session, consult: inputs.Consult(session.player, consult.about),
    m.GetLegalMoves: lambda session, _: inputs.GetLegalMoves(session.player),
    m.AddComputers: lambda session, add: inputs.AddComputers(session.player, add.level),
    m.Resign: lambda session, _: inputs.Resign(session.player),
    m.TakeBack: lambda session, _: inputs.TakeBack(session.player),
    m.OfferDraw: lambda session, _: inputs.OfferDraw(session.player),
    m.AnswerOffer: lambda session, answer: inputs.AnswerOffer(session.player, answer.agree),
    m.Claim: lambda session, claim: inputs.Claim(session.player, claim.what, claim.level),
    m.CloseTable: lambda session, _: inputs.CloseTable(session.player),
    m.Rematch: lambda session, _: inputs.Rematch(session.player),
    m.CommitShare: lambda session, commit: inputs.CommitShare(session.player, commit.deal, bytes.fromhex(commit.hash)),
    m.RevealShare: lambda session, reveal: inputs.RevealShare(session.player, reveal.deal, bytes.fromhex(reveal.share)),
    m.Leave: lambda session, _: inputs.Leave(session.player),
}
"""How the command of each type becomes an input of its room."""
