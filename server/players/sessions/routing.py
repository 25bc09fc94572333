"""Turns a session's commands into the inputs of rooms, and says why one is refused.

The player is the session's, never the message's: nobody can act for another.
"""

from __future__ import annotations

import msgspec

from protocol import messages as m
from server.room import inputs
from server.room.outputs import Refuse

UNAVAILABLE = Refuse("unavailable", "The server cannot look that up now. Try again in a moment.")


class Session(msgspec.Struct, frozen=True):
    """A signed-in visit: the player, their name, whether their program takes part in dealing, and whether it plays
    itself.
    """

    player: int
    name: str
    deals: bool = False
    bot: bool = False


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
    | m.Kick
    | m.CloseTable
    | m.Rematch
    | m.CommitShare
    | m.RevealShare
    | m.Leave
)
"""The commands that are an input of the room they name."""


def read_input(session: Session, command: RoomCommand) -> inputs.Event:
    player = session.player
    match command:
        case m.Play(number=number, ply=ply, move=move):
            return inputs.Play(player, number, ply, move)
        case m.Join():
            return inputs.Sit(player, session.name, session.deals)
        case m.Consult(about=about):
            return inputs.Consult(player, about)
        case m.GetLegalMoves():
            return inputs.GetLegalMoves(player)
        case m.AddComputers(level=level):
            return inputs.AddComputers(player, level)
        case m.Resign():
            return inputs.Resign(player)
        case m.TakeBack():
            return inputs.TakeBack(player)
        case m.OfferDraw():
            return inputs.OfferDraw(player)
        case m.AnswerOffer(agree=agree):
            return inputs.AnswerOffer(player, agree)
        case m.Claim(what=what, level=level):
            return inputs.Claim(player, what, level)
        case m.Kick(name=name):
            return inputs.Kick(player, name)
        case m.CloseTable():
            return inputs.CloseTable(player)
        case m.Rematch():
            return inputs.Rematch(player)
        case m.CommitShare(deal=deal, hash=hashed):
            return inputs.CommitShare(player, deal, bytes.fromhex(hashed))
        case m.RevealShare(deal=deal, share=share):
            return inputs.RevealShare(player, deal, bytes.fromhex(share))
        case m.Leave():
            return inputs.Leave(player)


def tag(command: m.Command) -> str:
    """A command's type, as it stands in its message."""
    return str(type(command).__struct_config__.tag)


def refused(refusal: Refuse, command: m.Command, room: str | None) -> m.Refused:
    return m.Refused(
        code=refusal.code,
        text=refusal.text,
        about=tag(command),
        ref=getattr(command, "ref", None),
        room=room,
        retry_after_s=refusal.retry_after_s,
    )
