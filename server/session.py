"""A session: one signed-in visit, and what each command of it asks of whom.

The player is the session's, never the message's: nobody can act for another.
"""

from __future__ import annotations

from dataclasses import dataclass

from protocol import messages as m
from server import inputs


@dataclass(frozen=True, slots=True)
class Session:
    """Who is signed in, under which name, and whether their program takes part in dealing."""

    player: int
    name: str
    deals: bool = False


@dataclass(frozen=True, slots=True)
class ToRoom:
    """Something for a room."""

    code: str
    event: inputs.Event


@dataclass(frozen=True, slots=True)
class ToLobby:
    """A room is wanted, or somebody to play with."""

    command: m.Create | m.Quick | m.Challenge | m.Respond | m.Withdraw


@dataclass(frozen=True, slots=True)
class LookUp:
    """The player wants to know what has become of games."""

    command: m.Recall | m.LookBack | m.Rank


@dataclass(frozen=True, slots=True)
class Reread:
    """The player wants to know all that happened in a game."""

    command: m.Transcribe | m.Reread


@dataclass(frozen=True, slots=True)
class Follow:
    """The player wants to watch a room."""

    code: str


@dataclass(frozen=True, slots=True)
class Speak:
    """The player wants to say something, in the hall or in a room."""

    command: m.Say


@dataclass(frozen=True, slots=True)
class Silence:
    """The player wants somebody to be muted in a room, or no more."""

    command: m.Mute


@dataclass(frozen=True, slots=True)
class ChangeName:
    """The player wants another name."""

    name: str


@dataclass(frozen=True, slots=True)
class VoidTokens:
    """The player wants every token of theirs void."""


@dataclass(frozen=True, slots=True)
class Browsing:
    """The player came to the lobby and is to see it, or has left it."""

    on: bool


@dataclass(frozen=True, slots=True)
class Misplaced:
    """The command may not be sent here: a second Hello."""


Errand = ToRoom | ToLobby | LookUp | Reread | Follow | Speak | Silence | ChangeName | VoidTokens | Browsing | Misplaced


def errand(session: Session, command: m.Command) -> Errand:
    """What a signed-in player's command asks, and of whom."""
    player = session.player
    match command:
        case m.Play(room=code, number=number, ply=ply, move=move):
            return ToRoom(code, inputs.Play(player, number, ply, move))
        case m.Join(room=code):
            return ToRoom(code, inputs.Sit(player, session.name, session.deals))
        case m.Consult(room=code, about=about):
            return ToRoom(code, inputs.Consult(player, about))
        case m.Fill(room=code, level=level):
            return ToRoom(code, inputs.Fill(player, level))
        case m.Resign(room=code):
            return ToRoom(code, inputs.Resign(player))
        case m.TakeBack(room=code):
            return ToRoom(code, inputs.TakeBack(player))
        case m.OfferDraw(room=code):
            return ToRoom(code, inputs.OfferDraw(player))
        case m.Claim(room=code, what=what, level=level):
            return ToRoom(code, inputs.Claim(player, what, level))
        case m.Kick(room=code, name=name):
            return ToRoom(code, inputs.Kick(player, name))
        case m.Shut(room=code):
            return ToRoom(code, inputs.Shut(player))
        case m.Answer(room=code, agree=agree):
            return ToRoom(code, inputs.Answer(player, agree))
        case m.Rematch(room=code):
            return ToRoom(code, inputs.Rematch(player))
        case m.Pledge(room=code, deal=deal, hash=hashed):
            return ToRoom(code, inputs.Pledge(player, deal, bytes.fromhex(hashed)))
        case m.Share(room=code, deal=deal, share=share):
            return ToRoom(code, inputs.Share(player, deal, bytes.fromhex(share)))
        case m.Transcribe() | m.Reread():
            return Reread(command)
        case m.Leave(room=code):
            return ToRoom(code, inputs.Leave(player))
        case m.Create() | m.Quick() | m.Challenge() | m.Respond() | m.Withdraw():
            return ToLobby(command)
        case m.Recall() | m.LookBack() | m.Rank():
            return LookUp(command)
        case m.Watch(room=code):
            return Follow(code)
        case m.Say():
            return Speak(command)
        case m.Mute():
            return Silence(command)
        case m.Rename(name=name):
            return ChangeName(name)
        case m.SignOut():
            return VoidTokens()
        case m.Browse(on=on):
            return Browsing(on)
        case m.Hello():
            return Misplaced()
